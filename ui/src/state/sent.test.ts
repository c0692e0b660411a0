import { beforeEach, expect, test, vi } from "vitest";

import type { Desk } from "../bridge/desk";
import type { SentQuery } from "../bridge/bindings";
import { testDesk } from "../bridge/testDesk";
import { Sent } from "./sent.svelte";

let desk: Desk;
let sent: Sent;
let queries: SentQuery[];

/** Sends a change of each campaign in a send of its own. */
beforeEach(async () => {
  desk = await testDesk();
  for (const [person, id] of [
    ["Maya", "1072288341"],
    ["Mara", "1072288112"],
  ] as const) {
    await desk.setPreference({ kind: "person", value: person });
    await desk.edit({ kind: "campaign", id }, { path: "notes", input: { kind: "text", text: `Sent by ${person}` } });
    const drafts = (await desk.review()).rows.map(({ draft, revision }) => ({ draft, revision }));
    await desk.send({ operation: person, drafts, overrides: [], typedName: "" }, () => undefined);
  }
  queries = [];
  const { sent: read } = desk;
  desk.sent = (query) => (queries.push(query), read(query));
  sent = new Sent(desk);
  await sent.refresh();
});

test("typing limits the list once it pauses", async () => {
  const [newest] = sent.loaded;
  sent.limit({ search: "Ma" });
  sent.limit({ search: "Mara" });
  await vi.waitFor(() => expect(sent.loaded).toEqual([newest]));
  expect(queries.map(({ search }) => search)).toEqual(["", "Mara"]);
  expect([sent.isLimited, sent.window?.counts.all]).toEqual([true, 2]);
  await sent.clearLimits();
  expect([sent.isLimited, sent.loaded.length]).toEqual([false, 2]);
});

test("sends head their items", async () => {
  await sent.groupBySend(true);
  const kinds = sent.window?.lines.map(({ kind }) => kind);
  expect(kinds).toEqual(["send", "item", "send", "item"]);
  expect(sent.line(0)).toMatchObject({ kind: "send", value: { person: "Mara", counts: { all: 1, confirmed: 1 } } });
});

test("only lines outside the window are loaded", async () => {
  sent.setVisibleLines({ first: 0, end: 2 });
  expect(queries).toHaveLength(1);
  const { window } = sent;
  if (window) sent.window = { ...window, count: 1000 };
  sent.setVisibleLines({ first: 500, end: 520 });
  await vi.waitFor(() => expect(queries).toHaveLength(2));
  expect(queries[1]).toMatchObject({ offset: 410, limit: 200 });
});
