import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Desk } from "../bridge/desk";
import type { ReviewRow, SendRequest } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { holdRead, testDesk } from "../bridge/testDesk";
import { ready } from "./loading";
import { ReviewState } from "./review.svelte";

let desk: Desk;
let review: ReviewState;
let requests: SendRequest[];

beforeEach(async () => {
  desk = await testDesk();
  requests = [];
  const send = desk.send;
  desk.send = (request, listen) => (requests.push(request), send(request, listen));
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "name", input: { kind: "text", text: "Good" } });
  await desk.edit({ kind: "campaign", id: "1072288112" }, { path: "traffickingMode", input: { kind: "text", text: "simple" } });
  review = new ReviewState(desk);
  await review.load();
});

function rows(): [good: ReviewRow, bad: ReviewRow] {
  const [good, bad] = review.rows;
  if (!good || !bad) throw new Error("Two drafts were expected");
  return [good, bad];
}

test("drafts are ticked unless they have errors", () => {
  const [good, bad] = rows();
  expect([review.isTicked(good), review.isTicked(bad), review.canSend(bad)]).toEqual([true, false, false]);
});

test("an overridden error is sent and named", async () => {
  const [, bad] = rows();
  const error = bad.errors[0];
  if (error) review.override(bad, error);
  expect(review.isTicked(bad)).toBe(true);
  await review.send();
  expect(requests[0]).toMatchObject({
    drafts: rows().map(({ draft, revision }) => ({ draft, revision })),
    overrides: [{ draft: bad.draft, rule: "trafficking-mode-with-placements", path: "traffickingMode" }],
  });
});

test("hidden drafts are not sent", async () => {
  const [good, bad] = rows();
  for (const error of bad.errors) review.override(bad, error);
  review.show("errors");
  expect([review.chosen, review.ticked]).toEqual([[bad], [good, bad]]);
  await review.send();
  expect(requests[0]?.drafts.map(({ draft }) => draft)).toEqual([bad.draft]);
  expect([review.matching, review.leftHidden]).toEqual([[bad], 1]);
  await review.load();
  expect(review.rows.map(({ draft }) => draft)).toContain(good.draft);
});

