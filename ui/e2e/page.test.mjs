import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { freshHome, openApp } from "./harness/app.mjs";
import { dragLink, secondWindow } from "./harness/drag.mjs";
import { pictures } from "./harness/looks.mjs";
import { family, inMemory } from "./harness/memory.mjs";
import { clickAt } from "./harness/mouse.mjs";
import { desktop, findProcess, isAlive, killNow } from "./harness/processes.mjs";
import { openLogin } from "./harness/service.mjs";
import { changeField, closeWelcome, describeWorkspace, fetched, openCampaign, openDraft } from "./harness/steps.mjs";
import { eventually } from "./harness/wait.mjs";

/** A page elsewhere, and how often it was asked for. */
async function openPage(t) {
  const page = { visits: 0 };
  const server = createServer((_, response) => {
    page.visits += 1;
    response.setHeader("Content-Type", "text/html").end("<h1>Elsewhere</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return Object.assign(page, { url: `http://127.0.0.1:${server.address().port}/` });
}

async function dropLink(t, url, choose) {
  const link = await dragLink(t, url, choose);
  await link.hover();
  link.letGo();
}

const webProcesses = (app) => family(app).filter(({ name }) => name.startsWith("WebKitWebProces"));

test("a link dropped on the main window opens nothing", async (t) => {
  const page = await openPage(t);
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await dropLink(t, page.url);
  await openCampaign(window, "Spring launch, DE");
  assert.equal(page.visits, 0);
});

test("a link dropped on the secret window opens nothing", async (t) => {
  const page = await openPage(t);
  const service = await openLogin(t, "practice");
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  const meanwhile = () => dropLink(t, page.url, secondWindow);
  await describeWorkspace(window, { name: "Acme live", base: service.base, username: service.username, secret: "practice", meanwhile });
  assert.equal(page.visits, 0);
});

test("logging out ends a window whose page has died", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  await fetched(app.window);
  await openCampaign(app.window, "Spring launch, DE");
  await changeField(app.window, "Name", "Spring launch, Germany");
  for (const { pid } of webProcesses(findProcess(desktop, "ADWRIGHT_HOME", home))) process.kill(pid, "SIGTERM");
  await app.leave();

  const { window } = await openApp(t, home);
  await openDraft(window, "Spring launch, Germany");
});

test("logging out ends a window whose page hangs", async (t) => {
  const home = freshHome();
  const app = await openApp(t, home);
  await fetched(app.window);
  const pages = webProcesses(findProcess(desktop, "ADWRIGHT_HOME", home));
  for (const { pid } of pages) process.kill(pid, "SIGSTOP");
  await app.leave();
  for (const { pid } of pages) process.kill(pid, "SIGKILL");
});

test("a dead page reopens once, then offers closing", async (t) => {
  const home = freshHome();
  const { window } = await openApp(t, home);
  await fetched(window);
  await window.go("crashed.html");
  await window.find("heading", /ended unexpectedly, twice/);
  await pictures(t, window, "crashed");
  const close = await window.middle("button", "Close Adwright");
  await window.click("link", "Open the page again");
  await window.reads(/was reopened/);
  assert.equal(await window.measure((done) => done(location.search)), "", "it is said once");

  // From here on no driver holds the window.
  const app = findProcess(desktop, "ADWRIGHT_HOME", home);
  await replacePage(app, "was reopened");
  await replacePage(app, "ended unexpectedly, twice");
  await eventually("a notice that closes the program", async () => {
    if (isAlive(app)) await clickAt(close);
    return !isAlive(app);
  });
});

/** Kills the page's process, and waits for another one whose page holds a text. */
async function replacePage(app, text) {
  for (const { pid } of webProcesses(app)) await killNow(pid);
  const holds = ({ pid }) => inMemory(pid, { text: Buffer.from(text) }).length > 0;
  await eventually(`a page with ${text}`, async () => webProcesses(app).some(holds));
}
