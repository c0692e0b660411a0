// kill -9 at random points of a send from the window. Afterwards each row is on the service exactly once, or waits for a person.

import assert from "node:assert/strict";
import { watch } from "node:fs";
import { test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { offerClipboard } from "./harness/clipboard.mjs";
import { runTerminal } from "./harness/processes.mjs";
import { openService } from "./harness/service.mjs";
import { choose, closeWelcome, fetched, openView } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** `ADWRIGHT_KILLS=50` asks for 50 kills of each kind. */
const KILLS = Number(process.env.ADWRIGHT_KILLS ?? 1);
const VALUES = 500;
/** The number of writes to the databases' logs that a send takes, as a rough upper limit for the point of the kill. */
const WRITES = { values: 40, updates: 2_200 };

test("killed batch has each value once or open", async (t) => {
  const random = randomNumbers();
  const trials = await openTrials(t);
  for (let number = 0; number < KILLS; number += 1) {
    const word = `Kill ${number}`;
    const names = Array.from({ length: VALUES }, (_, row) => `${word} ${row}`);
    await enterBatch(trials.window, names);
    await choose(trials.window, "Send batch", /Send batch/);
    await trials.window.find("button", `Send ${VALUES} rows to Practice`);
    await trials.killWhile(random(WRITES.values), (window) => window.press(Key.ENTER));

    await trials.openTitles();
    await openBatch(trials.window);
    await sendRestOfBatch(trials.window);
    const counts = countNames(await trials.onService("tagManagers/retargetingDataValue/"));
    const open = await trials.openTitles();
    const wrong = names.filter((name) => (counts.get(name) ?? (open.has(name) ? 1 : 0)) !== 1);
    assert.deepEqual(wrong, [], `kill ${number}`);
    await trials.decide();
  }
});

test("killed updates are all made or open", async (t) => {
  const random = randomNumbers();
  const trials = await openTrials(t);
  for (let number = 0; number < KILLS; number += 1) {
    const notes = `Kill ${number}`;
    const changed = await changeNotes(trials.window, notes);
    await openView(trials.window, "Review and send");
    await trials.killWhile(random(WRITES.updates), clickSend);

    await trials.openTitles();
    await sendRestOfDrafts(trials.window);
    const made = (await trials.onService("campaigns")).filter((campaign) => campaign.notes === notes);
    const open = await trials.openTitles();
    assert.equal(made.length + open.size, changed, `kill ${number}`);
    await trials.decide();
    await sendRestOfDrafts(trials.window);
  }
});

/** Returns a function for numbers from 1 to a limit: the same sequence in each run. */
function randomNumbers() {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % limit);
  };
}

/** Opens the app on a new home, for trials one after the other. */
async function openTrials(t) {
  const home = freshHome();
  const trials = new Trials(t, home, await openApp(t, home));
  await fetched(trials.window);
  await closeWelcome(trials.window);
  await openView(trials.window, "Review and send");
  return trials;
}

class Trials {
  #test;
  #home;
  #app;

  constructor(t, home, app) {
    this.#test = t;
    this.#home = home;
    this.#app = app;
  }

  get window() {
    return this.#app.window;
  }

  /** Sends, kills the app after so many writes of its databases or at the end of the send, and starts it again. */
  async killWhile(writes, send) {
    let left = writes;
    let end = null;
    const watcher = watch(this.#home, (_, file) => {
      if (file?.endsWith(".db-wal") && --left === 0) end = this.#app.kill();
    });
    const isKilled = () => end !== null;
    try {
      await send(this.window).catch(unless(isKilled));
      await eventually("the kill", async () => isKilled() || isSent(this.window).catch(unless(isKilled)));
      await (end ?? this.#app.kill());
    } finally {
      watcher.close();
    }
    this.#app = await openApp(this.#test, this.#home);
  }

  /** Returns what the service has. */
  async onService(path) {
    let found = [];
    await this.#test.test("the service is read", async (part) => {
      found = await (await openService(part, this.#home)).list(path);
    });
    return found;
  }

  /** Waits until the app has looked up what was on its way. Returns the titles of the items that wait for a person. */
  async openTitles() {
    const lookedUp = async () => {
      const { output } = await runTerminal(this.#home, ["sent", "list", "--open", "--json"]);
      const items = JSON.parse(output);
      return items.every(({ outcome }) => outcome === "needs-you") && new Set(items.map(({ title }) => title));
    };
    return eventually("the end of the look-up", lookedUp);
  }

  /** Puts the items that wait for a person back to the drafts. */
  async decide() {
    await runTerminal(this.#home, ["sent", "decide", "--all-absent", "back-to-draft"]);
    assert.deepEqual(await this.openTitles(), new Set());
  }
}

/** A send from the dialog of a batch or from the review ends with this button. */
async function isSent(window) {
  return (await window.all("button", "Show receipts")).length > 0;
}

/** Returns a handler of errors that lets those through for which there is no reason. */
function unless(reason) {
  return (thrown) => {
    if (!reason()) throw thrown;
  };
}

async function enterBatch(window, names) {
  await choose(window, "New batch", /New batch/);
  await window.reads("Type here, or paste from a spreadsheet.");
  const rows = names.map((name) => `${name}\t${name}\t\t4401\t52024\n`);
  const end = await offerClipboard({ UTF8_STRING: rows.join("") });
  await window.chord(Key.CONTROL, Key.HOME);
  await window.chord(Key.CONTROL, "v");
  await window.reads("Saved");
  end();
}

async function openBatch(window) {
  await choose(window, "Batches of", /Batches of retargeting values/);
  await window.click("button", /^Open Batch of/);
  await window.find("grid");
}

/** Sends the rows that were not sent before the kill. */
async function sendRestOfBatch(window) {
  await choose(window, "Send batch", /Send batch/);
  const [what] = await window.reads(/No row can be sent|Send \d+ rows? to Practice/);
  if (what.startsWith("Send")) {
    await window.click("button", what);
    await window.reads("Show receipts");
  }
  await window.press(Key.ESCAPE);
  await window.click("button", "Back to the batches");
}

/** Changes the notes of more than 50 campaigns. Returns how many there are. */
async function changeNotes(window, notes) {
  await openView(window, "Campaigns");
  for (const text of ["always", "loyalty"]) {
    await window.fill("searchbox", "Search campaigns", text);
    await window.reads(/\d+ of \d+/, await window.find("search"));
    await window.click("checkbox", "Select all");
  }
  await window.press(Key.chord(Key.CONTROL, "e"));
  await window.focused("combobox", "Field 1");
  await window.press("notes");
  await window.press(Key.ENTER, Key.TAB, Key.TAB);
  await window.press(notes);
  const [, count] = await window.reads(/Apply to (\d+) drafts/);
  await window.click("button", `Apply to ${count} drafts`);
  await window.find("button", "Undo in all drafts");
  return Number(count);
}

async function clickSend(window) {
  await window.click("button", /^Send \d+ to Practice$/);
}

/** Sends the drafts that were not sent before the kill. */
async function sendRestOfDrafts(window) {
  await openView(window, "Review and send");
  const [what] = await window.reads(/Nothing to send|Send \d+ to Practice/);
  if (what === "Nothing to send") return;
  await clickSend(window);
  await window.find("button", "Show receipts");
}

/** Returns how often each name occurs. */
function countNames(objects) {
  const counts = new Map();
  for (const { name } of objects) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
