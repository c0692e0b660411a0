// A service that answers as a test says, and a window on it.

import { once } from "node:events";
import { createServer } from "node:http";

import { freshHome, openApp } from "./app.mjs";
import { choose, closeWelcome, fetched } from "./steps.mjs";

export const CAMPAIGN = { type: "Campaign", id: 7, name: "Spring launch", traffickingMode: "simple", clientRefId: null };

export const json = (body, headers = {}) => ({
  status: 200,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** What the service says until it is told otherwise: one campaign, and how many requests are left. */
export function usual({ url }) {
  const from = Number(new URL(url, "http://service").searchParams.get("from"));
  const headers = { "RateLimit-Limit-Daily": "1000", "RateLimit-Remaining-Daily": "987" };
  return json({ metadata: { total: 1 }, result: from === 0 ? [CAMPAIGN] : [] }, headers);
}

/** A service that answers as the test says, at once or later. It ends with the test. */
export async function openOdd(test) {
  const odd = { answer: usual };
  const server = createServer((request, response) => {
    request.resume().on("end", async () => {
      const { status, headers, body } = await odd.answer(request);
      response.writeHead(status, headers).end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(odd, { base: `http://127.0.0.1:${server.address().port}/api` });
}

/** Begins a workspace on a service, up to its name and address. */
export async function begin(window, name, base) {
  await choose(window, "New workspace", /New workspace/);
  await window.focused("textbox", "Name");
  await window.reads(/kept in your system’s keyring/);
  await window.fill("textbox", "Name", name);
  await window.fill("textbox", "Address of the service", base);
}

/** A window on a workspace of a service that asks for no login. */
export async function onOdd(t, odd) {
  const { window } = await openApp(t, freshHome());
  await fetched(window);
  await closeWelcome(window);
  await begin(window, "Odd service", odd.base);
  await window.choose("Login", "No login");
  await window.click("button", "Save and open");
  await window.find("button", /^Odd service workspace/);
  await fetched(window);
  return window;
}
