"""The practice service as its clients and its keepers see it: what the hooks ask it, and a look into its file."""

import json
import os
import sqlite3
from urllib.request import Request, urlopen

BASE = os.environ["ADWRIGHT_BASE"]
TOKEN = os.environ["ADWRIGHT_SERVICE_TOKEN"]
PASSWORD = os.environ["ADWRIGHT_SERVICE_PASSWORD"]

PLANNER = "mara.lindgaard"
# Sees everything and may write nothing.
READER = "idris.vale"
# Works for one account only.
SPECIALIST = "tove.renquist"

# What stands for something that is made anew before each call.
A_SESSION_OF = "a session of "
A_NEW_PLACEMENT = 0


def call(method, path, body=None, headers=None):
    """The `result` of a call that is answered with 200."""
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(BASE + path, sent, headers or {}, method=method), timeout=30) as reply:
        return json.load(reply).get("result")


def admin(method, path, body=None):
    return call(method, "/practice" + path, body, {"X-Practice-Token": TOKEN})


def log_in(username):
    """A new session. A user may have only so many: older ones end."""
    return call("POST", "/login/login", {"username": username, "password": PASSWORD})["sessionId"]


def listed(path, most):
    headers = {"Authorization": log_in(PLANNER)}
    return call("GET", f"{path}?from=0&max={most}", headers=headers)


def got(path):
    return call("GET", path, headers={"Authorization": log_in(PLANNER)})


def document():
    with urlopen(BASE + "/openapi.json", timeout=30) as reply:
        return json.load(reply)


def new_placement():
    """The id of a placement of a campaign that no refusal here needs."""
    placement = {"name": "To be detached", "type": "Standard Banner", "siteId": 7101}
    return admin("POST", f"/campaigns/{CAMPAIGNS[-1]['id']}/placements", placement)["id"]


def restore():
    """Takes back what the practice interface was told: all calls meet the same service."""
    admin("POST", "/variants", {"variants": []})
    admin("POST", "/faults", {"fault": "status-503", "times": 0})
    for user, may_write in ((501, True), (502, False), (503, True)):
        admin("POST", f"/users/{user}", {"mayWrite": may_write})
    admin("POST", f"/advertisers/{NO_PRIVACY}", {"privacySection": False})
    admin("POST", f"/advertisers/{NO_COOKIES}", {"privacySection": True, "disableCookies": True})
    for plain in (BRAND_OWNER, OTHER):
        settings = {"privacySection": True, "disableCookies": False, "useRetargetingDataValueObject": True}
        admin("POST", f"/advertisers/{plain}", settings)


# Those of the demo data by which the refusals come about (docs/practice-service.md).
NO_PRIVACY, NO_COOKIES, BRAND_OWNER, OTHER = 4412, 4431, 4401, 4427
ACTIVITY = 52024
ADVANCED = got("/campaigns/1072288341")
VERIFIED = got("/campaigns/1072281404")
WITH_COOKIES = got("/campaigns/1072279406")

SPECIAL = {ADVANCED["id"], VERIFIED["id"], WITH_COOKIES["id"]}
CAMPAIGNS = [one for one in listed("/campaigns", 60) if one["id"] not in SPECIAL]
ADS = listed("/ads", 12)
VALUES = listed("/tagManagers/retargetingDataValue", 20)


class Keeper:
    """Sees in the service's own file whether anything was written, whatever the service says of it."""

    def __init__(self):
        self._file = sqlite3.connect(os.environ["ADWRIGHT_DATA"], check_same_thread=False)

    def state(self):
        """A number that is another one as soon as anybody else has committed a change."""
        return self._file.execute("PRAGMA data_version").fetchone()[0]
