// The jobs of a campaign manager, by keyboard alone and by mouse. The table shows the keys beside the typed text.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Key } from "selenium-webdriver";

import { freshHome, openApp } from "./harness/app.mjs";
import { offerClipboard } from "./harness/clipboard.mjs";
import { Effort } from "./harness/effort.mjs";
import { openLogin, openService } from "./harness/service.mjs";
import { changeField, choose, closeWelcome, fetched, openCampaign, saved, sendAll, startsWith, workspaceOpened } from "./harness/steps.mjs";

/** How many more keys than clicks a job may take. */
const moreThanMouse = 5;
const rows = [];
/** A password that only the test's own service knows. */
const PASSWORD = "few-keys-opensesame";
const ctrl = (key) => Key.chord(Key.CONTROL, key);
const navigation = (window) => window.find("navigation", "Views");

after(() => {
  const line = ({ job, keys, most, clicks }) =>
    `${job.padEnd(52)} ${String(keys).padStart(4)} ${(most === Infinity ? "" : String(most)).padStart(4)} ${String(clicks).padStart(6)}`;
  console.log(
    [`${"Job".padEnd(52)} keys goal clicks`, ...rows.toSorted((a, b) => Number.parseInt(a.job) - Number.parseInt(b.job)).map(line)].join(
      "\n",
    ),
  );
});

/** Does a job by keyboard and by mouse, and compares the effort with the goal. Some jobs have no goal but the mouse. */
async function compare(t, window, { job, most = Infinity, keyboard, mouse }) {
  const byKeyboard = new Effort(window);
  const byMouse = new Effort(window);
  await t.test(`${job}: by keyboard`, () => keyboard(byKeyboard));
  await t.test(`${job}: by mouse`, () => mouse(byMouse));
  const { keys } = byKeyboard;
  const clicks = byMouse.clicks + byMouse.keys;
  rows.push({ job, keys, most, clicks });
  assert.equal(byKeyboard.clicks, 0);
  assert.ok(keys <= most, `${job} takes ${keys} keys`);
  assert.ok(keys <= clicks + moreThanMouse, `${job} takes ${keys} keys and ${clicks} clicks`);
}

async function started(t) {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await closeWelcome(window);
  return { home, window };
}

/** Waits until a box with this label has the focus, whatever kind of box it is. */
async function boxFocused(window, label) {
  await window.focused((await window.all("combobox", label)).length > 0 ? "combobox" : "textbox", label);
}

/** Fills a box with this label, whatever kind of box it is. What was typed before may change the kind once it is saved. */
async function fillBox(window, effort, label, text) {
  await saved(window);
  await effort.fill((await window.all("combobox", label)).length > 0 ? "combobox" : "textbox", label, text);
}

/** Goes to a field of the open object by its name. */
async function goToField(window, effort, label) {
  await effort.press(ctrl("j"));
  await window.focused("combobox", "Go to field");
  await effort.type(label);
  await window.find("option", startsWith(label));
  await effort.press(Key.ENTER);
  await boxFocused(window, label);
}

