import { beforeEach, expect, test } from "vitest";

import type { Desk } from "../bridge/desk";
import type { ReviewItem, SendRequest } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { fakeDesk } from "../bridge/fake";
import { ReviewState } from "./review.svelte";

let desk: Desk;
let review: ReviewState;
let requests: SendRequest[];

beforeEach(async () => {
  desk = fakeDesk();
  requests = [];
  const send = desk.send;
  desk.send = (request, listen) => (requests.push(request), send(request, listen));
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "name", input: { kind: "text", text: "Good" } });
  await desk.edit({ kind: "campaign", id: "1072288210" }, { path: "traffickingMode", input: { kind: "text", text: "simple" } });
  review = new ReviewState(desk);
  await review.load();
});

function items(): [good: ReviewItem, bad: ReviewItem] {
  const [good, bad] = review.items;
  if (!good || !bad) throw new Error("Two drafts were expected");
  return [good, bad];
}

test("a draft without errors is ticked, one with errors is not and cannot be", () => {
  const [good, bad] = items();
  expect([review.isTicked(good), review.isTicked(bad), review.canSend(bad)]).toEqual([true, false, false]);
});

test("an overridden error lets the draft go, and is named in the request", async () => {
  const [, bad] = items();
  const error = bad.findings[0];
  if (error) review.override(bad, error, true);
  expect(review.isTicked(bad)).toBe(true);
  await review.send();
  expect(requests[0]).toMatchObject({
    drafts: items().map(({ draft, revision }) => ({ draft, revision })),
    overrides: [{ draft: bad.draft, rule: "trafficking-mode-with-placements", path: "traffickingMode" }],
  });
});

test("one tick releases one finding, also where a rule noticed several", async () => {
  await desk.createDraft();
  await review.load();
  const item = review.items[2];
  const [one, other] = item?.findings ?? [];
  if (!item || !one || !other) throw new Error("A new campaign lacks several fields");
  expect(one.rule).toBe(other.rule);
  review.override(item, one, true);
  expect([review.isOverridden(item, one), review.isOverridden(item, other), review.canSend(item)]).toEqual([true, false, false]);
  for (const finding of item.findings) review.override(item, finding, true);
  expect(review.canSend(item)).toBe(true);
  await review.send();
  expect(requests[0]?.overrides.map(({ path }) => path)).toEqual(item.findings.map(({ path }) => path));
});

test("a conflict shows the review as it is now; another failure leaves it", async () => {
  const before = review.review;
  desk.send = () => Promise.reject(new CommandFailure({ code: "Offline", message: "No line.", details: null }));
  await expect(review.send()).rejects.toMatchObject({ message: "No line." });
  expect(review.review).toBe(before);
  desk.review = async () => ({ items: [], sending: "Mara is sending in another window." });
  desk.send = () => Promise.reject(new CommandFailure({ code: "Conflict", message: "Mara is sending.", details: null }));
  await expect(review.send()).rejects.toMatchObject({ message: expect.stringMatching(/^Mara is sending\. The review now/u) });
  expect(review.review).toMatchObject({ value: { sending: "Mara is sending in another window." } });
  expect(review.progress).toBeNull();
});

test("what was unticked stays here", async () => {
  const [good] = items();
  review.tick(good, false);
  expect(review.chosen).toEqual([]);
  await review.send();
  expect(requests).toEqual([]);
});

test("each item shows what became of it, until the review is read anew", async () => {
  const [good] = items();
  await review.send();
  expect(review.results.get(good.draft)?.state).toBe("confirmed");
  expect(review.items).toContain(good);
  await review.load();
  expect(review.results.size).toBe(0);
  expect(review.items.map(({ draft }) => draft)).not.toContain(good.draft);
});

test("a stopped send leaves what was not begun", async () => {
  const [, bad] = items();
  const error = bad.findings[0];
  if (error) review.override(bad, error, true);
  const sending = review.send();
  await review.stop();
  await sending;
  expect(review.summary).toMatchObject({ stopped: 1 });
  expect(review.results.has(bad.draft)).toBe(false);
});
