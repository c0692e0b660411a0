import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, fetched, fieldValue, openCampaign, openDraft, openTab } from "./harness/steps.mjs";
import { pictures } from "./harness/looks.mjs";

const spring = "Spring launch, DE";

test("source is edited, completed, compared and undone by keyboard", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await openCampaign(window, spring);
  await openTab(window, "Source");
  const editor = await window.find("textbox", "Source text");
  await window.reads(`"name": "${spring}"`, editor);

  // Names are offered where a name belongs, and a new member comes with a value to fill in.
  await window.focus("textbox", "Source text");
  await window.chord(Key.CONTROL, Key.HOME);
  await window.press(Key.ARROW_DOWN, Key.ARROW_DOWN, Key.ARROW_DOWN);
  await window.chord(Key.CONTROL, Key.SHIFT, "k");
  await window.press(Key.ARROW_UP, Key.END, Key.ENTER, '"client');
  await window.find("option", /clientRefId/);
  await pictures(t, window, "source-completion");
  await window.press(Key.ENTER, '"ours-1', Key.END, ",");
  await window.reads('"clientRefId": "ours-1"', editor);
  await window.reads("Everything saved");
  await window.reads(/1 change, saved/);
  await window.find("tab", /^Changes 1/);

  // What is broken is kept, named with its place, and found by F8.
  await window.chord(Key.CONTROL, Key.END);
  await window.press(Key.BACK_SPACE);
  const findings = await window.find("region", "Findings");
  await window.reads(/is not well-formed JSON/, findings);
  await window.chord(Key.CONTROL, Key.HOME);
  await window.press(Key.F8);
  assert.ok(await window.isFocused(editor), "F8 stays in the text");
  await pictures(t, window, "source-broken");
  await window.press("}");
  await window.reads(/lines?, 1 changed/);

  await window.click("checkbox", "Differences");
  await window.find("button", "Revert");
  await pictures(t, window, "source-differences");
  await window.click("button", "Revert");
  await window.reads(/no changes, saved/);
  await window.click("checkbox", "Differences");

  // Undo is the draft's own, in the text as in a field.
  await window.focus("textbox", "Source text");
  await window.chord(Key.CONTROL, "z");
  await window.reads('"clientRefId": "ours-1"', editor);
  await window.chord(Key.CONTROL, Key.SHIFT, "z");
  await window.reads(/no changes, saved/);

  // What is changed elsewhere meanwhile stands in the text, and is not taken back by typing there.
  await window.chord(Key.CONTROL, Key.END);
  await window.press(Key.SPACE);
  await openTab(window, "Fields");
  await changeField(window, "Notes", "From the form");
  await openTab(window, "Source");
  await window.reads('"notes": "From the form"', await window.find("textbox", "Source text"));
  assert.deepEqual(await window.blockedByPolicy(), []);
});

test("source text survives the window, even broken", async (t) => {
  const home = freshHome();
  const first = await openApp(t, home);
  await fetched(first.window);
  await openCampaign(first.window, spring);
  await openTab(first.window, "Source");
  await first.window.focus("textbox", "Source text");
  await first.window.chord(Key.CONTROL, Key.HOME);
  await first.window.press(Key.END, " broken");
  await first.window.reads(/is not well-formed JSON/);
  await first.window.reads("Everything saved");
  await first.close();

  const { window } = await openApp(t, home);
  await openDraft(window, spring);
  await window.reads(/Fix it under Source, or undo/);
  await openTab(window, "Source");
  await window.reads("{ broken", await window.find("textbox", "Source text"));
  await window.focus("textbox", "Source text");
  await window.chord(Key.CONTROL, "z");
  await window.reads(/lines?$|lines Differences/);
  await openTab(window, "Fields");
  assert.equal(await fieldValue(window, "Name"), spring);
});
