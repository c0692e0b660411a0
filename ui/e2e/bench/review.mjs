// Opens a wide ad and an empty view in turns, and scrolls the list of all ads beside rows that stand still. Prints how
// long each took, in milliseconds, as JSON. Usage: node review.mjs HOME

import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { measureOpening, measureScrolling } from "./in-page.mjs";

/** How often each is opened, after once that is not counted. */
const turns = 21;
/** In so many steps the list is scrolled. */
const frames = 200;

const list = "HTML5 expandable";
const nav = "nav button";
const ad = (name, ...more) => ({
  click: { selector: "[role=gridcell]", text: name },
  // Its drawing, not any icon.
  seen: [{ selector: "h1", text: name }, { selector: "[role=tabpanel] .marks", text: "Banner" }, ...more],
});
const views = {
  list: { click: { selector: nav, text: list }, seen: [{ selector: "[role=gridcell]", text: "Banner 1" }] },
  small: ad("Banner 1"),
  // No other ad has panels.
  wide: ad("A wide ad", { selector: "[role=tabpanel] table[aria-label=Panels] td", text: "" }),
  light: { click: { selector: nav, text: "Drafts" }, seen: [{ selector: "h1", text: "Drafts" }] },
  empty: { click: { selector: nav, text: "Templates" }, seen: [{ selector: "h2", text: "No templates yet" }] },
};

const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, argv[2]);
const open = (view) => app.window.measure(measureOpening, views[view]);
try {
  await app.window.find("button", new RegExp(`^${list}`));
  const times = { review: [], empty: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    // Each is opened out of something light: what goes away is not measured.
    await open("light");
    const empty = await open("empty");
    await open("list");
    await open("small");
    const review = await open("wide");
    if (turn > 0) times.review.push(review);
    if (turn > 0) times.empty.push(empty);
  }
  await open("empty");
  await open("list");
  const stood = await app.window.measure(measureScrolling, { frames, copies: 100 });
  const scrolled = await app.window.measure(measureScrolling, { frames });
  console.log(JSON.stringify({ ...times, scrolled, stood }));
} finally {
  for (const close of closers) await close();
}
