import assert from "node:assert/strict";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { CANARY, canaryInMemory } from "./harness/canary.mjs";
import { family } from "./harness/memory.mjs";
import { desktop, findProcess } from "./harness/processes.mjs";
import { openLogin } from "./harness/service.mjs";
import { closeWelcome, describeWorkspace, fetched, workspaceOpened } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** The processes of web views, each with what of the secret is in its memory. */
function webViews(app) {
  const views = family(app).filter(({ name }) => name.startsWith("WebKit"));
  return views.map(({ pid, name }) => ({ pid, name, found: canaryInMemory(pid) }));
}

test("only the entry process ever holds a typed secret", async (t) => {
  const home = freshHome();
  const service = await openLogin(t, CANARY);
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  const app = findProcess(desktop, "ADWRIGHT_HOME", home);
  const before = webViews(app);
  let typing;
  const meanwhile = async () => {
    for (const theme of ["dark", "light"]) {
      await window.setTheme(theme);
      await window.picture(`secret-entry-${theme}`);
      assert.deepEqual(await window.violations(), [], theme);
    }
    typing = webViews(app);
  };
  await describeWorkspace(window, { name: "Acme live", base: service.base, username: service.username, secret: CANARY, meanwhile });
  const holders = typing.filter(({ found }) => found.length > 0);
  assert.equal(holders.length, 1, "the scan finds it where it is typed");
  assert.ok(!before.some(({ pid }) => pid === holders[0].pid), "which is a process of its own");
  await eventually("its process to end", async () => !family(app).some(({ pid }) => pid === holders[0].pid));

  await window.picture("workspace-secret-entered");
  await window.click("button", "Save and open");
  await workspaceOpened(window, "Acme live");
  await window.reads("Password in the keyring", await window.find("contentinfo"));
  assert.deepEqual(
    webViews(app).filter(({ found }) => found.length > 0),
    [],
  );
});
