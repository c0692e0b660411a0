// Works in the window as a person does. Prints `ready`, and answers each line of its input with a number: `round` with the
// milliseconds of 40 edits, four views and a review; `rest` with the number of the program's process, once the list of
// campaigns is shown. Usage: node work.mjs HOME

import { argv, stdin } from "node:process";
import { createInterface } from "node:readline";

import { openApp } from "../harness/app.mjs";
import { desktop, findProcess } from "../harness/processes.mjs";
import { newCampaign, openView } from "../harness/steps.mjs";
import { measureEditing, measureOpening } from "./in-page.mjs";

/** Of a round. Each turn changes a name and changes it back. */
const editTurns = 20;

const draft = "Edited for an hour";
const ads = ["Banner 1", "A wide ad"];
const view = (label, heading = label) => ({ click: { selector: "nav button", text: label }, seen: [{ selector: "h1", text: heading }] });
const views = ["Sent", "Templates", "Review and send", "Connection", "Batches"].map((label) => view(label));

const closers = [];
const home = argv[2];
const app = await openApp({ after: (close) => closers.push(close) }, home);
const open = (what) => app.window.measure(measureOpening, what);
const answers = { rest, round };
let rounds = 0;
try {
  await app.window.find("gridcell", /^\d{10}$/);
  await newCampaign(app.window, { Name: draft });
  console.log("ready");
  for await (const word of createInterface({ input: stdin })) console.log(await answers[word]());
} finally {
  for (const close of closers) await close();
}

async function rest() {
  await openView(app.window, "Campaigns");
  return findProcess(desktop, "ADWRIGHT_HOME", home);
}

async function round() {
  const begin = performance.now();
  for (const offset of [0, 1, 2]) await open(views[(rounds + offset) % views.length]);
  await openAd(ads[rounds % ads.length]);
  await open(view("Drafts"));
  await open({ click: { selector: "[role=rowheader]", text: draft }, seen: [{ selector: "input[data-path=name]", text: "" }] });
  await app.window.measure(measureEditing, { turns: editTurns, rest: 0 });
  rounds += 1;
  return performance.now() - begin;
}

async function openAd(name) {
  await open({ click: { selector: "nav button", text: "HTML5 expandable" }, seen: [{ selector: "[role=gridcell]", text: name }] });
  const drawing = { selector: "[role=tabpanel] .marks", text: "Banner" };
  await open({ click: { selector: "[role=gridcell]", text: name }, seen: [{ selector: "h1", text: name }, drawing] });
}
