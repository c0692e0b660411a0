import { join } from "node:path";
import { createInterface } from "node:readline";

import { program, start, stop } from "./processes.mjs";

/**
 * The practice service's own program on the data that the app has left, so that what it says is what really
 * arrived; without a home, on the data that everyone starts with. It may run beside the app. It ends with the test.
 */
export async function openService(test, home) {
  const data = home ? ["--data", join(home, "practice.db")] : [];
  const service = start(program("adwright-service"), [...data, "--port", "0", "--print-token"], { output: "pipe" });
  test.after(() => stop(service));
  const { base, admin, username, password } = await readGreeting(service.child.stdout);
  const token = await logIn(base, { username, password });
  return {
    get: (id) => getCampaign(base, token, id),
    touch: (id, members) => touch(base, admin, `campaigns/${id}`, members),
    touchAd: (name, change) => touchAd(base, { token, admin }, name, change),
  };
}

/** A service of its own elsewhere, on the data that everyone starts with, whose login has this password; `more` says how it differs. */
export async function openLogin(test, password, more = []) {
  const service = start(program("adwright-service"), ["--port", "0", "--print-token", "--password", password, ...more], { output: "pipe" });
  test.after(() => stop(service));
  const { base, username } = await readGreeting(service.child.stdout);
  const token = await logIn(base, { username, password });
  const headers = { Authorization: token };
  const page = async (from) => JSON.parse(await ask(`${base}/campaigns?from=${from}&max=250`, { headers })).result;
  const named = async (name) => {
    let count = 0;
    for (let from = 0, items = await page(0); items.length > 0; from += items.length, items = await page(from)) {
      count += items.filter((campaign) => campaign.name === name).length;
    }
    return count;
  };
  return { base, username, countNamed: named };
}

/** The program's first lines: where it listens, its admin's token, and who may log in. */
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
  const text = await ask(`${base}/login/login`, { method: "POST", headers, body });
  return JSON.parse(text).result.sessionId;
}

/** A campaign, and the reply's exact text. */
async function getCampaign(base, token, id) {
  const text = await ask(`${base}/campaigns/${id}`, { headers: { Authorization: token } });
  const [campaign] = [JSON.parse(text).result].flat();
  return { campaign, text };
}

/** Someone else changes the ad of this name; `change` says from what it is which members it has then. */
async function touchAd(base, { token, admin }, name, change) {
  const headers = { Authorization: token };
  const { result } = JSON.parse(await ask(`${base}/ads?from=0&max=250`, { headers }));
  const { id } = result.find((ad) => ad.name === name);
  const [ad] = [JSON.parse(await ask(`${base}/ads/${id}`, { headers })).result].flat();
  await touch(base, admin, `ads/${id}`, change(ad));
}

/** Someone else changes a campaign or an ad. */
async function touch(base, admin, what, members) {
  const headers = { "Content-Type": "application/json", "X-Practice-Token": admin };
  await ask(`${base}/practice/${what}/touch`, { method: "POST", headers, body: JSON.stringify(members) });
}

async function ask(url, request) {
  const reply = await fetch(url, request);
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${text}`);
  return text;
}
