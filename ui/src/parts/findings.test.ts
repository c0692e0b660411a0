import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { FindingView } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { fetchAds, testDesk } from "../bridge/testDesk";
import { adReviewOf } from "../bridge/testAdReview";
import { Workbench } from "../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;

const finding = (at: number): FindingView => ({
  rule: "required",
  code: null,
  severity: "error",
  path: `items[${at}].name`,
  label: `Item ${at + 1} › Name`,
  message: "Name is required.",
  source: null,
  fix: null,
});
const findings = Array.from({ length: 12_600 }, (_, at) => finding(at));

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  const [ad] = await fetchAds(desk, "expandable");
  const { openAd } = desk;
  desk.adReview = async (target) => ({
    ...adReviewOf(target),
    findings: findings.map((one) => ({ aspect: "layout" as const, finding: one })),
  });
  desk.openAd = async (target) => {
    const opened = await openAd(target);
    return { review: await desk.adReview(target), detail: { ...opened.detail, findings } };
  };
  desk.read = async (target) => ({ ...(await desk.open(target)), findings });
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.fetch("ads");
  await workbench.go("expandable");
  if (ad) await workbench.open(ad);
});
afterEach(cleanup);

test("of thousands of findings only visible ones are drawn", async () => {
  await fireEvent.click(await screen.findByRole("tab", { name: "Fields" }));
  const region = await screen.findByRole("region", { name: "Findings" });
  expect(within(region).getByText("12,600 errors")).toBeTruthy();
  const [first] = within(region).getAllByRole("listitem");
  expect(["aria-posinset", "aria-setsize"].map((name) => first?.getAttribute(name))).toEqual(["1", "12600"]);
  expect(region.querySelectorAll("*").length).toBeLessThan(300);
});

test("a review part draws few findings, then a hundred", async () => {
  const region = await screen.findByRole("region", { name: "Findings" });
  const drawn = () => within(region).getAllByText("Name is required.", { exact: false }).length;
  expect(drawn()).toBe(4);
  await fireEvent.click(within(region).getByRole("button", { name: "Show 100 of 12,600 findings" }));
  expect(drawn()).toBe(100);
  expect(within(region).getByText(/All 12,600 findings are listed under “Fields”/u)).toBeTruthy();
});
