"""Cases that random data would never hit: documents that the service keeps, and the honest causes of its refusals.

Each of them is laid over a generated case, so that everything else in the call stays as random as it was.
"""

import copy

from hypothesis import strategies as st

import practice_service as service

READ_BY_ID = {
    "/campaigns/{id}": service.CAMPAIGNS,
    "/ads/{id}": service.ADS,
    "/tagManagers/retargetingDataValue/{id}": service.VALUES,
    "/rest/tagManagers/retargetingDataValue/{id}": service.VALUES,
    "/practice/facts/campaigns/{id}": service.CAMPAIGNS,
    "/practice/campaigns/{id}/placements": service.CAMPAIGNS,
    "/practice/campaigns/{id}/touch": service.CAMPAIGNS,
    "/practice/ads/{id}/touch": service.ADS,
    "/practice/facts/advertisers/{id}": [{"id": service.OTHER}, {"id": service.NO_PRIVACY}],
    "/practice/advertisers/{id}": [{"id": service.OTHER}, {"id": service.BRAND_OWNER}],
    "/practice/users/{id}": [{"id": 502}, {"id": 503}],
}
VALUE_PATHS = ("/tagManagers/retargetingDataValue", "/rest/tagManagers/retargetingDataValue")
LISTS = ("/campaigns", "/ads", *VALUE_PATHS)


def overlays(method, path):
    """Strategies of changes to a case, each a function; none where random data does."""
    found = []
    if method == "GET" and path in LISTS:
        found.append(st.builds(page, st.integers(0, 50), st.integers(0, 20), st.sampled_from(FILTERS), people))
    if method == "PUT":
        kept = service.CAMPAIGNS if path == "/campaigns/{id}" else service.ADS
        found.append(st.builds(update, st.sampled_from(kept), st.integers(0, 3), people))
    elif path in READ_BY_ID:
        ids = [one["id"] for one in READ_BY_ID[path]]
        found.append(st.builds(by_id, st.sampled_from(ids), people))
    if method == "POST" and path == "/ads":
        found.append(st.builds(create, st.sampled_from(service.ADS), st.integers(0, 3), people))
    if method == "POST" and path == "/campaigns":
        found.append(st.builds(create, st.sampled_from(service.CAMPAIGNS), st.integers(0, 3), people))
    if method == "POST" and path in VALUE_PATHS:
        found.append(st.builds(create_values, st.lists(st.sampled_from(service.VALUES), max_size=4), people))
    if (method, path) in CAUSES:
        found.append(st.sampled_from(CAUSES[method, path]))
    return found


def certain(method, path):
    """Changes that must be tried: the honest causes, and what is answered well."""
    found = list(CAUSES.get((method, path), ()))
    if (method, path) == ("POST", "/login/login"):
        found.append(right_login)
    if (method, path) == ("POST", "/ads"):
        found.extend(create(one, 0, service.PLANNER) for one in service.ADS)
    if (method, path) == ("PUT", "/campaigns/{id}"):
        found.append(update(service.CAMPAIGNS[0], 0, service.PLANNER))
    if method == "DELETE":
        found.append(detach)
    return found


def over(case, change):
    """The case with one change laid over it."""
    change(case)
    return case


people = st.sampled_from([service.PLANNER, service.PLANNER, service.READER, service.SPECIALIST])


# The sessions that calls were given. A call that is meant to have none, or one that was made up, keeps what it has.
SESSIONS = set()


def by(case, person):
    if (case.headers or {}).get("Authorization") in SESSIONS:
        case.headers["Authorization"] = service.A_SESSION_OF + person


def page(start, most, q, person):
    def change(case):
        case.query = {"from": start, "max": most} | ({"q": q} if q else {})
        by(case, person)

    return change


FILTERS = [
    None,
    '{"1":{"NAME":["a"]}}',
    '{"1":{"ID":["1072288341"]},"2":{"RECENT":["1500000000000-1900000000000"]}}',
    '{"1":{"NAME":["a","\'; DROP TABLE campaign; --"],"VERSION":[1]}}',
]


def right_login(case):
    case.body = {"username": service.SPECIALIST, "password": service.PASSWORD}


def detach(case):
    case.path_parameters["id"] = service.A_NEW_PLACEMENT


def by_id(number, person):
    def change(case):
        case.path_parameters["id"] = number
        if case.operation.path.endswith("/placements"):
            case.body = {"name": "Attached", "type": "Standard Banner", "siteId": 7101}
        by(case, person)

    return change


def generated(case, most):
    """Some members that were generated, those apart by which a document is known."""
    try:
        members = case.body["entities"][0].items()
    except (AttributeError, IndexError, KeyError, TypeError):
        return {}
    free = [(name, value) for name, value in members if name not in IDENTITY]
    return dict(free[:most])


IDENTITY = ("id", "type", "advertiserId", "brandId", "accountId", "adStatus", "retargetingActivityId")


def update(kept, most, person):
    def change(case):
        case.path_parameters["id"] = kept["id"]
        case.body = {"entities": [copy.deepcopy(kept) | generated(case, most)]}
        by(case, person)

    return change


def create(kept, most, person):
    def change(case):
        case.body = {"entities": [copy.deepcopy(kept) | generated(case, most)]}
        by(case, person)

    return change


def create_values(kept, person):
    def change(case):
        case.body = {"entities": copy.deepcopy(kept)}
        by(case, person)

    return change


def cause(entities, number=None, person=service.PLANNER):
    """A call with exactly these entities."""

    def change(case):
        if number is not None:
            case.path_parameters["id"] = number
        case.body = {"entities": copy.deepcopy(entities)}
        by(case, person)

    return change


def put(kept, person=service.PLANNER, **members):
    return cause([kept | members], kept["id"], person)


def without_verification(kept):
    changed = copy.deepcopy(kept)
    changed["adminSettings"]["campaignSettings"]["verification"] = "None"
    return changed


def named(advertiser, brand):
    return {"type": "Campaign", "name": "A", "advertiserId": advertiser, "brandId": brand}


def value(**members):
    return {
        "type": "RetargetingDataValue",
        "name": "A",
        "value": "a",
        "advertiserId": service.BRAND_OWNER,
        "retargetingActivityId": service.ACTIVITY,
    } | members


VALUE_CAUSES = [
    cause([]),
    cause([{}] * 501),
    cause([value(), value(advertiserId=service.OTHER)]),
    cause([value(), value(retargetingData=["x"])]),
    cause([value()], person=service.READER),
]

# 62000 to 62004 and 66107 to 66110, each by its honest cause.
CAUSES = {
    ("PUT", "/campaigns/{id}"): [
        put(service.ADVANCED, traffickingMode="simple"),
        put(without_verification(service.VERIFIED)),
        put(service.WITH_COOKIES),
        put(service.CAMPAIGNS[0], service.READER),
    ],
    ("POST", "/campaigns"): [
        cause([named(service.NO_PRIVACY, 88150)]),
        cause([service.WITH_COOKIES]),
        cause([named(service.BRAND_OWNER, 88120)], person=service.READER),
    ],
    ("POST", "/ads"): [cause([service.ADS[0]], person=service.READER)],
    ("PUT", "/ads/{id}"): [put(service.ADS[0], service.READER)],
    **{("POST", path): VALUE_CAUSES for path in VALUE_PATHS},
}
