"""Random expressions: against a plain evaluator, settled in any order, with any failures."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from a2ui_kernel import (
    AgentCall,
    DataContext,
    DataModel,
    Evaluation,
    Failure,
    FunctionError,
    LocalCall,
    Returned,
    Value,
    Waiting,
    Write,
)

from .. import support
from .making import DYNAMIC, calls_of, declaration, finish, later, published
from .trees import (
    AGENT,
    DATA,
    FAILING,
    INDEX,
    LOCAL,
    MARKING,
    SLOW,
    WAITS,
    Failed,
    Reference,
    Tree,
    calls_in,
    result_of,
    trees,
    written,
)

ARGS = {"type": "object", "properties": {"n": {"type": "integer"}, "value": DYNAMIC}}
DECLARED = published({name: declaration(ARGS) for name in (*LOCAL, *SLOW, *AGENT, "formatString")})
ran: list[int] = []


def failure(number: int) -> FunctionError:
    return FunctionError(f"E{number}", "failed", {"n": number})


def body(name: str) -> Any:
    """The implementation of a function of the test catalog."""

    def implementation(args: Any, _context: Any) -> Any:
        if name in LOCAL:
            ran.append(args["n"])
        if name in FAILING:
            raise failure(args["n"])
        effects = (Write(f"/{args['n']}", 1),) if name in MARKING else ()
        return Returned(result_of(name, args["value"]), effects)

    return implementation


FORMAT = {"formatString": support.BASIC.functions["formatString"].implementation}
BODIES = {name: body(name) for name in (*LOCAL, *SLOW, *AGENT)} | FORMAT
CATALOG = DECLARED.implement(
    {name: BODIES[name] for name in (*LOCAL, "formatString")}
    | {name: later(BODIES[name]) for name in SLOW}
)
AT_HAND = DECLARED.implement(BODIES)
MODEL = DataModel(DATA)


def here(catalog: Any = CATALOG) -> DataContext:
    context = DataContext(catalogs=[catalog], version="v1.0", data=MODEL)
    return context.item("/rows", INDEX)


def told(outcome: Value | Failure | Waiting) -> Any:
    """An outcome as something to compare: value or code, and effects."""
    if isinstance(outcome, Waiting):
        return "waiting"
    effects = [int(effect.path[1:]) for effect in outcome.effects if isinstance(effect, Write)]
    result = outcome.value if isinstance(outcome, Value) else outcome.error.code
    return type(outcome).__name__, result, effects


def foretold(reference: Reference, tree: Tree) -> Any:
    """The same, by the plain evaluator."""
    try:
        value = reference.run(tree)
    except Failed as failed:
        return "Failure", f"E{failed.number}", reference.effects
    return "waiting" if value is WAITS else ("Value", value, reference.effects)


def number_of(wanted: AgentCall | LocalCall) -> int:
    args: Any = wanted.args if isinstance(wanted, LocalCall) else wanted.call["args"]
    return int(args["n"])


def name_of(wanted: AgentCall | LocalCall) -> str:
    return wanted.function if isinstance(wanted, LocalCall) else str(wanted.call["@call"])


def answer(wanted: AgentCall | LocalCall) -> Value | Failure:
    """What a coroutine gives, or the agent."""
    if isinstance(wanted, LocalCall):
        return finish(wanted)
    if name_of(wanted) in FAILING:
        return Failure(failure(number_of(wanted)))
    args: Any = wanted.call["args"]
    return Value(result_of(name_of(wanted), args["value"]))


def settled(tree: Tree, choose: Any) -> Evaluation:
    """The evaluation with everything settled, in an order that `choose` gives."""
    evaluation = here().evaluation(written(tree))
    while isinstance(evaluation.outcome, Waiting):
        wanted = choose(evaluation.outcome.calls)
        evaluation = evaluation.settle(wanted.token, answer(wanted))
    return evaluation


@given(trees())
def test_it_gives_what_the_plain_evaluator_gives(tree: Tree) -> None:
    ran.clear()
    outcome = here(AT_HAND).evaluate(written(tree))
    reference = Reference()
    assert told(outcome) == foretold(reference, tree)


@given(trees(), st.data())
def test_inputs_are_never_changed(tree: Tree, data: st.DataObject) -> None:
    expression = written(tree)
    before, document = copy.deepcopy(expression), MODEL.value
    evaluation = here().evaluation(expression)
    owned = evaluation.expression
    while isinstance(evaluation.outcome, Waiting):
        wanted = data.draw(st.sampled_from(evaluation.outcome.calls))
        given_answer = answer(wanted)
        old, reads = evaluation.outcome, evaluation.reads
        following = evaluation.settle(wanted.token, given_answer)
        assert evaluation.outcome == old
        assert evaluation.reads == reads
        evaluation = following
    assert expression == before
    assert evaluation.expression is owned
    assert owned == before
    assert MODEL.value is document
    assert document == DATA


@given(trees(most_failing=1), st.data())
def test_with_one_failure_at_most_resuming_gives_what_answers_at_hand_give(
    tree: Tree, data: st.DataObject
) -> None:
    at_hand = here(AT_HAND).evaluate(written(tree))
    outcome = settled(tree, lambda calls: data.draw(st.sampled_from(calls))).outcome
    assert told(outcome)[:2] == told(at_hand)[:2]
    if isinstance(outcome, Value):
        assert sorted(told(outcome)[2]) == sorted(told(at_hand)[2])


@given(trees(most_failing=1))
def test_with_one_failure_at_most_the_order_does_not_matter(tree: Tree) -> None:
    forwards = settled(tree, lambda calls: calls[0])
    backwards = settled(tree, lambda calls: calls[-1])
    assert told(forwards.outcome)[:2] == told(backwards.outcome)[:2]
    if isinstance(forwards.outcome, Value):
        assert forwards.reads == backwards.reads


@given(trees(most_failing=0))
def test_without_failures_there_is_a_value_and_every_call_ran_once(tree: Tree) -> None:
    ran.clear()
    evaluation = settled(tree, lambda calls: calls[-1])
    assert isinstance(evaluation.outcome, Value)
    local = [called.number for called in calls_in(tree) if called.name in LOCAL]
    assert sorted(ran) == local


@given(trees(most_failing=1))
def test_a_failure_anywhere_gives_that_failure(tree: Tree) -> None:
    failing = [called.number for called in calls_in(tree) if called.name in FAILING]
    outcome = settled(tree, lambda calls: calls[0]).outcome
    assert isinstance(outcome, Failure) is bool(failing)
    if isinstance(outcome, Failure):
        assert outcome.error == failure(failing[0])


@settings(max_examples=200)
@given(trees(), st.data())
def test_the_failure_known_first_is_the_outcome_and_every_step_is_foretold(
    tree: Tree, data: st.DataObject
) -> None:
    ran.clear()
    reference = Reference(answered=set())
    evaluation = here().evaluation(written(tree))
    expected = foretold(reference, tree)
    assert told(evaluation.outcome) == expected
    while isinstance(evaluation.outcome, Waiting):
        calls = calls_of(evaluation)
        assert [number_of(wanted) for wanted in calls] == reference.waiting
        wanted = data.draw(st.sampled_from(calls))
        evaluation = evaluation.settle(wanted.token, answer(wanted))
        if name_of(wanted) in FAILING:
            expected = ("Failure", f"E{number_of(wanted)}", reference.effects)
        else:
            reference.settle(number_of(wanted), name_of(wanted))
            expected = foretold(reference, tree)
        assert told(evaluation.outcome) == expected
        assert ran == reference.ran


@given(trees(), st.data())
def test_beginning_again_on_the_same_data_keeps_agent_calls_and_answers(
    tree: Tree, data: st.DataObject
) -> None:
    evaluation = here().evaluation(written(tree))
    answered: dict[str, int] = {}
    while isinstance(evaluation.outcome, Waiting) and data.draw(st.booleans()):
        wanted = data.draw(st.sampled_from(evaluation.outcome.calls))
        if isinstance(wanted, AgentCall) and name_of(wanted) not in FAILING:
            answered[wanted.token] = number_of(wanted)
        evaluation = evaluation.settle(wanted.token, answer(wanted))
    again = evaluation.again(here())
    if not isinstance(evaluation.outcome, Waiting) or not isinstance(again.outcome, Waiting):
        return
    renewed = {number_of(wanted) for wanted in calls_of(again)}
    assert not renewed.intersection(answered.values())
    old = {w.token: w for w in calls_of(evaluation) if isinstance(w, AgentCall)}
    for wanted in calls_of(again):
        if isinstance(wanted, AgentCall) and wanted.token in old:
            assert wanted == old[wanted.token]
        if isinstance(wanted, LocalCall):
            assert wanted.token not in {w.token for w in calls_of(evaluation)}
