// The real desk for tests: each test gets a temporary home of the development server.

import { request } from "node:http";
import { setImmediate } from "node:timers";

import { configure } from "@testing-library/svelte";
import { devServer } from "virtual:dev-server";
import { afterEach } from "vitest";

import { commands, type DocumentRef, type ListId, type RowsQuery } from "./bindings";
import { desk, type Desk } from "./desk";
import { CommandFailure } from "./failure";
import { connect, textOf, type HomeOptions, type PracticeAccess, type Send } from "./loopback";

// On a busy computer a reply takes long; only a test that fails waits to the end.
configure({ asyncUtilTimeout: 60_000 });

let home: string | null = null;
let practice: PracticeAccess | null = null;

afterEach(removeHome);

async function removeHome(): Promise<void> {
  if (home) await send("DELETE", `${devServer.baseUrl}/homes/${home}`, devServer.token, {});
  home = null;
}

/** Sends a request without the page's timers, which a test may have stopped. */
export const send: Send = (method, url, token, body) =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-adwright-token": token, "x-practice-token": token };
    const asked = request(url, { method, headers }, (reply) =>
      resolve({ status: reply.statusCode ?? 0, pieces: reply.setEncoding("utf8") }),
    );
    asked.on("error", reject).end(body === undefined ? "" : JSON.stringify(body));
  });

/**
 * Opens a desk on a new home that never used the practice service. Its commands are fields, so that tests can replace
 * them. Only one desk is open at a time.
 */
export async function untouchedDesk(options: HomeOptions = {}): Promise<Desk> {
  await removeHome();
  home = crypto.randomUUID();
  practice = await connect(devServer, home, { testClock: true, ...options }, send);
  return tracked({ ...desk });
}

/** The commands that are not answered yet. */
const unanswered = new Set<Promise<unknown>>();

/** Returns the commands, each noted until it is answered. */
function tracked(commands: Desk): Desk {
  const note =
    (command: (...given: unknown[]) => Promise<unknown>) =>
    (...given: unknown[]) => {
      const answer = command(...given);
      unanswered.add(answer);
      const forget = () => void unanswered.delete(answer);
      answer.then(forget, forget);
      return answer;
    };
  const all = Object.entries(commands) as [string, (...given: unknown[]) => Promise<unknown>][];
  return Object.fromEntries(all.map(([name, command]) => [name, note(command)])) as unknown as Desk;
}

/** Waits until every command is answered, also those that follow from the answers. Needs none of the page's timers. */
export async function answered(): Promise<void> {
  do {
    await Promise.allSettled(unanswered);
    await new Promise((resolve) => setImmediate(resolve));
  } while (unanswered.size > 0);
}

/** Opens a desk that has fetched the campaigns. */
export function testDesk(options: HomeOptions = {}): Promise<Desk> {
  return untouchedDesk({ fetched: true, ...options });
}

/** Reloads the page, as after another workspace was opened. */
export async function newPage(): Promise<void> {
  if (home) await connect(devServer, home, {}, send);
}

/** Types a secret in its window. */
export async function typeSecret(secret: string): Promise<void> {
  const answer = await commands.secretEnter(secret);
  if (answer.status === "error") throw new CommandFailure(answer.error);
}

/** Calls the admin interface of the practice service: arms a fault, or changes an object as another user. */
export async function askPractice(path: string, body?: unknown): Promise<unknown> {
  if (!practice) throw new Error("No desk is open.");
  const reply = await send(body ? "POST" : "GET", `${practice.baseUrl}/practice/${path}`, practice.adminToken, body);
  const text = await textOf(reply);
  if (reply.status !== 200) throw new Error(`${path}: ${text}`);
  return (JSON.parse(text) as { result: unknown }).result;
}

/** Holds the next reply to a read until the returned function is called. */
export async function holdRead(): Promise<{ held: () => Promise<void>; release: () => Promise<unknown> }> {
  const arm = (times: number) => askPractice("faults", { fault: "hold-read", times });
  const held = async () => {
    while (((await askPractice("faults")) as { held: number }).held === 0);
  };
  await arm(1);
  return { held, release: () => arm(0) };
}

/** Holds the replies of a command back until the returned function is called. */
export function holdReplies(desk: Desk, command: keyof Desk): () => void {
  const answer = desk[command] as (...given: unknown[]) => Promise<unknown>;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  Object.assign(desk, { [command]: async (...given: unknown[]) => (await gate, answer(...given)) });
  return release;
}

/** Returns expandable banners with these names as the text of a file. */
export function adsAsText(...names: string[]): string {
  return JSON.stringify(names.map((name, at) => ({ type: "ExpandableBannerAd", id: 990_000 + at, name, width: 970, height: 250 })));
}

/** Fetches the ads, and returns those of a list. */
export async function fetchAds(desk: Desk, list: ListId): Promise<DocumentRef[]> {
  await desk.fetch("ads", "fetch ads", () => undefined);
  const query: RowsQuery = {
    search: "",
    grouped: false,
    filters: {
      accountId: "",
      accountName: "",
      siteId: "",
      advertiserId: "",
      advertiserName: "",
      brandId: "",
      traffickingMode: "",
      drafts: null,
      q: [],
      from: "",
      max: "",
    },
    sort: null,
    columns: [],
    offset: 0,
    limit: 50,
    only: null,
    answer: null,
    locate: null,
  };
  return (await desk.rows(list, query)).rows.map(({ id }) => ({ kind: "ad", id }));
}
