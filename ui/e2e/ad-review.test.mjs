import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { pictures } from "./harness/looks.mjs";
import { openService } from "./harness/service.mjs";
import { choose, closeWelcome, fetched, openTab, startsWith } from "./harness/steps.mjs";

/** The lists of ads, with an ad of each and the tabs that its review has. */
const lists = [
  { name: "in-stream", link: /^In-stream/, ad: "Loyalty Q1, Nordics, quiz, VID", more: ["Timeline"] },
  { name: "expandable", link: /^Expandable/, ad: "Loyalty Q1, Nordics, quiz, EXP", more: [] },
  { name: "html5-expandable", link: /^HTML5 expandable/, ad: "Loyalty Q1, Nordics, quiz, HTML", more: [] },
];
const tabs = ["Assets", "Tracking", "Interactions", "Versions"];

/** A window with the ads of the practice service. */
async function withAds(t, home = freshHome()) {
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  await choose(window, "get the ads", /^Get the ads/);
  return window;
}

test("each kind of ad is reviewed by mouse, tab by tab", async (t) => {
  const window = await withAds(t);
  for (const { name, link, ad, more } of lists) {
    await window.click("button", link, await window.find("navigation", "Views"));
    await window.click("gridcell", startsWith(ad));
    for (const tab of ["Layout", ...more, ...tabs]) {
      await window.click("tab", new RegExp(`^${tab}`), await window.find("tablist", "Review"));
      await window.find("tabpanel", new RegExp(`^${tab}`));
      await pictures(t, window, `ad-${name}-${tab.toLowerCase()}`);
    }
  }
  assert.deepEqual(await window.keptOut(), []);
});

test("an ad is looked at, made larger and compared by keyboard alone", async (t) => {
  const window = await withAds(t);
  await window.chord(Key.CONTROL, "8");
  await window.find("gridcell", /^Loyalty Q1, Nordics/);
  await window.tabTo("grid", "Expandable banners");
  await window.press(Key.SPACE);
  await window.press(Key.ARROW_DOWN);
  await window.press(Key.SPACE);
  await window.press(Key.ENTER);
  await window.find("tablist", "Review");
  await window.tabTo("combobox", "Show");
  await window.tabTo("group", /shows all of it/);
  await window.press("+");
  await window.press("+");
  await window.press("0");
  await choose(window, "compare selected", /^Compare selected ads/);
  await window.find("heading", "2 ads compared");
  await window.find("table", "What differs");
  await pictures(t, window, "ad-compare");
});

test("two versions of an ad lie one over the other in its history", async (t) => {
  const home = freshHome();
  const window = await withAds(t, home);
  const service = await openService(t, home);
  const resized = (panel) => ({ ...panel, width: panel.width - 120, height: panel.height + 80 });
  await service.touchAd("Loyalty Q1, Nordics, quiz, EXP", ({ panels }) => ({ width: 728, height: 90, panels: panels.map(resized) }));
  await choose(window, "get the ads", /^Get the ads/);
  await window.click("button", /^Expandable/, await window.find("navigation", "Views"));
  await window.click("gridcell", startsWith("Loyalty Q1, Nordics, quiz, EXP"));
  await window.find("tablist", "Review");
  await openTab(window, "History");
  await window.find("list", "Versions that lie one over the other");
  await window.find("table", "What differs");
  await pictures(t, window, "ad-history-layouts");
});
