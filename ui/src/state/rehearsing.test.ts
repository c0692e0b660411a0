import { beforeEach, expect, test, vi } from "vitest";

import type { Desk } from "../bridge/desk";
import { testDesk } from "../bridge/testDesk";
import { ReviewState } from "./review.svelte";

const SPRING = { kind: "campaign", id: "1072288341" } as const;

let desk: Desk;
let review: ReviewState;

/** Loads the review, and waits for its rehearsal. */
async function rehearsed() {
  await review.load();
  await vi.waitFor(() => expect([review.rehearsing.progress, review.rehearsing.result?.items.length]).toEqual([null, review.rows.length]));
}

function verdict(draft = review.rows[0]?.draft) {
  return review.rehearsing.verdict(draft ?? "");
}

beforeEach(async () => {
  desk = await testDesk();
  await desk.open(SPRING);
  await desk.edit(SPRING, { path: "name", input: { kind: "text", text: "Rehearsed" } });
  review = new ReviewState(desk);
});

test("the review rehearses by itself, and an answer changes the verdict", async () => {
  const { detail } = await desk.copyDraft(SPRING);
  const copy = detail.draft?.id;
  await rehearsed();
  expect(verdict(copy)).toMatchObject({ verdict: "unknown", questions: [{ key: { fact: "acceptsReference" } }] });
  const [question] = verdict(copy)?.questions ?? [];
  if (!question) throw new Error("A question was expected");
  await review.answer(question, true);
  await vi.waitFor(() => expect(verdict(copy)?.verdict).toBe("accepted"));
  expect(review.rehearsing.result?.summary).toBe("2 would be accepted.");
  expect(await desk.facts(SPRING)).toMatchObject([{ value: true, isFromPerson: true }]);
  await review.answer(question, false);
  await vi.waitFor(() => expect(verdict(copy)).toMatchObject({ verdict: "refused", code: null }));
});

test("an edit in the review is rehearsed again", async () => {
  await rehearsed();
  await review.open(0);
  await review.apply({ path: "traffickingMode", input: { kind: "text", text: "simple" } });
  await vi.waitFor(() => expect(verdict()).toMatchObject({ verdict: "refused", code: 62000, fix: "Keep advanced" }));
});

test("a send ends the rehearsal and its verdicts", async () => {
  await rehearsed();
  const running = review.rehearse();
  await review.send();
  await running;
  expect([review.rehearsing.result, review.rehearsing.progress]).toEqual([null, null]);
  expect(review.summary?.confirmed).toBe(1);
});
