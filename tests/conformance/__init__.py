"""The protocol's conformance suites, run against the public API of the library.

A suite is a YAML list of cases; `runners` says what runs an action, and
`expected_failures.txt` which cases wait for a part that is not there yet.
"""
