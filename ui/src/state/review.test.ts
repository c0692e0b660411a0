import { beforeEach, expect, test } from "vitest";

import type { Desk } from "../bridge/desk";
import type { ReviewItem, SendRequest } from "../bridge/bindings";
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
    drafts: [items()[0].draft, bad.draft],
    overrides: [{ draft: bad.draft, rule: "trafficking-mode-with-placements" }],
  });
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
