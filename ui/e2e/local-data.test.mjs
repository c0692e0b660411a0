import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { pictures } from "./harness/looks.mjs";
import { changeField, choose, fetched, fieldValue, openCampaign } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const spring = "Spring launch, DE";

test("a draft is restored from a backup by keyboard", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await choose(window, "restore from a backup", /^Restore from a backup/);
  await window.reads("No backups yet");
  await pictures(t, window, "backups-none");
  await window.press(Key.ESCAPE);

  await openCampaign(window, spring);
  await changeField(window, "Notes", "Backed up.");
  await eventually("the daily backup", async () => backups(home).length === 1);
  await changeField(window, "Notes", "Later.");
  await choose(window, "restore from a backup", /^Restore from a backup/);
  await window.focused("tab", "Backups");
  await window.tabTo("button", `Compare “${spring}”`);
  await window.press(Key.ENTER);
  await window.find("table", `Changes of “${spring}”`);
  await pictures(t, window, "backups-compared");
  await window.tabTo("button", `Restore “${spring}”`);
  await window.press(Key.ENTER);
  await window.reads("restored");
  await window.focused("button", `Restore “${spring}”`);
  await window.press(Key.ESCAPE);
  await openCampaign(window, spring);
  assert.equal(await fieldValue(window, "Notes"), "Backed up.");

  await choose(window, "data on this computer", /^Data on this computer/);
  await window.choose("Old versions and raw replies stay", "6 months");
  await window.reads("Nothing is older than 6 months.");
  await pictures(t, window, "local-data");
  await window.click("button", "Set the rule");
  await window.reads(/Versions and replies stay for 6 months/);
});

/** Returns the backups in a home. */
function backups(home) {
  try {
    return readdirSync(join(home, "backups")).filter((name) => name.endsWith(".sqlite"));
  } catch {
    return [];
  }
}
