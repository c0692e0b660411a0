import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { Key } from "selenium-webdriver";

import { freshHome, openApp, startAgain } from "./harness/app.mjs";
import { openDisk } from "./harness/disk.mjs";
import { fetched, fieldValue, openCampaign, openDraft, openView, saved, setField, startsWith } from "./harness/steps.mjs";

/** A database in format 99, in SQLite's own file format: a table refinery_schema_history with that one row. */
const ofTomorrow = [
  "H4sIAAAAAAACAwsO9MksSVVIyy/KTSxRMGZgYmBkZHBQUGBgADIZGJgZEIARiFnQ+IQAE4NeMiMv4w8g4y0Dw1vGlQwDCRotGdnFra0ZmzhLEp",
  "NyUotS0zLzUosq44uTM1JzE+MzMotL8osqcQgzOQe5Ooa4KoQ4Ovm4KuBQpFGWWlScmZ+n4OkXYqIQEOTp6xgUqeDtGqmTl5ibqhDmGOTs4Rik",
  "YWRqqqmTWFCQk5maEg9UjSIONDA5u7g0F0VU05eJTTzRmpEhMy8ltaK4MAcYa/GJpSX5YH48DufEG+KQAMUrByhIeEERyXiPAYhGwbADCoysjO",
  "Km/Mk5iSWpRUYGRua6BoZAFGJgYAVGUYZc4Pj/zQBEo2BkARZmRs5kAGb6K+gABgAA",
].join("");

const garbage = "this is no database. ".repeat(1000);

test("a second start focuses the first window", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  assert.equal(await startAgain(home), 0);
  await window.reads("Adwright is already open");
  await window.picture("second-start");
});

test("a damaged database is reported, kept and replaced", async (t) => {
  const home = freshHome();
  writeFileSync(join(home, "adwright.db"), garbage);
  const { window } = await openApp(t, home);
  await window.reads("The local database is damaged");
  await window.reads(home);
  await pictures(window, "damaged");
  await window.click("button", "Start with an empty workspace");
  await fetched(window);
});

test("a newer database stays untouched, its backup opens", async (t) => {
  const home = freshHome();
  const before = await openApp(t, home);
  await fetched(before.window);
  await openCampaign(before.window, "Spring launch, DE");
  await setField(before.window, "Name", "Spring launch, Berlin");
  await saved(before.window);
  await before.leave();
  const file = join(home, "adwright.db");
  assert.equal(existsSync(`${file}-wal`), false);
  // Only the copy from before the newer version is of interest here.
  rmSync(join(home, "backups"), { recursive: true, force: true });
  mkdirSync(join(home, "backups"));
  renameSync(file, join(home, "backups", "adwright-format-1-1.sqlite"));
  writeFileSync(file, gunzipSync(Buffer.from(ofTomorrow, "base64")));

  const { window } = await openApp(t, home);
  await window.reads(/written by a newer version of Adwright \(its format is 99, this version knows \d+\)/);
  await window.reads("nothing was changed");
  await pictures(window, "newer");
  await window.focused("button", "Try again");
  await window.press(Key.TAB);
  await window.focused("button", startsWith("Restore the copy"));
  await window.press(Key.ENTER);
  await openView(window, "Drafts");
  await window.find("rowheader", startsWith("Spring launch, Berlin"));
});

test("damaged practice data is replaced by keyboard alone", async (t) => {
  const home = freshHome();
  writeFileSync(join(home, "practice.db"), garbage);
  const { window } = await openApp(t, home);
  await window.reads("Your drafts are safe");
  await window.focused("button", "Try again");
  await window.press(Key.TAB);
  await window.focused("button", "Start Practice with new data");
  await window.press(Key.ENTER);
  await fetched(window);
});

test("text typed on a full disk is saved later", async (t) => {
  const disk = await openDisk(t);
  const before = await openApp(t, disk.home, { within: disk });
  await fetched(before.window);
  // After an orderly end SQLite's log is gone, and with it the room in it.
  await before.leave();
  const first = await openApp(t, disk.home, { within: disk });
  await openCampaign(first.window, "Spring launch, DE");
  disk.fill();
  const text = await typeUntilRefused(first.window);
  await first.window.reads(/Not saved: 1 field/, await first.window.find("contentinfo"));
  await first.window.reads("The disk is full.");
  assert.equal(await fieldValue(first.window, "Notes"), text);
  await pictures(first.window, "full-disk");
  disk.makeRoom();
  await saved(first.window);
  await first.kill();

  const second = await openApp(t, disk.home, { within: disk });
  await openDraft(second.window, "Spring launch, DE");
  assert.equal(await fieldValue(second.window, "Notes"), text);
});

test("a read-only home is reported, later it opens", async (t) => {
  const disk = await openDisk(t);
  await disk.protect();
  const { window } = await openApp(t, disk.home, { within: disk });
  await window.reads("Read-only file system");
  await window.reads(disk.home);
  await window.press(Key.ENTER);
  await window.reads("Read-only file system");
  await disk.unprotect();
  await window.focused("button", "Try again");
  await window.press(Key.ENTER);
  await fetched(window);
});

/** SQLite has room of its own for a while. Gives the text that could not be saved. */
async function typeUntilRefused(window) {
  for (let number = 0; ; number += 1) {
    const text = `${number} ${"as long as it takes ".repeat(60)}`.trim();
    await setField(window, "Notes", text);
    const status = await window.reads(/Everything saved|Not saved/, await window.find("contentinfo"));
    if (status[0] === "Not saved") return text;
  }
}

/** In both themes and at the smallest size that is drawn for, without anything against WCAG. */
async function pictures(window, name) {
  for (const [theme, width, height] of [
    ["light", 1360, 820],
    ["dark", 1100, 700],
  ]) {
    await window.setTheme(theme);
    await window.resize(width, height);
    assert.deepEqual(await window.violations(), []);
    await window.picture(`${name}-${theme}`);
  }
}
