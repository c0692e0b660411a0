import { beforeEach, expect, test } from "vitest";

import type { Drawing, FailureCode, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { testDesk } from "../bridge/testDesk";
import { adReviewOf, drawingOf } from "../bridge/testAdReview";
import { AdReviewState } from "./adReview.svelte";

const ad = (id: string): DocumentRef => ({ kind: "ad", id });

let desk: Desk;
let review: AdReviewState;

beforeEach(async () => {
  desk = await testDesk();
  desk.adReview = async (target) => adReviewOf(target);
  desk.adDrawing = async () => drawingOf("The banner, before anything opens");
  review = new AdReviewState(desk);
});

test("an ad without timeline shows its layout instead", async () => {
  await review.open(ad("7"));
  review.tab = "timeline";
  expect(review.tabs.map(({ id }) => id)).not.toContain("timeline");
  expect(review.current).toBe("layout");
  const shown = adReviewOf(ad("7"));
  const none = { title: "", columns: [], rows: [], omittedRows: 0, more: null };
  const timeline = { drawing: drawingOf("The timeline of the ad"), sentences: [], linears: none, variables: none };
  desk.adReview = async () => ({ ...shown, timeline });
  await review.open(ad("7"));
  expect(review.current).toBe("timeline");
  await review.open(ad("8"));
  expect(review.current).toBe("layout");
});

test("tabs count truncated rows, summaries count nothing", async () => {
  const shown = adReviewOf(ad("7"));
  const counts = () => review.tabs.flatMap(({ id, count }) => (count === undefined ? [] : [`${id} ${count}`]));
  const interactions = { ...shown.interactions, rows: shown.tracking.addresses.rows.slice(0, 1), omittedRows: 2_999 };
  desk.adReview = async () => ({ ...shown, interactions });
  await review.open(ad("7"));
  expect(counts()).toEqual([`tracking ${shown.tracking.addresses.rows.length}`, "interactions 3000"]);
  const nothing = { ...shown.interactions, rows: [], omittedRows: 0 };
  desk.adReview = async () => ({
    ...shown,
    interactions: nothing,
    tracking: { ...shown.tracking, addresses: nothing },
    summary: { message: "", gettable: true },
  });
  await review.open(ad("8"));
  expect(counts()).toEqual([]);
});

test("unplaced findings are shown with the layout", async () => {
  const shown = adReviewOf(ad("7"));
  const [one] = shown.findings;
  desk.adReview = async () => ({
    ...shown,
    findings: shown.findings.concat(one ? { ...one, aspect: "other" } : [], one ? { ...one, aspect: "timeline" } : []),
  });
  await review.open(ad("7"));
  expect(review.findings("layout").length).toBe(3);
  expect(review.findings("assets").length).toBe(0);
});

test("only the view asked for last is drawn", async () => {
  await review.open(ad("7"));
  expect(review.drawing?.title).toBe("The banner, before anything opens");
  let answer = (_: Drawing) => {};
  desk.adDrawing = () => new Promise((resolve) => (answer = resolve));
  const late = review.showView(1);
  await review.showView(0);
  answer(drawingOf("Late"));
  await late;
  expect(review.drawing?.title).toBe("The banner, before anything opens");
});

test("a late ad does not replace a newer one", async () => {
  let answer = () => {};
  desk.adReview = () => new Promise((resolve) => (answer = () => resolve(adReviewOf(ad("1")))));
  const late = review.open(ad("1"));
  desk.adReview = async (target) => adReviewOf(target);
  await review.open(ad("2"));
  answer();
  await late;
  expect(review.value?.target).toEqual(ad("2"));
});

test("a failed review says why and can be retried", async () => {
  const code: FailureCode = "NotFound";
  const { adReview } = desk;
  desk.adReview = async () => {
    throw new CommandFailure({ code, message: "Ad 7 is not in this workspace.", details: null, reply: null });
  };
  await review.open(ad("7"));
  expect(review.shown.status).toBe("failed");
  desk.adReview = adReview;
  await review.retry();
  expect(review.shown.status).toBe("ready");
});