describe("an edit in the review", () => {
  const target = { kind: "campaign", id: "1072288112" } as const;

  test("has the checks and undo of the form", async () => {
    const [, bad] = rows();
    review.goTo(1);
    await review.edit("traffickingMode");
    const { detail } = review.editing;
    expect(detail.field("traffickingMode")).toMatchObject({ text: "simple", changed: true });
    detail.edits.type("notes", "In place");
    await detail.put("traffickingMode", { kind: "text", text: "advanced" });
    expect(await review.editing.end()).toBe(true);
    await vi.waitFor(() => expect(review.opened).toMatchObject({ draft: bad.draft, errors: [] }));
    expect(review.isTicked(rows()[1])).toBe(true);
    await detail.undo();
    await vi.waitFor(() => expect(review.opened?.errors).toHaveLength(1));
  });

  test("applies the fix of a finding", async () => {
    review.goTo(1);
    await vi.waitFor(() => expect(ready(review.item)?.row.id).toBe(target.id));
    const fix = ready(review.item)?.findings.find(({ fix }) => fix)?.fix;
    if (!fix) throw new Error("A fix was expected");
    await review.apply(fix.edit);
    expect((await desk.read(target)).findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("is saved before it is sent", async () => {
    const { id } = rows()[0];
    await review.edit("name");
    review.editing.detail.edits.type("name", "Typed last");
    await review.send();
    expect(review.summary?.confirmed).toBe(1);
    expect(await desk.read({ kind: "campaign", id: id ?? "" })).toMatchObject({ title: "Typed last", draft: null });
  });

  test("that cannot be saved keeps its field", async () => {
    await review.edit("name");
    desk.edit = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is full.", details: null }));
    review.editing.detail.edits.type("name", "Lost?");
    await review.open(1);
    expect([review.opened?.draft, review.editing.path]).toEqual([rows()[0].draft, "name"]);
    await expect(review.send()).rejects.toMatchObject({ message: "The disk is full." });
    expect(requests).toEqual([]);
  });
});

test("like changes are one group", async () => {
  const [good, bad] = rows();
  for (const { id } of [good, bad]) {
    await desk.edit({ kind: "campaign", id: id ?? "" }, { path: "currency", input: { kind: "text", text: "CHF" } });
  }
  await review.load();
  await review.group(true);
  const groups = () => review.lines.flatMap((line) => (line.kind === "group" ? [line] : []));
  const shared = groups().find(({ rows }) => rows.length === 2);
  expect(shared?.change).toMatchObject({ kind: "same", value: { path: "currency", after: "CHF" } });
  if (!shared) return;
  review.toggleGroup(shared);
  const at = review.lines.findIndex((line) => line.kind === "group" && line.key === shared.key);
  expect(review.lines.slice(at + 1, at + 3)).toMatchObject([{ row: { draft: good.draft } }, { row: { draft: bad.draft } }]);
  review.toggle(shared, at);
  expect(review.chosen).toEqual([]);
  review.show("ready");
  expect(groups().every(({ rows }) => rows.every(({ draft }) => draft === good.draft))).toBe(true);
});

test("one tick overrides one finding", async () => {
  await desk.createDraft();
  await review.load();
  const item = review.rows[2];
  const [one, other] = item?.errors ?? [];
  if (!item || !one || !other) throw new Error("A new campaign lacks several fields");
  expect(one.rule).toBe(other.rule);
  review.override(item, one);
  expect([review.isOverridden(item, one), review.isOverridden(item, other), review.canSend(item)]).toEqual([true, false, false]);
  for (const finding of item.errors) review.override(item, finding);
  expect(review.canSend(item)).toBe(true);
  await review.send();
  expect(requests[0]?.overrides.map(({ path }) => path)).toEqual(item.errors.map(({ path }) => path));
});

test("a conflict refreshes the review, other failures do not", async () => {
  const before = review.review;
  desk.send = () => Promise.reject(new CommandFailure({ code: "Offline", message: "No line.", details: null }));
  await expect(review.send()).rejects.toMatchObject({ message: "No line." });
  expect(review.review).toBe(before);
  desk.review = async () => ({
    rows: [],
    sending: "Mara is sending in another window.",
    guard: { stale: null, readOnly: null, name: null, above: 10 },
  });
  desk.send = () => Promise.reject(new CommandFailure({ code: "Conflict", message: "Mara is sending.", details: null }));
  await expect(review.send()).rejects.toMatchObject({
    message: expect.stringMatching(/^Mara is sending\. The review is up to date again/u),
  });
  expect(review.review).toMatchObject({ value: { sending: "Mara is sending in another window." } });
  expect(review.progress).toBeNull();
});

test("unticked drafts stay", async () => {
  const [good] = rows();
  review.untick([good]);
  expect(review.chosen).toEqual([]);
  await review.send();
  expect(requests).toEqual([]);
});

test("each item shows its outcome until the refresh", async () => {
  const [good] = rows();
  await review.send();
  expect(review.results.get(good.draft)?.state).toBe("confirmed");
  expect(review.rows).toContain(good);
  await review.load();
  expect(review.results.size).toBe(0);
  expect(review.rows.map(({ draft }) => draft)).not.toContain(good.draft);
});

test("a stopped send leaves the rest unsent", async () => {
  const [, bad] = rows();
  const error = bad.errors[0];
  if (error) review.override(bad, error);
  const { held, release } = await holdRead();
  const sending = review.send();
  await held();
  await review.stop();
  await release();
  await sending;
  expect(review.summary?.stopped).toBeGreaterThan(0);
  expect(review.results.has(bad.draft)).toBe(false);
});

describe("the draft that is looked at", () => {
  const seen = () => ready(review.item)?.row.title;

  test("starts first and follows the cursor", async () => {
    expect([review.cursor, seen()]).toEqual([0, "Good"]);
    const item = vi.spyOn(desk, "reviewItem");
    review.move(1);
    await vi.waitFor(() => expect(seen()).toBe("Always-on search retarget"));
    expect(item).toHaveBeenCalledTimes(1);
  });

  test("survives a refresh, or its place does", async () => {
    review.move(1);
    await review.load();
    expect(review.opened?.title).toBe("Always-on search retarget");
    await desk.discard(review.opened?.draft ?? "");
    await review.load();
    expect([review.rows.length, review.opened?.title, seen()]).toEqual([1, "Good", "Good"]);
  });

  test("is sent as listed after a change", async () => {
    const [good] = rows();
    await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "notes", input: { kind: "text", text: "Meanwhile" } });
    await review.reloadOpened();
    expect(review.rows[0]).toMatchObject({ draft: good.draft, revision: good.revision + 1, changed: 2 });
    await review.send();
    expect(review.summary?.confirmed).toBe(1);
  });

  test("shows why it is unreadable and retries", async () => {
    const { reviewItem } = desk;
    desk.reviewItem = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is broken.", details: null }));
    await review.reloadOpened();
    expect(review.item).toMatchObject({ status: "failed", failure: { message: "The disk is broken." } });
    desk.reviewItem = reviewItem;
    await review.reloadOpened();
    expect(seen()).toBe("Good");
  });
});

test("filters show a part, F8 visits findings", () => {
  expect((["all", "ready", "errors"] as const).map((filter) => review.count(filter))).toEqual([2, 1, 1]);
  expect(review.goToFindings(1)).toBe(true);
  expect(review.cursor).toBe(1);
  review.show("errors");
  expect(review.matching.map(({ title }) => title)).toEqual([rows()[1].title]);
  review.show("ready");
  expect(review.goToFindings(1)).toBe(false);
});

test("ranges tick and untick, errors stay unticked", () => {
  const [good, bad] = rows();
  review.untick(review.rows);
  review.tickRange(1, 0);
  expect([review.isTicked(good), review.isTicked(bad)]).toEqual([true, false]);
  const [first] = review.lines;
  if (first) review.toggle(first, 0);
  expect(review.chosen).toEqual([]);
});

test("a partial review sends only its drafts", async () => {
  const [good, bad] = rows();
  review.narrow([bad.draft]);
  expect([review.rows, review.chosen]).toEqual([[bad], []]);
  await review.load();
  expect(review.rows.map(({ draft }) => draft)).toEqual([bad.draft]);
  await desk.discard(bad.draft);
  await review.load();
  expect([review.only, review.rows.map(({ draft }) => draft)]).toEqual([null, [good.draft]]);
});
