import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { busWithWaitingKeyring, busWithKeyring, busWithoutKeyring } from "./harness/bus.mjs";
import { CANARY, LOGIN, filesWithCanary } from "./harness/canary.mjs";
import { openHostile } from "./harness/hostile.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { nativeWindow } from "./harness/native.mjs";
import { program, start } from "./harness/processes.mjs";
import { openLogin } from "./harness/service.mjs";
import { closeWelcome, describeWorkspace, fetched, openCampaign, workspaceOpened } from "./harness/steps.mjs";

/** A password of letters that every header carries. */
const PASSWORD = "canary-33c1-opensesame";

/** Every way to log in, with the variant of the practice service that wants it, and what its demo user then shows it. */
const logins = [
  { login: "session", shows: (_, password) => password },
  { login: "basic", variant: "basic-login", shows: (_, password) => password },
  { login: "bearer", variant: "bearer-login", secretLabel: "Token", shows: (name, password) => `${name}.${password}` },
  {
    login: "headers",
    variant: "header-login",
    header: "X-Api-Key",
    secretLabel: "Value of X-Api-Key",
    shows: (name, password) => `${name}.${password}`,
  },
];

test("a new workspace fetches its list with every login", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  for (const { login, variant, shows, ...typed } of logins) {
    const service = await openLogin(t, PASSWORD, variant ? ["--variant", variant] : []);
    const username = ["session", "basic"].includes(login) ? service.username : undefined;
    await describeWorkspace(window, {
      ...typed,
      login,
      username,
      name: `By ${login}`,
      base: service.base,
      secret: shows(service.username, PASSWORD),
    });
    await window.click("button", "Save and open");
    await workspaceOpened(window, `By ${login}`);
    await openCampaign(window, "Spring launch, DE");
  }
});

test("settings are exported and copied without the password", async (t) => {
  const home = freshHome();
  const service = await openHostile(t);
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  await describeWorkspace(window, { name: "Acme live", base: service.base, username: LOGIN, secret: CANARY });
  await window.click("button", "Save and open");
  await workspaceOpened(window, "Acme live");
  await window.click("button", / workspace\b/, await window.find("banner"));
  await window.click("button", "More about Acme live");
  await window.click("menuitem", "Export settings");
  await window.reads("The settings of “Acme live”, without any password, are in");
  const [file] = readdirSync(join(home, "exports"));
  const settings = readFileSync(join(home, "exports", file), "utf8");
  assert.deepEqual(filesWithCanary(home), []);

  await window.click("button", "More about Acme live");
  await window.click("menuitem", "Duplicate");
  await window.reads(/has the same settings. Enter its password/);
  await pictures(t, window, "workspace-duplicated");
  await window.click("button", "Import settings");
  await window.fill("textbox", "Settings", settings);
  await pictures(t, window, "workspace-import");
  await window.click("button", "Import");
  await window.find("dialog", "Workspace settings");
  await window.reads("Not entered");
  await pictures(t, window, "workspace-imported");

  await t.test("window and terminal use one session", async () => {
    assert.equal(service.logins(), 1);
    const env = { ...process.env, ADWRIGHT_HOME: home };
    const terminal = start(program("adwright"), ["campaign", "list", "--json", "--workspace", "Acme live"], { env, output: "pipe" });
    const listed = await terminal.child.stdout.toArray();
    assert.deepEqual((await terminal.ended)[0], 0);
    assert.equal(JSON.parse(Buffer.concat(listed)).length, 3);
    assert.equal(service.logins(), 1);
  });
});

test("without a keyring a password stays in memory only", async (t) => {
  const home = freshHome();
  const service = await openHostile(t);
  const bus = await busWithoutKeyring(t);
  const before = await openApp(t, home, { bus });
  const { window } = before;
  await fetched(window);
  await closeWelcome(window);
  const keyring = async () => {
    await pictures(t, window, "keyring-missing");
    await window.click("button", "Keep passwords in memory until Adwright is closed");
    await window.find("button", "Use the keyring instead");
  };
  await describeWorkspace(window, { name: "Acme live", base: service.base, login: "basic", username: LOGIN, secret: CANARY, keyring });
  await window.click("button", "Save and open");
  await workspaceOpened(window, "Acme live");
  await window.reads("Password in memory only", await window.find("contentinfo"));
  await checkAppearance(window, "keyring-memory");
  assert.deepEqual(filesWithCanary(home), []);
  await before.leave();

  const after = await openApp(t, home, { bus });
  await after.window.press(Key.F5);
  await after.window.reads("Keyring not usable", await after.window.find("contentinfo"));
  await checkAppearance(after.window, "keyring-not-usable");
  // Before its bus is.
  await after.close();
});

