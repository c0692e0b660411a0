import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { family, inMemory } from "./harness/memory.mjs";
import { desktop, findProcess } from "./harness/processes.mjs";
import { openLogin } from "./harness/service.mjs";
import { closeWelcome, fetched } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** Unlike anything else; with what is spelled otherwise in JSON and in addresses. */
const SECRET = "Qz7canary9x/Wp\"ü4hT";

/** As a web view holds texts, and as everyone else does; and its beginning, for one that was cut. */
const needles = {
  wide: Buffer.from(SECRET, "utf16le"),
  bytes: Buffer.from(SECRET),
  json: Buffer.from(JSON.stringify(SECRET).slice(1, -1)),
  begin: Buffer.from(SECRET.slice(0, 10)),
  wideBegin: Buffer.from(SECRET.slice(0, 10), "utf16le"),
};

/** The processes of web views, each with what of the secret is in its memory. */
function webViews(app) {
  const views = family(app).filter(({ name }) => name.startsWith("WebKit"));
  return views.map(({ pid, name }) => ({ pid, name, found: inMemory(pid, needles) }));
}

test("a secret is typed in a process of its own, which ends with its window; no other web view ever holds it", async (t) => {
  const home = freshHome();
  const service = await openLogin(t, SECRET);
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  const app = findProcess(desktop, "ADWRIGHT_HOME", home);
  const before = webViews(app);
  await window.click("button", /^Practice workspace/);
  await window.click("button", "New workspace");
  await window.find("dialog", "New workspace");
  await window.reads(/kept in your system’s keyring/);
  await window.fill("textbox", "Name", "Acme live");
  await window.fill("textbox", "Address of the service", service.base);
  await window.fill("textbox", "Login name", service.username);

  let typing;
  await window.typeSecret("Password", SECRET, async () => {
    await window.picture("secret-entry");
    assert.deepEqual(await window.violations(), []);
    typing = webViews(app);
  });
  const holders = typing.filter(({ found }) => found.length > 0);
  assert.equal(holders.length, 1, "the scan finds it where it is typed");
  assert.ok(!before.some(({ pid }) => pid === holders[0].pid), "which is a process of its own");
  await eventually("its process to end", async () => !family(app).some(({ pid }) => pid === holders[0].pid));

  await window.picture("workspace-secret-entered");
  await window.click("button", "Save and open");
  await window.find("button", /^Acme live workspace/);
  await fetched(window);
  await window.reads("Password in the keyring", await window.find("contentinfo"));
  assert.deepEqual(webViews(app).filter(({ found }) => found.length > 0), []);
});
