import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { openLogin } from "./harness/service.mjs";
import { choose, closeWelcome, describeWorkspace, fetched, openView, typeWorkspace, workspaceOpened } from "./harness/steps.mjs";

const SECRET = "canary-91d4-opensesame";

/** A service that wants the slash at the end of its paths, and gives lists in an envelope of its own. */
const DIFFERENT = ["--variant", "slash-redirects", "--variant", "items-envelope"];

test("the doctor's suggestions are accepted by mouse before opening", async (t) => {
  const service = await openLogin(t, SECRET, DIFFERENT);
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);

  await describeWorkspace(window, { name: "Acme live", base: service.base, username: service.username, secret: SECRET });
  await window.click("button", "Save and test");

  await window.find("heading", "Connection");
  await window.reads("The connection works. There are suggestions below.");
  await window.reads("Change the slash at the end of paths");
  await checkAppearance(window, "doctor-suggestions");

  const steps = await window.find("list", "Steps");
  await window.click("button", "Accept: Change the slash at the end of paths");
  await window.reads("“Paths end with a slash” was changed.");
  assert.equal((await window.all("button", "Accept: Change the slash at the end of paths")).length, 0);
  await window.click("button", "Undo");
  await window.click("button", "Accept all 2");
  await window.reads("You accepted the suggestions.");
  await window.reads("List of retargeting values", steps);
  await window.click("button", "Run the doctor");
  await window.reads("The connection works.");

  await t.test("every step shows request and reply, without the password", async () => {
    await window.openAll();
    await window.reads(/GET http:\/\/127\.0\.0\.1:\d+\/campaigns\/\?from=0&max=250/);
    await window.reads("Trafficking mode");
    const text = await window.text();
    assert.ok(!text.includes(SECRET), "the password is shown nowhere");
    await checkAppearance(window, "doctor-details");
    await window.click("button", "Show the reply", await window.find("list", "Steps"));
    await window.find("button", "Hide the reply");
    await checkAppearance(window, "doctor-reply");
    assert.ok(!(await window.text()).includes(SECRET), "nor in a reply");
  });

  await t.test("the workspace opens with the accepted settings", async () => {
    await window.click("button", "Open Acme live");
    await workspaceOpened(window, "Acme live");
    await openView(window, "Connection");
    await window.click("tab", /^Settings/);
    await window.reads("Suggested by the connection doctor");
    await checkAppearance(window, "settings");
  });
});

test("settings are changed and reverted by keyboard alone", async (t) => {
  const service = await openLogin(t, SECRET);
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await typeWorkspace(window, "Acme test", service, SECRET);
  await window.tabTo("button", "Save and open");
  await window.press(Key.ENTER);
  await workspaceOpened(window, "Acme test");

  await choose(window, "connection doctor", /Run the connection doctor/);
  await window.reads("The connection works. There is a suggestion below.");
  await window.tabTo("button", "Accept: Set the path of ads");
  await window.press(Key.ENTER);
  await window.reads("Your changes are saved.");
  await window.reads("You accepted the suggestions.");

  await window.tabTo("tab", "Doctor");
  await window.press(Key.ARROW_RIGHT);
  await window.focused("tab", /^Settings/);
  await window.tabTo("searchbox", "Search settings");
  await window.press("page size");
  await window.tabTo("textbox", "Page size");
  await window.press(Key.chord(Key.CONTROL, "a"), "many", Key.ENTER);
  await window.reads("Enter a whole number from 1 to 10000.");
  await checkAppearance(window, "settings-refused");
  await window.focus("textbox", "Page size");
  await window.press(Key.chord(Key.CONTROL, "a"), "100", Key.ENTER);
  await window.reads("“Page size” was changed.");
  await window.tabTo("button", "Page size: reset to the default");
  await window.press(Key.ENTER);
  await window.focused("textbox", "Page size");
  assert.equal(await (await window.find("textbox", "Page size")).getAttribute("value"), "250");
  await window.tabTo("button", "Open again");
  await window.press(Key.ENTER);
  await window.gone("button", "Open again");
  await fetched(window);
  await openView(window, "Connection");
  assert.equal((await window.all("button", "Open again")).length, 0);
});

test("the doctor skips the steps after a failed connection", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openView(window, "Connection");
  await window.reads("Try the connection step by step");
  await checkAppearance(window, "doctor-empty");
  await window.click("tab", /^Settings/);
  await window.reads("Practice’s service comes with Adwright");
  assert.equal(await (await window.find("textbox", "Page size")).isEnabled(), false);
  await checkAppearance(window, "settings-practice");

  await choose(window, "New workspace", /New workspace/);
  await window.focused("textbox", "Name");
  await window.fill("textbox", "Name", "Nobody");
  await window.choose("Login", "No login");
  await window.fill("textbox", "Address of the service", "http://127.0.0.1:9/");
  await window.click("button", "Save and test");
  await window.reads("“Address” does not work yet.");
  await window.reads("Nothing answers at this address.");
  await checkAppearance(window, "doctor-offline");
});
