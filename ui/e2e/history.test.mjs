import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance, pictures } from "./harness/looks.mjs";
import { openService } from "./harness/service.mjs";
import {
  changeField,
  choose,
  chooseTheme,
  fetched,
  fieldValue,
  openCampaign,
  openReceipt,
  openTab,
  openView,
  sendAll,
} from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

const spring = 1072288341;

test("history is listed, compared and restored by mouse", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await openTab(window, "History");
  await window.reads("It has been fetched once.");
  await window.picture("history-first");

  await openTab(window, "Fields");
  await changeField(window, "Notes", "Ours.");
  await sendAll(window);
  await openView(window, "Campaigns");
  await openTab(window, "History");
  await changedElsewhere(t, window, home, { notes: "Theirs.", budget: 7 });
  await window.reads(/Fetched Budget and Notes/);
  await openTab(window, "Fields");
  await changeField(window, "Name", "Spring launch, Germany");
  await openTab(window, "History");
  const history = await window.find("grid", "History");
  await window.reads(
    /Draft edit Change of Name.*Draft created.*Fetched Budget and Notes.*on the service.*Sent Notes.*Fetched First seen/,
    history,
  );

  await window.click("gridcell", /First seen/, history);
  await window.reads("This is the oldest entry");
  await window.choose("Compare with", /^Draft .*Change of Name$/);
  const differs = await window.find("table", "What differs");
  await window.reads("Spring launch, Germany", differs);
  await window.reads(/values are the same in both/);
  for (const [theme, label] of [
    ["light", "Light theme"],
    ["dark", "Dark theme"],
  ]) {
    await chooseTheme(window, label);
    await window.picture(`history-${theme}`);
    assert.deepEqual(await window.violations(), []);
  }
  await chooseTheme(window, "Light theme");
  await window.click("button", /^Restore Notes from Fetched/);
  await window.reads(/Notes is in the draft as in “Fetched/);
  await openTab(window, "Changes");
  await window.reads("Theirs.", await window.find("table", "Changes"));

  await openTab(window, "History");
  await window.click("button", /^Restore all from Fetched/, await window.find("region", "Comparison"));
  await window.reads(/All that can be restored is in the draft/);
  await window.click("gridcell", "Draft created", await window.find("grid", "History"));
  await window.click("button", "Go to this point");
  await openTab(window, "Changes");
  await window.reads("No changes");
  await window.resize(1100, 700);
  await openTab(window, "History");
  await window.reads("undone", await window.find("grid", "History"));
  await window.picture("history-small");
  assert.deepEqual(await window.cutOff(), []);
});

test("a field is restored by keyboard alone", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await choose(window, "Spring launch, DE", /^Spring launch, DE/);
  await window.find("heading", "Spring launch, DE");
  await changedElsewhere(t, window, home, { name: "Renamed elsewhere" });
  await window.find("heading", "Renamed elsewhere");
  await choose(window, "show history", /^Show history/);
  await window.find("table", "What differs");
  await window.tabTo("grid", "History");
  await window.press(Key.ARROW_DOWN);
  await window.press(Key.ENTER);
  await window.reads("This is the oldest entry");
  await window.press(Key.ARROW_UP);
  await window.press(Key.ENTER);
  await window.find("table", "What differs");
  await window.tabTo("combobox", "Compare with");
  await window.tabTo("button", /^Restore Name from Fetched/);
  await window.press(Key.ENTER);
  await window.reads(/Name is in the draft as in “Fetched/);
  await window.find("heading", "Spring launch, DE");
  await window.press(Key.chord(Key.CONTROL, "z"));
  await window.find("heading", "Renamed elsewhere");
  await window.press(Key.chord(Key.CONTROL, Key.SHIFT, "z"));
  await window.find("heading", "Spring launch, DE");
  await choose(window, "show fields", /^Show fields/);
  assert.equal(await fieldValue(window, "Name"), "Spring launch, DE");
});

/** Someone else changes the campaign, and the newest is fetched. */
async function changedElsewhere(t, window, home, members) {
  const service = await openService(t, home);
  await service.touch(spring, members);
  await window.press(Key.F5);
}

test("what was sent is grouped, limited and exported", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  for (const name of ["Spring launch, DE", "Brand film, EMEA"]) {
    await openCampaign(window, name);
    await changeField(window, "Notes", "Ours.");
    await sendAll(window);
  }
  await openView(window, "Sent");
  const names = async () => (await window.all("gridcell", /^(Spring launch, DE|Brand film, EMEA)/)).length;
  await window.click("checkbox", "Group by send");
  await eventually("a head above each item", async () => (await window.all("rowheader", "1 item")).length === 2);
  await checkAppearance(window, "sent-by-send");
  await window.fill("searchbox", "Search sent items", "spring");
  await eventually("one item", async () => (await names()) === 1);
  await window.fill("textbox", "Until", "yesterday");
  await window.reads("No sent item fits the search, person and dates.");
  await window.click("button", "Show all");
  await eventually("both items", async () => (await names()) === 2);
  await window.click("button", "Export…");
  await window.focused("radio", /^CSV/);
  await pictures(t, window, "export");
  await window.click("radio", /^Web page/);
  await window.press(Key.ENTER);
  await window.find("button", "Open to print", await window.find("log", "Messages"));
});

test("a sent change is taken back by a draft", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  const before = await fieldValue(window, "Notes");
  await changeField(window, "Notes", "Ours.");
  await sendAll(window);
  const receipt = await openReceipt(window, "Spring launch, DE");
  await window.click("checkbox", "Select “Spring launch, DE”");
  await window.find("toolbar", "Selected items");
  await window.click("button", "Undo", receipt);
  await pictures(t, window, "undo-menu");
  await window.click("menuitem", "Undo this change");
  await window.click("button", "Review the draft");
  await window.find("heading", "Review and send");
  await window.reads("Only your 1 selected draft.");
  await checkAppearance(window, "undo-review");
  await window.click("button", /^Send 1 to Practice$/);
  await window.find("button", "Show receipts");
  await openView(window, "Campaigns");
  await openCampaign(window, "Spring launch, DE");
  assert.equal(await fieldValue(window, "Notes"), before);
});
