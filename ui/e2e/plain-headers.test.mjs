import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { openLogin } from "./harness/service.mjs";
import { choose, fetched, typeWorkspace, workspaceOpened } from "./harness/steps.mjs";

const SECRET = "canary-7b20-opensesame";
const HEADERS = "Plain headers (rare)";

test("plain headers are added, sent and removed by keyboard", async (t) => {
  const service = await openLogin(t, SECRET, ["--variant", "account-header"]);
  const { window } = await openApp(t, freshHome());
  await fetched(window);

  await typeWorkspace(window, "Acme test", service, SECRET);
  await window.tabTo("textbox", HEADERS);
  await window.press("X-Account-Id: 3310");
  await pictures(t, window, "plain-header");
  await window.tabTo("button", "Save and open");
  await window.press(Key.ENTER);
  await workspaceOpened(window, "Acme test");

  await choose(window, "connection doctor", /Run the connection doctor/);
  await window.reads("The connection works. There is a suggestion below.");

  await t.test("without the header the service names it", async () => {
    await settingsOfWorkspace(window);
    await window.tabTo("textbox", HEADERS);
    await window.chord(Key.CONTROL, "a");
    await window.press(Key.DELETE);
    await saveAndTest(window);
    await window.reads("“List of campaigns” does not work yet.");
    await window.reads(/The header X-Account-Id is missing/);
    await checkAppearance(window, "plain-header-missing");
  });

  await t.test("and with it again everything works", async () => {
    await settingsOfWorkspace(window);
    await window.tabTo("textbox", HEADERS);
    await window.press("X-Account-Id: 3310");
    await saveAndTest(window);
    await window.reads("The connection works. There is a suggestion below.");
    assert.ok(!(await window.text()).includes(SECRET), "the password is shown nowhere");
  });
});

async function settingsOfWorkspace(window) {
  await choose(window, "Workspace settings", /Workspace settings/);
  await window.find("dialog", "Workspace settings");
  await window.reads(/kept in your system’s keyring/);
}

/** The open workspace stays as it is for that, and so does the window. */
async function saveAndTest(window) {
  await window.tabTo("button", "Save and test");
  await window.press(Key.ENTER);
  await window.gone("dialog", "Workspace settings");
}
