"""What schemathesis is told of the practice service: who calls, with what, and which promises hold for every call.

Schemathesis loads it by SCHEMATHESIS_HOOKS. Its own check that no server error comes is not used: the interface refuses
with 500. What takes its place are the checks `documented_code` and `nothing_changed`.
"""

from collections import Counter

import schemathesis
from hypothesis import strategies as st
from schemathesis.auths import AuthContext, set_on_case

import cases
import practice_service as service

DOCUMENT = service.document()
DOCUMENTED = {
    (method.upper(), path)
    for path, item in DOCUMENT["paths"].items()
    for method in item
    if method != "parameters"
}
KEEPER = service.Keeper()


@schemathesis.auth().apply_to(path_regex="^/(campaigns|ads|rest|tagManagers|login/tokens)")
class Session:
    """The planner's. Where it has ended, schemathesis gets the 401, asks for a new one and calls again."""

    def get(self, case, context):
        return service.log_in(service.PLANNER)

    def set(self, case, data, context):
        case.headers["Authorization"] = data
        cases.SESSIONS.add(data)


@schemathesis.auth().apply_to(path_regex="^/practice")
class PracticeToken:
    def get(self, case, context):
        return service.TOKEN

    def set(self, case, data, context):
        case.headers["X-Practice-Token"] = data


@schemathesis.hook
def before_generate_case(context, strategy):
    """Half of the cases stay as they were generated; an overlay is laid over each of the others."""
    operation = context.operation
    overlays = cases.overlays(operation.method.upper(), operation.path)
    if not overlays:
        return strategy
    return st.one_of(strategy, st.builds(cases.over, strategy, st.one_of(overlays)))


@schemathesis.hook
def before_add_examples(context, examples):
    """Each honest cause of a refusal is tried once, however the dice fall."""
    operation = context.operation
    for change in cases.certain(operation.method.upper(), operation.path):
        case = operation.Case(path_parameters={}, headers={}, query={}, media_type="application/json")
        set_on_case(case, AuthContext(operation=operation, app=None), None)
        examples.append(cases.over(case, change))


# The state of the data before each call, and by case what became of its calls: their status, and whether they wrote.
states = {}
calls = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    session = (case.headers or {}).get("Authorization", "")
    if session.startswith(service.A_SESSION_OF):
        case.headers["Authorization"] = service.log_in(session.removeprefix(service.A_SESSION_OF))
    if case.method.upper() == "DELETE" and case.path_parameters.get("id") == service.A_NEW_PLACEMENT:
        case.path_parameters["id"] = service.new_placement()
    states[case.id] = KEEPER.state()


@schemathesis.hook
def after_call(context, case, response):
    wrote = KEEPER.state() != states.pop(case.id)
    calls.setdefault(case.id, []).append((response.status_code, wrote))
    if case.method.upper() == "POST" and case.operation.path.startswith("/practice"):
        service.restore()


def documented_codes(method, path, status):
    """The codes that the document lists for an answer."""
    found = DOCUMENT["paths"][path][method.lower()]["responses"].get(str(status), {})
    if "$ref" in found:
        found = DOCUMENT["components"]["responses"][found["$ref"].rsplit("/", 1)[1]]
    return found.get("x-codes", [])


def codes_in(response):
    try:
        return [error["code"] for error in response.json()["error"]["errors"]]
    except (ValueError, KeyError, TypeError):
        return []


@schemathesis.check
class documented_code:
    """Every 500 and every 207 carries codes that the document lists for it, and each of those comes about."""

    def __init__(self):
        self.missing = {
            (method, path, code)
            for method, path in DOCUMENTED
            for status in (207, 500)
            for code in documented_codes(method, path, status)
        }

    def after_response(self, ctx, response, case):
        if response.status_code not in (207, 500):
            return
        documented = documented_codes(case.method, case.operation.path, response.status_code)
        codes = codes_in(response)
        assert codes and set(codes) <= set(documented), (
            f"{response.status_code} carries the codes {codes}; documented are {documented}"
        )
        self.missing -= {(case.method.upper(), case.operation.path, code) for code in codes}

    def after_run(self, ctx):
        assert not self.missing, f"these refusals did not come about: {sorted(self.missing)}"


@schemathesis.check
class nothing_changed:
    """Only an answer with 200 to something else than a GET may have written; the service's file tells."""

    def __init__(self):
        self.writes = 0

    def after_response(self, ctx, response, case):
        for status, wrote in calls.pop(case.id, []):
            self.writes += wrote
            may_write = status == 200 and case.method.upper() != "GET"
            assert may_write or not wrote, f"the answer is {status}, yet the call has changed the data"

    def after_run(self, ctx):
        assert self.writes, "no call has written anything, so that this check has seen nothing"


@schemathesis.check
class answers_well:
    """Every path is asked for something that it has: refusals alone would prove little."""

    def __init__(self):
        self.answers = Counter()

    def after_response(self, ctx, response, case):
        call = case.method.upper(), case.operation.path
        if call in DOCUMENTED:
            self.answers[*call, response.status_code] += 1

    def after_run(self, ctx):
        print("\nAnswers:")
        for (method, path, status), times in sorted(self.answers.items()):
            print(f"  {times:>6} × {status}  {method} {path}")
        never = DOCUMENTED - {(method, path) for method, path, status in self.answers if status == 200}
        assert not never, f"never answered with 200: {sorted(never)}"
