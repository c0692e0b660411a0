import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { workspaceColours } from "./harness/in-page.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { openLogin } from "./harness/service.mjs";
import {
  changeField,
  choose,
  closeWelcome,
  describeWorkspace,
  fetched,
  openCampaign,
  openView,
  saved,
  startsWith,
  typeWorkspace,
  workspaceOpened,
} from "./harness/steps.mjs";

/** A password that may be in no file of ours. */
const SECRET = "canary-5e1d-opensesame";

test("a real workspace is created, guarded and removed", async (t) => {
  const home = freshHome();
  const service = await openLogin(t, SECRET);
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);

  await describeWorkspace(window, { name: "Acme live", base: service.base, username: service.username, secret: SECRET });
  await window.click("radio", "Red");
  await pictures(t, window, "workspace-new");
  await window.click("button", "Save and open");
  await workspaceOpened(window, "Acme live");
  await window.reads("Password in the keyring", await window.find("contentinfo"));
  await checkAppearance(window, "workspace-open");

  await t.test("a send reaches only its own service", async () => {
    await openCampaign(window, "Spring launch, DE");
    await changeField(window, "Name", "Sent to Acme");
    await openView(window, "Review and send");
    await hasColour(window, "Acme live", "red");
    await window.click("button", "Send 1 to Acme live");
    await window.find("button", "Show receipts");
    assert.equal(await service.countNamed("Sent to Acme"), 1);
  });

  await t.test("production asks for the name before much is sent", async () => {
    await choose(window, "Workspace settings", /Workspace settings/);
    await window.find("dialog", "Workspace settings");
    await window.reads(/kept in your system’s keyring/);
    await window.click("checkbox", /^Production/);
    await window.fill("textbox", "Ask for the name above how many drafts", "0");
    await window.click("button", "Save");
    await window.gone("dialog", "Workspace settings");
    await openCampaign(window, "Brand film, EMEA");
    await changeField(window, "Name", "Brand film, guarded");
    await openView(window, "Review and send");
    const release = await window.find("button", "Send 1 to Acme live");
    assert.equal(await release.isEnabled(), false);
    await checkAppearance(window, "workspace-production");
    await window.fill("textbox", "Type “Acme live” to confirm", "Acme live");
    await window.click("button", "Send 1 to Acme live");
    await window.find("button", "Show receipts");
    assert.equal(await service.countNamed("Brand film, guarded"), 1);
  });

  await t.test("removal shows the losses and offers an export", async (t) => {
    await window.click("button", /^Acme live workspace/);
    await window.find("dialog", "Workspaces");
    await window.click("button", /^Practice/, await window.find("table", "Workspaces"));
    await workspaceOpened(window, "Practice");
    await window.click("button", /^Practice workspace/);
    await pictures(t, window, "workspaces");
    await window.click("button", "More about Acme live");
    await window.click("menuitem", "Remove…");
    await window.find("dialog", "Remove “Acme live”?");
    await window.reads("2 receipts");
    await pictures(t, window, "workspace-remove");
    await window.click("button", "Export drafts and receipts, then remove");
    await window.reads("“Acme live” was removed.");
    const [file] = readdirSync(join(home, "exports"));
    assert.match(readFileSync(join(home, "exports", file), "utf8"), /"receipt"/);
    assert.ok(!everything(home).includes(SECRET), "the password is in no file");
  });
});

test("a read-only workspace is created and left by keyboard", async (t) => {
  const service = await openLogin(t, SECRET);
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await typeWorkspace(window, "Acme test", service, SECRET);
  await window.tabTo("button", "Save and open");
  await window.press(Key.ENTER);
  await workspaceOpened(window, "Acme test");

  await choose(window, "read-only", /Make the workspace read-only/);
  await window.reads("Read-only", await window.find("banner"));
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Not to be sent");
  await openView(window, "Review and send");
  await window.reads("Read-only: nothing is sent.");
  await hasColour(window, "Acme test", "blue");
  assert.equal(await (await window.find("button", "Send 1 to Acme test")).isEnabled(), false);
  await checkAppearance(window, "workspace-read-only");

  await window.press(Key.chord(Key.CONTROL, Key.SHIFT, "o"));
  await window.focused("button", /^Acme test/);
  await window.press(Key.ARROW_UP);
  await window.focused("button", /^Practice/);
  await window.press(Key.ENTER);
  await workspaceOpened(window, "Practice");
  await saved(window);
});

test("plain HTTP to another host needs consent", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.click("button", / workspace\b/, await window.find("banner"));
  await window.click("button", "New workspace", await window.find("dialog", "Workspaces"));
  await window.find("dialog", "New workspace");
  await window.choose("Login", "No login");
  await window.fill("textbox", "Name", "Old server");
  await window.fill("textbox", "Address of the service", "http://ads.invalid/api");
  await window.reads(/This address is not encrypted/);
  await window.click("button", "Save and open");
  await window.reads("Choose it here, or use an https:// address.");
  await pictures(t, window, "workspace-unencrypted");
  await window.click("checkbox", "Use it without encryption anyway");
  await window.click("button", "Save and open");
  await window.find("button", startsWith("Old server workspace"));

  // The way to this computer needs no encryption, and so no choice.
  await choose(window, "Workspace settings", /Workspace settings/);
  await window.find("dialog", "Workspace settings");
  assert.equal(await (await window.find("checkbox", "Use it without encryption anyway")).isSelected(), true);
  await window.fill("textbox", "Address of the service", "http://127.0.0.1:9/api");
  await window.gone("checkbox", "Use it without encryption anyway");
});

/** Sees that the open workspace is drawn in its colour, in the top bar and beside what sends. */
async function hasColour(window, name, colour) {
  const pill = await window.find("button", startsWith(`${name} workspace`));
  const send = await window.find("button", `Send 1 to ${name}`);
  const { expected, drawn } = await window.measure(workspaceColours, pill, send, colour);
  assert.match(expected, /^rgb/);
  assert.deepEqual(drawn, [expected, expected, expected]);
}

/** All that is in a folder, as one text. */
function everything(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => readFileSync(file, "latin1")).join("\n");
}
