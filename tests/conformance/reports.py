"""`get_renderer_capabilities` and `get_renderer_data_model`: what the agent is told.

Capabilities speak of the catalogs that a case writes out, and of no other.
"""

from __future__ import annotations

import a2ui_kernel as a2ui

from .cases import Case, messages_of
from .catalogs import processor_catalogs, written_catalogs
from .compare import check_error, check_same

_ENVELOPE = "common_types.json#/$defs/ComponentCommon"


def run_capabilities(case: Case) -> None:
    args = case.args
    envelope = args.get("componentEnvelopeRef", _ENVELOPE)
    assert envelope == _ENVELOPE, "the library has one envelope only"
    processor = a2ui.Processor(written_catalogs(case, empty=True))
    versions = args.get("versions", [args.get("version", case.version)])
    inline = args.get("includeInlineCatalogs", False)
    told = processor.renderer_capabilities(versions, include_inline_catalogs=inline)
    check_same(case.said["expect"], told, "capabilities")


def run_data_model_report(case: Case) -> None:
    processor = a2ui.Processor(processor_catalogs(case))
    for said in case.steps:
        step = processor.process(messages_of(said))
        check_error(None, step.error)
        processor = step.processor
    told = processor.renderer_data_model(case.args.get("version", case.version))
    check_same(case.said["expect"], told, "data model report")