test("campaigns are found, changed and drafted with few keys", async (t) => {
  const { window } = await started(t);

  await compare(t, window, {
    job: "1 Find a campaign and change its end date",
    most: 12,
    async keyboard(effort) {
      await effort.press(ctrl("k"));
      await window.focused("combobox", "Search campaigns and commands");
      await effort.type("spring launch de");
      await window.find("option", startsWith("Spring launch, DE"));
      await effort.press(Key.ENTER);
      await window.focused("heading", "Spring launch, DE");
      await goToField(window, effort, "End");
      await effort.type("2027-01-31");
      await effort.press(Key.ENTER);
      await window.find("button", "Revert End");
      await saved(window);
    },
    async mouse(effort) {
      await effort.fill("searchbox", "Search campaigns", "brand film emea");
      await window.reads(/\d+ of \d+/, await window.find("search"));
      await effort.click("gridcell", startsWith("Brand film, EMEA"), await window.find("grid", "Campaigns"));
      await window.find("heading", "Brand film, EMEA");
      await fillBox(window, effort, "End", "2027-01-31");
      await effort.click("heading", "Brand film, EMEA");
      await window.find("button", "Revert End");
      await saved(window);
    },
  });

  await compare(t, window, {
    job: "3 Change the status of 30 campaigns, take it back",
    most: 15,
    async keyboard(effort) {
      await effort.press(ctrl("f"));
      await effort.type("loyalty");
      await window.reads(/\d+ of \d+/, await window.find("search"));
      await effort.press(Key.ENTER, ctrl("a"));
      await manySelected(window);
      await effort.press(ctrl("e"));
      await window.focused("combobox", "Field 1");
      await effort.type("stat");
      await effort.press(Key.ENTER, Key.TAB, Key.TAB);
      await window.focused("combobox", "Value of Status");
      await effort.type("ARCHIVED");
      await window.find("button", /^Apply to \d+ drafts$/);
      await effort.press(ctrl(Key.ENTER));
      await window.find("button", "Undo in all drafts");
      await effort.press(ctrl("z"));
      await window.find("button", "Redo in all drafts");
    },
    async mouse(effort) {
      await effort.fill("searchbox", "Search campaigns", "always-on");
      await window.reads(/\d+ of \d+/, await window.find("search"));
      await effort.click("checkbox", "Select all");
      await manySelected(window);
      await effort.click("button", "Edit selected…");
      await fillBox(window, effort, "Field 1", "stat");
      await effort.click("option", /^Status/);
      await fillBox(window, effort, "Value of Status", "ARCHIVED");
      await effort.click("button", /^Apply to \d+ drafts$/);
      await effort.click("button", "Undo in all drafts");
      await window.find("button", "Redo in all drafts");
    },
  });

  const wrong = (name) => window.reads(/62000/, name);
  const fixed = async () => {
    await saved(window);
    assert.deepEqual(await window.all("button", /\d+ errors?\b/), []);
  };
  await openCampaign(window, "Spring launch, DE");
  await compare(t, window, {
    job: "5 See what is wrong while typing, and fix it",
    async keyboard(effort) {
      await goToField(window, effort, "Trafficking mode");
      await effort.type("simple");
      await effort.press(Key.ENTER);
      await wrong(await window.find("region", "Findings"));
      await effort.press(Key.F8);
      await window.focused("combobox", "Trafficking mode");
      await effort.press(ctrl("z"));
      await fixed();
    },
    async mouse(effort) {
      await fillBox(window, effort, "Trafficking mode", "simple");
      await effort.click("heading", "Spring launch, DE");
      await wrong(await window.find("region", "Findings"));
      await effort.click("button", "Revert Trafficking mode");
      await fixed();
    },
  });

  await compare(t, window, {
    job: "4 Draft a new campaign",
    most: 20,
    async keyboard(effort) {
      await effort.press(ctrl("n"));
      await window.focused("textbox", "Name");
      await effort.type("First light, Nordics");
      for (const [label, value] of [
        ["Advertiser ID", "4401"],
        ["Brand ID", "88121"],
      ]) {
        await goToField(window, effort, label);
        await effort.type(value);
        await effort.press(Key.ENTER);
      }
      await drafted(window, "First light, Nordics");
    },
    async mouse(effort) {
      await effort.click("button", "New campaign");
      await window.focused("textbox", "Name");
      await effort.type("Second light, Nordics");
      await fillBox(window, effort, "Advertiser ID", "4401");
      await fillBox(window, effort, "Brand ID", "88121");
      await effort.click("heading", "Second light, Nordics");
      await drafted(window, "Second light, Nordics");
    },
  });
});

async function manySelected(window) {
  const [, count] = await window.reads(/(\d+) campaigns selected/);
  assert.ok(Number(count) >= 30, `${count} campaigns`);
}

/** Waits until a new campaign is on disk without an error. */
async function drafted(window, name) {
  await window.find("heading", name);
  await saved(window);
  assert.deepEqual(await window.all("button", /\d+ errors?\b/), []);
}

