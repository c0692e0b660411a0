import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { changeField, chooseTheme, fetched, openCampaign, openReceipt, openView, saved, sendAll, setField } from "./harness/steps.mjs";

const looks = [
  ["light", "Light theme", [1280, 800]],
  ["dark", "Dark theme", [1280, 800]],
  ["small", "Light theme", [1100, 700]],
];

/** A picture in both themes and in a small window; each has to be accessible and whole. */
async function checkAppearance(window, name, open, close) {
  for (const [suffix, theme, size] of looks) {
    await chooseTheme(window, theme);
    await window.resize(...size);
    await open?.();
    await window.picture(`${name}-${suffix}`);
    assert.deepEqual(await window.violations(), [], `${name}-${suffix}`);
    assert.deepEqual(await window.cutOff(), [], `${name}-${suffix}`);
    await close?.();
  }
  await window.resize(1280, 800);
}

test("the first steps complete the main job by keyboard", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  const steps = () => window.find("complementary", "First steps");
  const now = (title) => window.find("listitem", new RegExp(`^Now:.*${title}`));
  const showMe = async () => {
    await window.focus("button", "Show me");
    await window.press(Key.ENTER);
  };

  await t.test("1: a campaign is opened and changed", async () => {
    await now("Open and change a campaign");
    await checkAppearance(window, "welcome");
    await showMe();
    await window.focused("textbox", "Name");
    await window.chord(Key.CONTROL, "a");
    await window.press("Spring launch, Germany", Key.TAB);
    await now("See and fix a finding");
  });
  await t.test("2: a finding is seen and mended", async () => {
    await showMe();
    await window.focused("combobox", "Trafficking mode");
    await setField(window, "Trafficking mode", "simple");
    await window.reads(/62000/, await window.find("region", "Findings"));
    await window.reads("Here is a finding", await steps());
    await window.picture("welcome-finding");
    await setField(window, "Trafficking mode", "advanced");
    await saved(window);
    await now("Review and send");
  });
  await t.test("3: it is reviewed and sent", async () => {
    await showMe();
    await window.find("checkbox", "Send “Spring launch, Germany”");
    await window.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
    await window.chord(Key.CONTROL, Key.ENTER);
    await window.find("button", "Show receipts");
    await now("See the receipt");
  });
  await t.test("the receipt is seen, and all is done", async () => {
    await showMe();
    await window.find("article", "Receipt");
    await window.reads("You have done the whole job once", await steps());
    await window.picture("welcome-done");
  });
  await t.test("the end leads to a service of one's own", async () => {
    await window.focus("button", "Connect your own service…");
    await window.press(Key.ENTER);
    await window.find("dialog", "New workspace");
    await window.press(Key.ESCAPE);
    await window.gone("dialog", "New workspace");
    await window.focused("button", "Connect your own service…");
  });
  await t.test("closed for good, and found again in the palette", async () => {
    await window.focus("button", "Close the first steps");
    await window.press(Key.ENTER);
    await window.gone("complementary", "First steps");
    await window.chord(Key.CONTROL, "k");
    await window.press("first steps");
    await window.find("option", /^First steps/);
    await window.press(Key.ENTER);
    await now("Open and change a campaign");
  });
});

test("a paused practice service counts as an outage", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Brand film, EMEA");
  await window.chord(Key.CONTROL, "k");
  await window.press("pause");
  await window.find("option", /^Pause the practice service/);
  await window.press(Key.ENTER);
  await window.reads(/Paused since \d\d:\d\d/);
  await window.reads("Practice service paused", await window.find("contentinfo"));

  await t.test("an edit is saved all the same", () => changeField(window, "Notes", "Written while offline."));
  await t.test("a failed fetch says why and what to do", async () => {
    await window.press(Key.F5);
    await window.reads(/The service cannot be reached/, await window.find("log", "Messages"));
    await checkAppearance(window, "paused");
  });
  await t.test("a send loses nothing", async () => {
    await openView(window, "Review and send");
    await window.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
    await window.click("button", /^Send \d+ to Practice$/);
    await window.find("button", "Show receipts");
    await window.picture("paused-send");
  });
  await t.test("resuming sends nothing by itself", async () => {
    await window.click("button", "Resume");
    await window.gone("button", "Resume");
    await window.reads("Not tried yet", await window.find("contentinfo"));
    await openView(window, "Drafts");
    await window.find("rowheader", /Brand film, EMEA/);
    await sendAll(window);
    await window.reads("Confirmed", await openReceipt(window, "Brand film, EMEA"));
    await window.reads("Online", await window.find("contentinfo"));
  });
});

test("a message takes no focus until Ctrl+F6", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await openCampaign(window, "Spring launch, DE");
  await changeField(window, "Name", "Spring launch, Germany");
  await window.focus("button", "Discard draft");
  await window.press(Key.ENTER);
  await window.reads("Draft discarded.", await window.find("log", "Messages"));
  await window.focus("grid", "Campaigns");
  await window.chord(Key.CONTROL, Key.F6);
  await window.focused("button", "Undo");
  await checkAppearance(window, "message");
  await window.focus("grid", "Campaigns");
  await window.chord(Key.CONTROL, Key.F6);
  await window.press(Key.ENTER);
  await window.find("heading", "Spring launch, Germany");
  await t.test("all messages are kept", async () => {
    const open = async () => {
      await window.chord(Key.CONTROL, Key.SHIFT, "m");
      await window.reads("Draft discarded.", await window.find("dialog", "All messages"));
    };
    const close = async () => {
      await window.press(Key.ESCAPE);
      await window.gone("dialog", "All messages");
    };
    await checkAppearance(window, "messages", open, close);
  });
});
