// The steps of a person, by what is visible only.

import { Key } from "selenium-webdriver";

import { eventually } from "./wait.mjs";

/** Waits until the first fetch is complete. */
export async function fetched(window) {
  await window.reads(/Last fetched/, await window.find("contentinfo"));
}

/** Finds an entry in the palette by keyboard, and runs or opens it. */
export async function choose(window, text, option) {
  await window.press(Key.chord(Key.CONTROL, "k"));
  await window.focused("combobox", "Search campaigns and commands");
  await window.press(text);
  await window.find("option", option);
  await window.press(Key.ENTER);
  await window.gone("dialog", "Search campaigns and commands");
}

/** Fills in a new workspace on a service with a login, by keyboard, including the password. */
export async function typeWorkspace(window, name, service, password) {
  await choose(window, "New workspace", /New workspace/);
  await window.focused("textbox", "Name");
  await window.press(name);
  await window.tabTo("textbox", "Address of the service");
  await window.press(Key.END, ...Array(8).fill(Key.BACK_SPACE), service.base, Key.TAB, Key.TAB, service.username);
  await window.reads(/kept in your system’s keyring/);
  await window.typeSecret("Password", password);
}

/** Finds a campaign by its name and opens it. */
export async function openCampaign(window, name) {
  await window.click("button", /^Campaigns/, await window.find("navigation", "Views"));
  await window.fill("searchbox", "Search campaigns", name);
  // Before that, the rows still move.
  await window.reads(/\d+ of \d+/, await window.find("search"));
  await window.click("gridcell", startsWith(name), await window.find("grid", "Campaigns"));
  await window.find("heading", name);
}

/** Creates a new campaign with some of its fields. */
export async function newCampaign(window, fields) {
  await window.click("button", "New campaign");
  await window.find("heading", "New campaign");
  for (const [label, value] of Object.entries(fields)) await setField(window, label, value);
  await saved(window);
}

/** Types a value into a field of the open campaign and leaves the field. */
export async function setField(window, label, value) {
  const [list] = await window.all("combobox", label);
  await window.fill(list ? "combobox" : "textbox", label, value);
  await window.press(Key.TAB);
}

/** Changes a field of an existing campaign, and waits until the change is on disk. */
export async function changeField(window, label, value) {
  await setField(window, label, value);
  await window.find("button", `Revert ${label}`);
  await saved(window);
}

/** Waits until everything typed is on disk. */
export async function saved(window) {
  await window.reads("Everything saved", await window.find("contentinfo"));
}

/** Returns the value of a field of the open campaign, editable or not. */
export async function fieldValue(window, label) {
  return eventually(`the field ${label}`, async () => {
    const roles = ["textbox", "combobox"].map((role) => window.all(role, label));
    const [box] = (await Promise.all(roles)).flat();
    if (box) return box.getAttribute("value");
    const [locked] = await window.all("group", label);
    return locked && window.text(locked);
  });
}

/** Opens one of the views beside the list. */
export async function openView(window, name) {
  await window.click("button", startsWith(name), await window.find("navigation", "Views"));
  await window.find("heading", name);
}

/** Opens the draft with this name. */
export async function openDraft(window, title) {
  await openView(window, "Drafts");
  await window.click("rowheader", startsWith(title), await window.find("grid", "Drafts"));
  await window.find("heading", title);
}

export async function openTab(window, name) {
  await window.click("tab", startsWith(name));
}

/** Sends all ticked drafts, and waits for the receipts. */
export async function sendAll(window) {
  await openView(window, "Review and send");
  await window.fill("textbox", "Your name in the receipts", "Mara Lindgaard");
  await window.click("button", /^Send \d+ to Practice$/);
  await window.find("button", "Show receipts");
}

/** Opens the receipt of the sent item with this title. */
export async function openReceipt(window, title) {
  await openView(window, "Sent");
  await window.click("gridcell", startsWith(title), await window.find("grid", "Sent items"));
  return window.find("article", "Receipt");
}

/** The labels of the logins. */
const logins = {
  session: "Name and password, for a session",
  basic: "Name and password, each time (Basic)",
  bearer: "Token (Bearer)",
  headers: "Headers of your own",
};

/**
 * Fills in a new workspace by mouse: its name, its service, its login, and the secret in the field `secretLabel`. `keyring`
 * waits for the keyring before, and `meanwhile` runs while the secret is typed.
 */
export async function describeWorkspace(
  window,
  { name, base, login = "session", username, header, secret, secretLabel = "Password", keyring = keyringWorks, meanwhile },
) {
  await window.click("button", / workspace\b/, await window.find("banner"));
  await window.click("button", "New workspace", await window.find("dialog", "Workspaces"));
  await window.find("dialog", "New workspace");
  await window.choose("Login", logins[login]);
  if (header) await window.fill("textbox", "Names of the headers", header);
  // Before that, the form still grows.
  await keyring(window);
  await window.fill("textbox", "Name", name);
  await window.fill("textbox", "Address of the service", base);
  if (username) await window.fill("textbox", "Login name", username);
  await window.typeSecret(secretLabel, secret, meanwhile);
}

async function keyringWorks(window) {
  await window.reads(/kept in your system’s keyring/);
}

/** Waits until a workspace is the open one and its first fetch is over. */
export async function workspaceOpened(window, name) {
  await window.find("button", startsWith(`${name} workspace`));
  await fetched(window);
}

/** Chooses the light, the dark or the system's theme. */
export async function chooseTheme(window, theme) {
  await window.choose("Theme", theme);
}

/** Closes the first steps and the message about that. */
export async function closeWelcome(window) {
  await window.click("button", "Close the first steps");
  await window.reads("The first steps are closed.");
  await window.click("button", "Close message", await window.find("log", "Messages"));
}

export function startsWith(text) {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
}