test("changes are sent, proven and settled with few keys", async (t) => {
  const { home, window } = await started(t);
  const service = await openService(t, home);
  const names = ["Spring launch, DE", "Brand film, EMEA"];
  const change = async (name, notes) => {
    await openCampaign(window, name);
    await changeField(window, "Notes", notes);
  };

  const receipt = (name) => window.find("heading", `Update “${name}”`);
  await change(names[0], "First.");
  await compare(t, window, {
    job: "7 Review a change, send it, see the receipt",
    most: 30,
    async keyboard(effort) {
      await effort.press(ctrl("3"));
      await window.focused("grid", "Drafts to send");
      await window.reads("First.", await window.find("region", "What would be sent"));
      await effort.press(Key.F6, Key.F6);
      await window.focused("textbox", "Your name in the receipts");
      await effort.type("Mara Lindgaard");
      await effort.press(ctrl(Key.ENTER));
      await window.find("button", "Show receipts");
      await effort.press(ctrl("4"));
      await window.focused("grid", "Sent items");
      await effort.press(Key.ENTER);
      await receipt(names[0]);
    },
    async mouse(effort) {
      await change(names[1], "First.");
      await effort.click("button", /^Review and send/, await navigation(window));
      await window.reads("First.", await window.find("region", "What would be sent"));
      await effort.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
      await effort.click("button", /^Send 1 to Practice$/);
      await effort.click("button", "Show receipts");
      await effort.click("gridcell", startsWith(names[1]), await window.find("grid", "Sent items"));
      await receipt(names[1]);
    },
  });

  await compare(t, window, {
    job: "10 Find a receipt, show the reply, export it",
    most: 20,
    async keyboard(effort) {
      await effort.press(ctrl("4"));
      await window.focused("grid", "Sent items");
      await effort.press(Key.ENTER);
      await window.focused("heading", `Update “${names[1]}”`);
      await tabTo(window, effort, "button", "Show the reply");
      await effort.press(Key.ENTER);
      await window.find("button", "Hide the reply");
      await effort.press(Key.chord(Key.CONTROL, Key.SHIFT, "e"));
      await window.focused("radio", /^CSV/);
      await effort.press(Key.ENTER);
      await window.reads(/rows are in .*\.csv/);
    },
    async mouse(effort) {
      await effort.click("button", /^Sent/, await navigation(window));
      await effort.click("gridcell", startsWith(names[0]), await window.find("grid", "Sent items"));
      await receipt(names[0]);
      await effort.click("button", "Show the reply");
      await window.find("button", "Hide the reply");
      await effort.click("button", "Export…");
      await effort.click("radio", /^Excel workbook/);
      await effort.click("button", "Export");
      await window.reads(/rows are in .*\.xlsx/);
    },
  });

  const conflict = async (name, id, notes) => {
    await openCampaign(window, name);
    await changeField(window, "Name", `${name}, new`);
    await service.touch(id, { name: "Renamed by someone", notes });
    await sendAll(window);
  };
  await conflict(names[0], 1072288341, "Budget approved.");
  await compare(t, window, {
    job: "8 Settle a conflict and send again",
    most: 20,
    async keyboard(effort) {
      await effort.press(ctrl("4"));
      await window.focused("grid", "Sent items");
      await effort.press(Key.HOME, Key.ENTER);
      await window.reads("Budget approved.", await window.find("table", "What else changed in the meantime"));
      await tabTo(window, effort, "button", "Put my changes on the newest version");
      await effort.press(Key.ENTER);
      await window.focused("group", "Name");
      await effort.press("1");
      await window.reads("All clashes are settled");
      await effort.press(ctrl("3"));
      await window.find("button", /^Send 1 to Practice$/);
      await effort.press(ctrl(Key.ENTER));
      await window.reads(/1 confirmed/);
    },
    async mouse(effort) {
      await conflict(names[1], await idOf(window, names[1]), "Budget approved.");
      await effort.click("button", "Show receipts");
      await effort.click("gridcell", startsWith(names[1]), await window.find("grid", "Sent items"));
      await effort.click("button", "Put my changes on the newest version");
      await effort.click("button", "Keep mine");
      await window.reads("All clashes are settled");
      await effort.click("button", /^Review and send/, await navigation(window));
      await effort.click("button", /^Send 1 to Practice$/);
      await window.reads(/1 confirmed/);
    },
  });
});

/** Returns the id of a campaign, as its detail shows it. */
async function idOf(window, name) {
  await openCampaign(window, name);
  const [id] = await window.reads(/\b\d{10}\b/, await window.find("article", name));
  return Number(id);
}

/** Presses the tab key until an element has the focus, and counts it. */
async function tabTo(window, effort, role, name) {
  await window.find(role, name);
  while (!(await window.hasFocus(role, name))) {
    assert.ok(effort.keys < 60, `the tab key does not lead to ${role} ${name}`);
    await effort.press(Key.TAB);
  }
}

test("an ad is reviewed with few keys", async (t) => {
  const { window } = await started(t);
  await choose(window, "fetch the ads", /^Fetch the ads/);
  await window.click("button", /^Expandable/, await navigation(window));
  await window.find("gridcell", /^Loyalty Q1, Nordics/);
  await window.chord(Key.CONTROL, "1");
  const tabs = ["Layout", "Assets", "Tracking", "Interactions", "Versions"];

  await compare(t, window, {
    job: "9 Review an ad in all its tabs",
    most: 12,
    async keyboard(effort) {
      await effort.press(ctrl("8"));
      await window.find("gridcell", /^Loyalty Q1, Nordics/);
      await window.focused("grid", "Expandable banners");
      await effort.press(Key.ENTER);
      await window.find("tabpanel", /^Layout/);
      await tabTo(window, effort, "tab", /^Layout/);
      for (const tab of tabs.slice(1)) {
        await effort.press(Key.ARROW_RIGHT);
        await window.find("tabpanel", startsWith(tab));
      }
    },
    async mouse(effort) {
      await effort.click("button", /^Expandable/, await navigation(window));
      await effort.click("gridcell", startsWith("Loyalty Q1, Nordics, quiz, EXP"));
      await window.find("tabpanel", /^Layout/);
      for (const tab of tabs.slice(1)) {
        await effort.click("tab", startsWith(tab), await window.find("tablist", "Review"));
        await window.find("tabpanel", startsWith(tab));
      }
    },
  });
});

