import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { drag } from "./harness/drag.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { choose, closeWelcome, fetched } from "./harness/steps.mjs";

const markup = "<img src=x onerror=document.title='run'><script>document.title='run'</script>";

const banner = (id, name, more = {}) => ({ type: "ExpandableBannerAd", id, name, width: 300, height: 250, initialSize: 90, ...more });

/** A folder with ads in it, gone after the test. */
function folderOf(t, files) {
  const folder = mkdtempSync(join(tmpdir(), "adwright-ads-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, "spring", name, ".."), { recursive: true });
    writeFileSync(join(folder, "spring", name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return join(folder, "spring");
}

const inList = (window, name) => window.find("grid", name);

test("ads are imported, kept apart and removed", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);

  await t.test("an empty list offers import and reports bad text", async (t) => {
    await window.chord(Key.CONTROL, "8");
    await window.reads("No ads here yet");
    await window.chord(Key.CONTROL, "i");
    await window.focused("textbox", "Pasted text");
    await window.press('{"type":"ExpandableBannerAd","name": }');
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.reads("Line 1, column 38: this is not well-formed JSON");
    await pictures(t, window, "ad-files-import");
  });

  await t.test("one pasted ad opens with its review", async () => {
    await window.fill("textbox", "Pasted text", "");
    await window.press(JSON.stringify(banner(7, markup)));
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.find("tab", "Review");
    await window.reads("From pasted text");
    await window.reads("Imported 1 ad from “pasted text”.");
    await checkAppearance(window, "ad-files-open");
    assert.notEqual(await window.measure((done) => done(document.title)), "run");
  });

  await t.test("an imported ad is read-only and without changes", async () => {
    await window.click("tab", "Fields");
    await window.reads("is read-only. Change the file, then import it again.");
    assert.deepEqual(await window.all("tab", /^Changes/), []);
    await checkAppearance(window, "ad-files-fields");
    await window.click("tab", "Source");
    await window.reads("ExpandableBannerAd");
    await window.click("tab", "History");
    await window.reads("No history");
  });

  await t.test("a draft of its own begins from it", async () => {
    await choose(window, "new ad from this", /^New ad from this one/);
    await window.find("tab", /^Changes/);
    await window.reads(/new, saved/);
  });

  await t.test("a folder import links to the skipped files", async (t) => {
    const folder = folderOf(t, {
      "one.json": banner(11, "Brought one"),
      "in/reply.json": { result: [banner(12, "Brought two"), { type: "Campaign", id: 1 }] },
      "in/broken.json": '[{"type":',
      "in/list.json": [
        { type: "Ad", id: 13, name: "Only a summary" },
        { type: "CarouselAd", id: 14, name: "Unknown" },
      ],
    });
    await window.chord(Key.CONTROL, "i");
    await window.focused("textbox", "Pasted text");
    await window.press(folder);
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.reads("Imported 4 ads from 3 files. Skipped 2 files or objects.");
    await window.click("button", "Show what was skipped");
    await window.reads("spring/in/reply.json");
    await window.reads("this is a Campaign, not an ad.");
    await pictures(t, window, "ad-files-left-out");
    await window.press(Key.ESCAPE);
    await window.chord(Key.CONTROL, "i");
    await window.focused("textbox", "Pasted text");
    await window.press(folder);
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.reads("Nothing new: 4 ads from 3 files were imported before.");
    await window.click("button", "Cancel");
  });

  await t.test("partial ads and unknown types become other ads", async () => {
    await window.click("button", /^Other ads/, await window.find("navigation", "Views"));
    await inList(window, "Other ads");
    await window.reads("Only a summary");
    await window.picture("ad-files-other");
  });

  await t.test("an imported ad is compared with the service's", async () => {
    await window.click("button", /^Expandable/, await window.find("navigation", "Views"));
    await inList(window, "Expandable banners");
    await choose(window, "Fetch the ads", /^Fetch the ads/);
    await window.find("button", /^HTML5 expandable ?\d+$/, await window.find("navigation", "Views"));
    const text = await window.text(await inList(window, "Expandable banners"));
    const id = text.match(/\b(\d{8,})\b/)[1];
    await window.chord(Key.CONTROL, "i");
    await window.focused("textbox", "Pasted text");
    await window.press(JSON.stringify(banner(id, "As I remember it")));
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.reads("As I remember it");
    await window.click("button", "Compare with the service's copy");
    await window.find("heading", "2 ads compared");
    await checkAppearance(window, "ad-files-compare");
    await window.click("button", "Close");
  });

  await t.test("those that are ticked go, and come back", async () => {
    await window.fill("searchbox", "Search ads", "Brought");
    await window.reads(/2 of \d+/);
    await window.click("checkbox", /^Select all/);
    await checkAppearance(window, "ad-files-ticked");
    await window.click("button", "Remove imported ads");
    await window.reads("Removed 2 ads. The files stay as they are.");
    await window.reads("Nothing found");
    await window.click("button", "Undo");
    await window.reads("2 ads from files are back.");
    await window.reads("Brought two");
  });
});

// The drag is real: the window is asked by another program, as a file manager asks it. Only no pointer moves on the screen.
test("dropped files are imported only where dropping is allowed", async (t) => {
  const folder = folderOf(t, { "one.json": banner(21, "Dropped one"), "in/ä two.json": banner(22, "Dropped two") });
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  const files = await drag(t, [join(folder, "one.json"), join(folder, "in/ä two.json")]);
  await files.enter();
  await window.find("heading", "Drop to import ads");
  await window.reads(/2 files and folders are read here and kept in “Practice”/);
  await pictures(t, window, "ad-files-drop");
  files.leave();
  await window.gone("heading", "Drop to import ads");
  await files.enter();
  await window.find("heading", "Drop to import ads");
  await files.drop();
  await window.reads("Imported 2 ads from 2 files.");
  await window.gone("heading", "Drop to import ads");
  await window.reads("Dropped two", await inList(window, "Expandable banners"));
});
