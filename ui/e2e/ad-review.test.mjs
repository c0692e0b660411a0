import assert from "node:assert/strict";
import { test } from "node:test";

import { By, Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { clipboard } from "./harness/clipboard.mjs";
import { inspectPicture, placeUnder } from "./harness/in-page.mjs";
import { pictures } from "./harness/looks.mjs";
import { turnWheel } from "./harness/mouse.mjs";
import { openService } from "./harness/service.mjs";
import { choose, closeWelcome, fetched, openTab, startsWith } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** The lists of ads, with an ad of each and the tabs that its review has. */
const lists = [
  { name: "in-stream", link: /^In-stream/, ad: "Loyalty Q1, Nordics, quiz, VID", more: ["Timeline"] },
  { name: "expandable", link: /^Expandable/, ad: "Loyalty Q1, Nordics, quiz, EXP", more: [] },
  { name: "html5-expandable", link: /^HTML5 expandable/, ad: "Loyalty Q1, Nordics, quiz, HTML", more: [] },
];
const tabs = ["Assets", "Tracking", "Interactions", "Versions"];
/** The tabs beside the review. */
const others = ["Fields", "History", "Source"];

/** A window with the ads of the practice service. */
async function withAds(t, home = freshHome()) {
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  await choose(window, "fetch the ads", /^Fetch the ads/);
  return window;
}

/** A window with an expandable banner whose layout is drawn. */
async function withLayout(t, home) {
  const window = await withAds(t, home);
  await window.click("button", /^Expandable/, await window.find("navigation", "Views"));
  await window.click("gridcell", startsWith("Loyalty Q1, Nordics, quiz, EXP"));
  await window.find("tablist", "Review");
  return window;
}

test("each kind of ad is reviewed by mouse", async (t) => {
  const window = await withAds(t);
  for (const { name, link, ad, more } of lists) {
    await window.click("button", link, await window.find("navigation", "Views"));
    await window.click("gridcell", startsWith(ad));
    await openTab(window, "Review");
    for (const tab of ["Layout", ...more, ...tabs]) {
      await window.click("tab", new RegExp(`^${tab}`), await window.find("tablist", "Review"));
      await window.find("tabpanel", new RegExp(`^${tab}`));
      await pictures(t, window, `ad-${name}-${tab.toLowerCase()}`);
    }
    for (const tab of others) {
      await openTab(window, tab);
      await window.find("tabpanel", startsWith(tab));
      if (tab === "Fields") await window.find("heading", "Identity");
      await pictures(t, window, `ad-${name}-${tab.toLowerCase()}`);
    }
  }
  assert.deepEqual(await window.blockedByPolicy(), []);
});

test("an ad is reviewed, zoomed and compared by keyboard", async (t) => {
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
  await window.tabTo("group", /shows the whole drawing/);
  await pressesChangeScale(window);
  await choose(window, "compare selected", /^Compare selected ads/);
  await window.find("heading", "2 ads compared");
  await window.find("table", "What differs");
  await pictures(t, window, "ad-compare");
});

/** Plus makes a drawing larger by a quarter, minus takes that back, and zero shows the whole drawing. */
async function pressesChangeScale(window) {
  const scale = async () => Number.parseInt(await window.text(await window.find("status", "Scale")), 10);
  const all = await scale();
  const reaches = (percent) => eventually(`a scale of ${percent} %`, async () => Math.abs((await scale()) - percent) <= 1);
  for (const [key, times] of [
    ["+", 1.25],
    ["+", 1.25 ** 2],
    ["-", 1.25],
    ["+", 1.25 ** 2],
    ["0", 1],
  ]) {
    await window.press(key);
    await reaches(all * times);
  }
}

test("two versions of an ad overlay in its history", async (t) => {
  const home = freshHome();
  const window = await withLayout(t, home);
  const service = await openService(t, home);
  const resized = (panel) => ({ ...panel, width: panel.width - 120, height: panel.height + 80 });
  await service.touchAd("Loyalty Q1, Nordics, quiz, EXP", ({ panels }) => ({ width: 728, height: 90, panels: panels.map(resized) }));
  await choose(window, "fetch the ads", /^Fetch the ads/);
  await openTab(window, "History");
  await window.find("list", "Overlaid versions");
  await window.find("table", "What differs");
  await pictures(t, window, "ad-history-layouts");
});

test("a drawing is copied as picture and as text", async (t) => {
  const window = await withLayout(t);
  await window.click("button", "Copy as PNG");
  await window.reads("The drawing is copied as a picture.");
  const png = await clipboard("image/png");
  const { width, height, colours } = await window.measure(inspectPicture, png.toString("base64"));
  const drawing = await (await window.find("img", /^The banner/)).findElement(By.css("svg"));
  const [, , across, down] = (await drawing.getDomAttribute("viewBox")).split(" ").map(Number);
  assert.ok(Math.abs(width / height - across / down) < 0.01, `${width} by ${height} for ${across} by ${down}`);
  assert.ok(width >= across && colours > 10, `${width} pixels wide with ${colours} colours`);
  await window.click("button", "Copy as SVG");
  await window.reads("The drawing is copied as SVG.");
  assert.match(String(await clipboard("UTF8_STRING")), /^<svg [^]*<\/svg>\s*$/);
});

test("Ctrl and the wheel zoom about the pointer", async (t) => {
  const window = await withLayout(t);
  const frame = await window.find("group", /shows the whole drawing/);
  const { x, y, width, height } = await frame.getRect();
  const at = { x: x + width / 2 - 60, y: y + height / 2 + 20 };
  const under = () => window.measure(placeUnder, frame, at);
  const until = (what, isReached) => eventually(what, async () => ((now) => isReached(now) && now)(await under()));
  /** Turns the wheel with Ctrl until a scale is reached, and once more. */
  const zoomTo = async (direction, isReached) => {
    for (let now = await under(); !isReached(now);) {
      const { scale } = now;
      await turnWheel(at, direction, { ctrl: true });
      now = await until("another scale", (seen) => seen.scale !== scale);
    }
    await turnWheel(at, direction, { ctrl: true });
  };
  const fits = await under();
  await zoomTo("up", ({ scale }) => scale > 2 * fits.scale);
  const before = await until("it to stand still", ({ scale }) => scale > 2.5 * fits.scale);
  await turnWheel(at, "up", { ctrl: true });
  const larger = await until("a larger drawing", ({ scale }) => scale > before.scale);
  assert.ok(Math.hypot(larger.x - before.x, larger.y - before.y) * larger.scale < 2, JSON.stringify({ before, larger }));
  await turnWheel(at, "down");
  assert.equal((await until("what is further down", (now) => now.y > larger.y)).scale, larger.scale);

  // No pixel of an ad is larger than eight of the screen, and all of it is never smaller than it has to be.
  const near =
    (expected) =>
    ({ scale }) =>
      Math.abs(scale / expected - 1) < 0.001;
  await zoomTo("up", near(8));
  await turnWheel(at, "down", { ctrl: true });
  await until("a step below the largest", near(8 / 1.25));
  await zoomTo("down", near(fits.scale));
  await turnWheel(at, "up", { ctrl: true });
  await until("a step above the smallest", near(1.25 * fits.scale));
});

/** Changes something in each part that is laid out alone, and takes it back. Gives the elements whose boxes differ then. */
function findMovedElements(done) {
  const boxes = () =>
    [...document.querySelectorAll("body *")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element, [x, y, width, height, element.scrollHeight].join()];
    });
  const before = boxes();
  for (const part of document.querySelectorAll(".sealed, .filling, .page")) {
    const more = document.createElement("p");
    more.textContent = "More";
    part.append(more);
    part.getBoundingClientRect();
    more.remove();
    part.getBoundingClientRect();
  }
  const after = new Map(boxes());
  const moved = before.filter(([element, box]) => after.get(element) !== box);
  done(moved.map(([element, box]) => `${element.localName}.${element.className}: ${box}, then ${after.get(element)}`));
}

test("parts that are laid out alone keep their sizes", async (t) => {
  const window = await withLayout(t);
  assert.deepEqual(await window.measure(findMovedElements), []);
  await window.click("tab", /^Versions/, await window.find("tablist", "Review"));
  assert.deepEqual(await window.measure(findMovedElements), []);
});
