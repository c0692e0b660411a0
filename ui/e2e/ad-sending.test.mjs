import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import {
  changeField,
  choose,
  closeWelcome,
  fetched,
  openReceipt,
  openTab,
  openView,
  saved,
  sendAll,
  setField,
  startsWith,
} from "./harness/steps.mjs";

const ad = "Loyalty Q1, Nordics, quiz, EXP";

/** A window with an ad of the practice service that is open. */
async function withAd(t) {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await choose(window, "fetch the ads", /^Fetch the ads/);
  await window.click("button", /^Expandable/, await window.find("navigation", "Views"));
  await window.click("gridcell", startsWith(ad));
  await window.find("tablist", "Review");
  return window;
}

test("an ad change is sent like a campaign's", async (t) => {
  const window = await withAd(t);
  await openTab(window, "Fields");
  await changeField(window, "Name", "Loyalty Q1, Nordics, renamed");
  await checkAppearance(window, "ad-draft-fields");
  await openView(window, "Review and send");
  await window.reads(/1 changed · \d+ unchanged · 0 dropped/);
  await checkAppearance(window, "ad-send-review");
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Loyalty Q1, Nordics, renamed"));
  await checkAppearance(window, "ad-send-receipt");
  await window.click("button", "Open ad");
  await window.find("heading", "Loyalty Q1, Nordics, renamed");
  await window.find("tab", "Review");
});

test("a copied ad is reviewed and sent once", async (t) => {
  const window = await withAd(t);
  await choose(window, "new ad from this", /^New ad from this one/);
  await window.find("tab", "Fields");
  await setField(window, "Name", "Loyalty Q1, Nordics, copied");
  await saved(window);
  await checkAppearance(window, "ad-copy-fields");
  await openTab(window, "Review");
  const tabs = await window.find("tablist", "Review");
  await window.find("tabpanel", /^Layout/);
  await checkAppearance(window, "ad-copy-layout");
  await window.click("tab", /^Tracking/, tabs);
  await window.find("table", "Addresses");
  await sendAll(window);
  await window.reads("Confirmed", await openReceipt(window, "Loyalty Q1, Nordics, copied"));
});
