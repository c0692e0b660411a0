import { join } from "node:path";
import { createInterface } from "node:readline";

import { program, start, stop } from "./processes.mjs";

/**
 * Starts the practice service on the data of the app's home, to read what really arrived. Without a home it starts on the
 * initial data. It may run beside the app, and ends with the test.
 */
export async function openService(test, home) {
  const data = home ? ["--data", join(home, "practice.db")] : [];
  const service = start(program("adwright-service"), [...data, "--port", "0", "--print-token"], { output: "pipe" });
  test.after(() => stop(service));
  const { base, admin, username, password } = await readGreeting(service.child.stdout);
  const token = await logIn(base, { username, password });
  return {
    get: (id) => getCampaign(base, token, id),
    list: (path) => listAll(base, token, path),
    touch: (id, members) => touch(base, admin, `campaigns/${id}`, members),
    touchAd: (name, change) => touchAd(base, { token, admin }, name, change),
  };
}

/** Starts a separate service on the initial data, with this password. `more` has further arguments. */
export async function openLogin(test, password, more = []) {
  const service = start(program("adwright-service"), ["--port", "0", "--print-token", "--password", password, ...more], { output: "pipe" });
  test.after(() => stop(service));
  const { base, username } = await readGreeting(service.child.stdout);
  const token = await logIn(base, { username, password });
  const named = async (name) => (await listAll(base, token, "campaigns")).filter((campaign) => campaign.name === name).length;
  return { base, username, countNamed: named };
}

/** Reads the program's first lines: its address, its admin token and a login. */
async function readGreeting(output) {
  const lines = createInterface({ input: output });
  let base, admin;
  for await (const line of lines) {
    base ??= line;
    admin ??= line.match(/^X-Practice-Token: (\S+)$/)?.[1];
    const [, username, password] = line.match(/^login: (\S+) (\S+)$/) ?? [];
    if (username) return { base: base.replace(/\/$/, ""), admin, username, password };
  }
  throw new Error("The practice service ended before it was ready");
}

async function logIn(base, credentials) {
  const body = JSON.stringify(credentials);
  const headers = { "Content-Type": "application/json" };
  const text = await send(`${base}/login/login`, { method: "POST", headers, body });
  return JSON.parse(text).result.sessionId;
}

/** Returns all objects of a list, page by page. */
async function listAll(base, token, path) {
  const headers = { Authorization: token };
  const page = async (from) => JSON.parse(await send(`${base}/${path}?from=${from}&max=250`, { headers })).result;
  const all = [];
  for (let items = await page(0); items.length > 0; items = await page(all.length)) all.push(...items);
  return all;
}

/** Returns a campaign, and the exact text of the reply. */
async function getCampaign(base, token, id) {
  const text = await send(`${base}/campaigns/${id}`, { headers: { Authorization: token } });
  const [campaign] = [JSON.parse(text).result].flat();
  return { campaign, text };
}

/** Changes an ad as another user. `change` returns the new members of the current ad. */
async function touchAd(base, { token, admin }, name, change) {
  const headers = { Authorization: token };
  const { result } = JSON.parse(await send(`${base}/ads?from=0&max=250`, { headers }));
  const { id } = result.find((ad) => ad.name === name);
  const [ad] = [JSON.parse(await send(`${base}/ads/${id}`, { headers })).result].flat();
  await touch(base, admin, `ads/${id}`, change(ad));
}

/** Changes a campaign or an ad as another user. */
async function touch(base, admin, what, members) {
  const headers = { "Content-Type": "application/json", "X-Practice-Token": admin };
  await send(`${base}/practice/${what}/touch`, { method: "POST", headers, body: JSON.stringify(members) });
}

async function send(url, request) {
  const reply = await fetch(url, request);
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${text}`);
  return text;
}