test("a locked keyring blocks nothing and offers memory", async (t) => {
  const home = freshHome();
  const { address, lock } = await busWithKeyring(t);
  await makeWorkspace(t, home, address);
  await lock();

  const app = await openApp(t, home, { bus: address });
  const { window } = app;
  await window.reads("Password not read yet", await window.find("contentinfo"));
  await window.press(Key.F5);
  await window.reads("Keyring not usable", await window.find("contentinfo"));
  await openCampaign(window, "Number 2");
  await checkAppearance(window, "keyring-locked");
  await window.click("button", "Keyring not usable");
  await window.reads("The keyring is locked. Unlock it with your login password, then try again.");
  await window.reads("Not known yet");
  await pictures(t, window, "keyring-locked-settings");
  await window.click("button", "Keep passwords in memory until Adwright is closed");
  await window.typeSecret("Password", CANARY);
  await window.click("button", "Save");
  // A dialog has a foot, too.
  await window.gone("dialog", "Workspace settings");
  await window.reads("Password in memory only", await window.find("contentinfo"));
  await window.press(Key.F5);
  await fetched(window);
  // Before its bus is.
  await app.close();
});

test("while the keyring prompts, local work continues", async (t) => {
  const home = freshHome();
  const { address, lock } = await busWithKeyring(t, { asks: true });
  await makeWorkspace(t, home, address);
  await lock();

  const app = await openApp(t, home, { bus: address });
  const { window } = app;
  await window.press(Key.F5);
  await window.reads("Waiting for the keyring", await window.find("contentinfo"));
  const prompt = await nativeWindow(t);
  await openCampaign(window, "Number 2");
  await window.click("button", "Waiting for the keyring");
  await window.reads("The keyring does not answer yet.");
  await window.reads("Not known yet");
  await pictures(t, window, "keyring-asks");
  await prompt.press("a");
  await prompt.press("enter");
  await window.reads("Passwords and tokens are kept in your system’s keyring.");
  await window.click("button", "Cancel");
  await window.reads("Password in the keyring", await window.find("contentinfo"));
  await fetched(window);
  // Before its bus is.
  await app.close();
});

test("an unanswered keyring prompt blocks no local work", async (t) => {
  const home = freshHome();
  await makeWorkspace(t, home);

  const { address, answer } = await busWithWaitingKeyring(t);
  const { window } = await openApp(t, home, { bus: address });
  await window.reads("Password not read yet", await window.find("contentinfo"));
  await window.press(Key.F5);
  await window.reads("Waiting for the keyring", await window.find("contentinfo"));
  await openCampaign(window, "Number 2");
  await checkAppearance(window, "keyring-waiting");
  // More questions than there are threads for what the window asks.
  for (let asked = 0; asked <= availableParallelism(); asked += 1) {
    await window.click("button", "Waiting for the keyring");
    await window.reads("The keyring does not answer yet.");
    await window.click("button", "Cancel");
    await window.gone("dialog", "Workspace settings");
  }
  await openCampaign(window, "Number 3");
  answer();
  await window.reads("Password in the keyring", await window.find("contentinfo"));
  await fetched(window);
});

/** Makes a workspace whose password is in the keyring, then ends the program. */
async function makeWorkspace(t, home, bus) {
  const service = await openHostile(t);
  const app = await openApp(t, home, { bus });
  const { window } = app;
  await fetched(window);
  await closeWelcome(window);
  await describeWorkspace(window, { name: "Acme live", base: service.base, login: "basic", username: LOGIN, secret: CANARY });
  await window.click("button", "Save and open");
  await workspaceOpened(window, "Acme live");
  await app.leave();
}
