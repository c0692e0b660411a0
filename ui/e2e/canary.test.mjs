// Types a canary as the secret for each kind of login, with a service that echoes it or redirects to another origin.
// Afterwards the canary is in no file, nowhere in the page, in no message to the page, and not in the memory of any web
// view's process. That memory also holds the messages from before the recording. The program's own memory is not checked;
// docs/decisions/0017 has the reason.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { CANARY, LOGIN, filesWithCanary, canaryInMemory, placesWithCanary } from "./harness/canary.mjs";
import { openHostile, harmfulBehaviours } from "./harness/hostile.mjs";
import { pictures } from "./harness/looks.mjs";
import { family } from "./harness/memory.mjs";
import { desktop, findProcess } from "./harness/processes.mjs";
import { closeWelcome, describeWorkspace, fetched, openView, workspaceOpened } from "./harness/steps.mjs";

/** All kinds of login. Only the first meets all behaviours; crates/adwright-desk/tests/it/canary.rs tests all pairs. */
const logins = [
  { login: "basic", username: LOGIN, meets: Object.keys(harmfulBehaviours) },
  { login: "bearer", secretLabel: "Token" },
  { login: "headers", header: "X-Api-Key", secretLabel: "Value of X-Api-Key" },
  { login: "session", username: LOGIN },
];

test("a typed secret reaches no file, page or memory", async (t) => {
  const home = freshHome();
  const service = await openHostile(t);
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  const app = findProcess(desktop, "ADWRIGHT_HOME", home);
  const webViews = () => family(app).filter(({ name }) => name.startsWith("WebKit"));
  const holders = () =>
    webViews()
      .filter(({ pid }) => canaryInMemory(pid).length > 0)
      .map(({ name }) => name);

  for (const { meets = ["reason"], ...login } of logins) {
    await t.test(`with a login by ${login.login}`, async (t) => {
      service.behaveAs("fine");
      const name = `Acme ${login.login}`;
      await describeWorkspace(window, { ...login, name, base: service.base, secret: CANARY });
      await window.click("button", "Save and open");
      await workspaceOpened(window, name);
      assert.ok(service.sawCanarySinceLastCall(), "it flew");
      await window.recordMessages();
      for (const behaviour of meets) await meet(window, service, behaviour);
      await runDoctor(window, service);
      if (login.login === "basic") await pictures(t, window, "hostile-doctor");
      await exportSettings(window, name);
      assert.deepEqual(await placesWithCanary(window), []);
      assert.deepEqual(filesWithCanary(home), []);
      assert.deepEqual(holders(), []);
      assert.deepEqual(service.otherRequests, [], "the other origin was asked nothing");
    });
  }

  await t.test("each search finds the planted secret", async () => {
    const file = join(home, "exports", "planted.json");
    writeFileSync(file, JSON.stringify({ planted: CANARY }));
    assert.deepEqual(filesWithCanary(home), [file]);
    rmSync(file);
    await window.plant(CANARY);
    // A page of the program's own scheme takes no cookies.
    const { cookies, ...places } = await window.pageContents();
    assert.equal(cookies, "");
    assert.deepEqual((await placesWithCanary(window)).sort(), Object.keys(places).sort());
    assert.ok(holders().includes("WebKitWebProces"), `${holders()}`);
  });
});

/** Gets the campaigns while the service has a behaviour; the person reads what happened. */
async function meet(window, service, behaviour) {
  service.behaveAs(behaviour);
  await window.press(Key.F5);
  await window.reads(harmfulBehaviours[behaviour]);
  if (behaviour === "page") await lookAtReply(window);
}

/** The raw reply is one click away, without the secret in it. */
async function lookAtReply(window) {
  await window.click("button", "Show the reply");
  await window.reads("[hidden]", await window.find("dialog", "Reply of the service"));
  await window.press(Key.ESCAPE);
  await window.gone("dialog", "Reply of the service");
}

async function runDoctor(window, service) {
  service.behaveAs("reason");
  await openView(window, "Connection");
  await window.click("button", "Run the doctor");
  await window.reads(/“.+” does not work yet\./);
  await window.openAll();
  await window.click("button", "Show the reply", await window.find("main"));
}

async function exportSettings(window, name) {
  await window.chord(Key.CONTROL, Key.SHIFT, "o");
  await window.click("button", `More about ${name}`);
  await window.click("menuitem", "Export settings");
  await window.reads(`The settings of “${name}”, without any password, are in`);
  await window.press(Key.ESCAPE);
  await window.gone("dialog", "Workspaces");
}