test("a service is connected with few keys", async (t) => {
  const { window } = await started(t);
  const service = await openLogin(t, PASSWORD);

  await compare(t, window, {
    job: "2 Connect to a service",
    async keyboard(effort) {
      await effort.press(ctrl("k"));
      await window.focused("combobox", "Search campaigns and commands");
      await effort.type("New workspace");
      await window.find("option", /^New workspace/);
      await effort.press(Key.ENTER);
      await window.focused("textbox", "Name");
      await effort.type("By keyboard");
      await tabTo(window, effort, "textbox", "Address of the service");
      await effort.press(ctrl("a"));
      await effort.type(service.base);
      await tabTo(window, effort, "textbox", "Login name");
      await effort.type(service.username);
      await window.reads(/kept in your system’s keyring/);
      await tabTo(window, effort, "button", /^Password: /);
      await effort.press(Key.ENTER);
      await window.typeSecretInWindow(PASSWORD);
      effort.keys += 1;
      await effort.press(ctrl(Key.ENTER));
      await workspaceOpened(window, "By keyboard");
    },
    async mouse(effort) {
      await effort.click("button", / workspace\b/, await window.find("banner"));
      await effort.click("button", "New workspace", await window.find("dialog", "Workspaces"));
      await window.reads(/kept in your system’s keyring/);
      await effort.fill("textbox", "Name", "By mouse");
      await effort.fill("textbox", "Address of the service", service.base);
      await effort.fill("textbox", "Login name", service.username);
      await effort.click("button", /^Password: /);
      await window.typeSecretInWindow(PASSWORD);
      effort.clicks += 1;
      await effort.click("button", "Save and open");
      await workspaceOpened(window, "By mouse");
    },
  });
});

test("a batch is pasted, fixed and sent with few keys", async (t) => {
  const { window } = await started(t);
  const copied = (source) =>
    Array.from({ length: 500 }, (_, at) => [`${source} ${at}`, `${source}|${at}`, "", "4401", at === 17 ? "wrong" : "52024"].join("\t"));

  await compare(t, window, {
    job: "6 Paste 500 values, fix one, send them",
    async keyboard(effort) {
      await effort.press(ctrl("k"));
      await window.focused("combobox", "Search campaigns and commands");
      await effort.type("New batch");
      await window.find("option", /New batch/);
      await effort.press(Key.ENTER);
      await window.reads("Type here, or paste from a spreadsheet.");
      const end = await offerClipboard({ UTF8_STRING: copied("Key").join("\n") });
      await effort.press(ctrl("v"));
      await window.reads("1 error in 1 row");
      end();
      await effort.press(Key.F8);
      await window.reads(/Activity ID:/);
      await effort.type("52024");
      await effort.press(Key.ENTER);
      await window.reads("No findings");
      await effort.press(Key.chord(Key.CONTROL, Key.SHIFT, Key.ENTER));
      await window.reads(/500 rows would be created/);
      await effort.press(Key.ENTER);
      await window.reads("500 confirmed.");
    },
    async mouse(effort) {
      await window.press(Key.ESCAPE);
      await effort.click("button", /^Batches/, await navigation(window));
      await effort.click("button", "New batch");
      await window.reads("Type here, or paste from a spreadsheet.");
      const end = await offerClipboard({ UTF8_STRING: ["Name\tValue\tExpires\tAdvertiser\tActivity", ...copied("Click")].join("\n") });
      await effort.click("button", /^More for /);
      await effort.click("menuitem", "Import rows from the clipboard…");
      await window.focused("textbox", "Copied cells");
      await effort.press(ctrl("v"));
      await effort.click("button", "Import 500 rows");
      await window.reads("1 error in 1 row");
      end();
      await effort.click("button", /1 error in 1 row/);
      await effort.click("button", /Activity ID: Value of the wrong type/);
      await effort.click("button", "Replace “wrong”");
      await effort.fill("combobox", "Replace with", "52024");
      await effort.click("button", "Replace 1 cell");
      await window.reads("No findings");
      await effort.click("button", /^Send/);
      await window.reads(/500 rows would be created/);
      await effort.click("button", /^Send 500/);
      await window.reads("500 confirmed.");
    },
  });
});
