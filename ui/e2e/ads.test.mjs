import assert from "node:assert/strict";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { checkAppearance } from "./harness/looks.mjs";
import { closeWelcome, fetched, startsWith } from "./harness/steps.mjs";

const views = (window) => window.find("navigation", "Views");

test("ads are fetched, listed by kind and opened", async (t) => {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);

  await t.test("a list without ads says how to fetch them", async () => {
    await window.click("button", "In-stream", await views(window));
    await window.reads("No ads here yet");
    await window.picture("ads-none");
  });

  await t.test("the ads come, with their numbers in the navigation", async () => {
    await window.click("button", "Fetch the ads");
    await window.find("grid", "In-stream ads");
    await window.find("button", /^In-stream ?\d+$/, await views(window));
    await checkAppearance(window, "ads-in-stream");
  });

  await t.test("each kind has a list with its own columns", async () => {
    await window.click("button", startsWith("Expandable"), await views(window));
    await window.find("columnheader", startsWith("Panels"), await window.find("grid", "Expandable banners"));
    await checkAppearance(window, "ads-expandable");
  });

  await t.test("by keyboard: a list, an ad and its review", async () => {
    await window.chord(Key.CONTROL, "9");
    await window.find("grid", "HTML5 expandable banners");
    await window.press(Key.ENTER);
    await window.find("tab", "Review");
    await checkAppearance(window, "ads-open");
  });

  await t.test("names stay in sight while many columns scroll", async () => {
    const grid = await window.find("grid", "HTML5 expandable banners");
    const { moved, staying, gone } = await window.sideways(grid, 5000);
    assert.ok(moved > 500);
    assert.ok(staying > 20);
    assert.deepEqual(gone, []);
    await window.picture("ads-sideways");
    await window.sideways(grid, 0);
  });

  await t.test("a search that nothing is like says so", async () => {
    await window.fill("searchbox", "Search ads", "nothing is called this");
    await window.reads("Nothing found");
    await window.click("button", "Clear search and filters");
    await window.find("grid", "HTML5 expandable banners");
  });
});
