import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { openHostile } from "./harness/hostile.mjs";
import { pictures } from "./harness/looks.mjs";
import { choose, closeWelcome, fetched, openTab } from "./harness/steps.mjs";
import { worstBanner, worstInStream } from "./harness/worst.mjs";

function fileOf(t, content) {
  const folder = mkdtempSync(join(tmpdir(), "adwright-worst-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "worst.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** A window into which a file was brought, on the list with this digit. */
async function withFile(t, digit, content) {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await window.chord(Key.CONTROL, digit);
  await window.chord(Key.CONTROL, "i");
  await window.focused("textbox", "Pasted text");
  await window.press(fileOf(t, content));
  await window.chord(Key.CONTROL, Key.ENTER);
  return window;
}

/** Each tab of the review says what the ad says, as text; and is accessible in both themes. */
async function reviewed(t, window, name, tabs) {
  await window.find("tablist", "Review");
  for (const tab of tabs) {
    await window.click("tab", new RegExp(`^${tab}`), await window.find("tablist", "Review"));
    const panel = await window.find("tabpanel", new RegExp(`^${tab}`));
    assert.match(await window.text(panel), /<script>/, tab);
    await pictures(t, window, `${name}-${tab.toLowerCase()}`);
  }
}

/** No text of an ad ran, none was taken for markup, and nobody was asked for anything. */
async function nothingRan(window, origin) {
  assert.notEqual(await window.measure((done) => done(document.title)), "run");
  assert.deepEqual(await window.blockedByPolicy(), []);
  assert.deepEqual(origin.otherRequests, []);
}

test("the worst banner runs nothing and blanks no view", async (t) => {
  const origin = await openHostile(t);
  const window = await withFile(t, "9", worstBanner(origin.other));
  await reviewed(t, window, "worst-ad", ["Layout", "Assets", "Tracking", "Interactions", "Versions"]);
  await openTab(window, "Fields");
  await window.find("heading", "Panels");
  await window.picture("worst-ad-fields");
  await openTab(window, "Source");
  await window.reads('"HTML5ExpandableBannerAd"');
  await window.picture("worst-ad-source");
  await nothingRan(window, origin);
});

test("the worst in-stream ads run nothing when compared", async (t) => {
  const origin = await openHostile(t);
  const window = await withFile(t, "7", [worstInStream(origin.other, 8, 0), worstInStream(origin.other, 9, 1)]);
  await window.reads("Imported 2 ads from");
  await window.click("gridcell", /^Worst film 0/);
  await reviewed(t, window, "worst-film", ["Layout", "Timeline", "Assets", "Tracking", "Interactions", "Versions"]);
  await openTab(window, "Fields");
  await window.find("heading", "Creative");
  const drawn = await window.measure((done) => done(document.querySelectorAll("*").length));
  assert.ok(drawn < 8000, `${drawn} elements for thousands of parts and what is wrong with them`);
  await pictures(t, window, "worst-film-fields");
  await openTab(window, "Source");
  await window.reads('"InStreamInteractiveAd"');
  await window.picture("worst-film-source");
  for (const film of [0, 1]) await window.click("checkbox", new RegExp(`^Select “?Worst film ${film}`));
  await choose(window, "compare selected", /^Compare selected ads/);
  await window.find("heading", "2 ads compared");
  await window.reads(/5,000 differing fields are listed, and [\d,]+ more differ/);
  await pictures(t, window, "worst-film-compare");
  await nothingRan(window, origin);
});
