// Opens a batch as a sheet and the same rows in AG Grid, in turns in the same window, and scrolls both. Prints the times
// in milliseconds as JSON. Usage: node sheet.mjs HOME CSV SCRIPT, where the script is that of AG Grid.

import { readFileSync } from "node:fs";
import { argv } from "node:process";

import { openApp } from "../harness/app.mjs";
import { closePeer, keepRows, measureFirstPaint, measureGridFrames, measureRest, placeOfSheet, preparePeer } from "./in-grids.mjs";

/** How often each is measured. */
const turns = 3;
const frames = 40;
/** The pixels of one frame: three rows, as a wheel turns. */
const wheelStep = 84;
/** The lines that are sent to the page at once. */
const chunk = 20_000;

const [, , home, file, script] = argv;
const closers = [];
const app = await openApp({ after: (close) => closers.push(close) }, home);
const { window } = app;
try {
  await window.measure(`${readFileSync(script, "utf8")}\narguments[arguments.length - 1]();`);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  for (let at = 0; at < lines.length; at += chunk) await window.measure(keepRows, lines.slice(at, at + chunk));
  const place = await openOnce();
  const times = { rest: await window.measure(measureRest, frames), ours: noTimes(), peer: noTimes() };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const isPeer of turn % 2 ? [true, false] : [false, true]) {
      add(times[isPeer ? "peer" : "ours"], await measureTurn({ place, isPeer }));
    }
  }
  console.log(JSON.stringify(times));
} finally {
  for (const close of closers) await close();
}

function noTimes() {
  return { firstPaint: [], wheel: [], thumb: [] };
}

function add(times, measured) {
  for (const [what, more] of Object.entries(measured)) times[what].push(...more);
}

/** Opens each once: the sheet for its place, and the peer for its styles. */
async function openOnce() {
  await window.click("button", /^Batches/, await window.find("navigation", "Views"));
  await window.click("button", "Open Measured");
  await window.find("gridcell", /^Visitors/);
  const place = await window.measure(placeOfSheet);
  await window.click("button", "Back to the batches");
  await window.find("button", "Open Measured");
  await window.measure(preparePeer, place);
  await window.measure(closePeer);
  return place;
}

/** Opens the sheet or the peer, scrolls it, and closes it. */
async function measureTurn({ place, isPeer }) {
  const firstPaint = [await window.measure(measureFirstPaint, { place, isPeer })];
  const wheel = await window.measure(measureGridFrames, { isPeer, frames, step: wheelStep });
  const thumb = await window.measure(measureGridFrames, { isPeer, frames });
  if (isPeer) await window.measure(closePeer);
  else await window.click("button", "Back to the batches");
  await window.find("button", "Open Measured");
  return { firstPaint, wheel, thumb };
}
