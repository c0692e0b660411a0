import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../../App.svelte";
import type { MasterAd, DocumentRef } from "../../bridge/bindings";
import type { Desk } from "../../bridge/desk";
import { adsAsText, fetchAds, testDesk } from "../../bridge/testDesk";
import { adReviewOf, comparisonOf, drawingOf, tableOf } from "../../bridge/testAdReview";
import { actionOf, availableActions, whyUnavailable } from "../../state/actions";
import { Workbench } from "../../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;
let first: DocumentRef;
let second: DocumentRef;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  [first, second] = (await fetchAds(desk, "expandable")) as [DocumentRef, DocumentRef];
  const { openAd } = desk;
  desk.adReview = async (target) => adReviewOf(target);
  desk.openAd = async (target) => ({ ...(await openAd(target)), review: await desk.adReview(target) });
  desk.adDrawing = async () => drawingOf("The banner with the panel “main”");
  desk.compareAds = async (targets) => comparisonOf(targets);
});
afterEach(cleanup);

async function start() {
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.fetch("ads");
  await workbench.go("expandable");
}

const openAd = () => workbench.open(first);

test("an ad shows its drawn layout and its findings", async () => {
  await start();
  await openAd();
  const drawing = await screen.findByRole("img", { name: "The banner, before anything opens" });
  const words = document.getElementById(drawing.getAttribute("aria-describedby") ?? "");
  expect(words?.textContent).toContain("The banner is 970 px wide");
  const panels = screen.getByRole("table", { name: "Panels" });
  expect(within(panels).getByText(/wider than the room/u)).toBeTruthy();
});

test("an included review is drawn without another request", async () => {
  await start();
  const { openAd: open } = desk;
  desk.openAd = async (target) => {
    const opened = await open(target);
    desk.adReview = () => Promise.reject(new Error("it is here already"));
    return opened;
  };
  await openAd();
  expect(await screen.findByRole("img", { name: "The banner, before anything opens" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("another ad begins with its whole layout", async () => {
  await start();
  await openAd();
  const whole = await screen.findByRole<HTMLButtonElement>("button", { name: "Whole drawing" });
  await fireEvent.click(screen.getByRole("button", { name: "Larger" }));
  const panel = screen.getByRole("tabpanel", { name: "Layout" });
  panel.scrollTop = 70;
  expect(whole.disabled).toBe(false);
  await workbench.open(second);
  await waitFor(() => expect(whole.disabled).toBe(true));
  expect(whole.isConnected).toBe(true);
  expect(panel.scrollTop).toBe(0);
  await fireEvent.click(screen.getByRole("tab", { name: /^Assets/u }));
  await openAd();
  await waitFor(() => screen.getByRole("tab", { name: "Layout", selected: true }));
});

test("fields are fetched when their tab opens", async () => {
  await start();
  const { read } = desk;
  let answer = () => {};
  desk.read = async (target) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { ...(await read(target)), stays: "It is not sent from here." };
  };
  await openAd();
  await fireEvent.click(await screen.findByRole("tab", { name: "Fields" }));
  expect(await screen.findByText("Opening")).toBeTruthy();
  answer();
  expect(await screen.findByText("It is not sent from here.")).toBeTruthy();
});

test("a heading of a table sorts it", async () => {
  await start();
  await openAd();
  await fireEvent.click(await screen.findByRole("tab", { name: /^Tracking/u }));
  const table = await screen.findByRole("table", { name: "Addresses" });
  const first = () => within(table).getAllByRole("row")[1]?.textContent ?? "";
  expect(first()).toContain("b.example");
  await fireEvent.click(within(table).getByRole("button", { name: "Address" }));
  expect(first()).toContain("a.example");
  expect(within(table).getByRole("columnheader", { name: "Address" }).getAttribute("aria-sort")).toBe("ascending");
});

test("a truncated table counts its missing rows", async () => {
  desk.adReview = async (target) => {
    const ad = adReviewOf(target);
    return { ...ad, layout: { ...ad.layout, panels: { ...ad.layout.panels, more: "3 more panels are not listed." } } };
  };
  await start();
  await openAd();
  expect(await screen.findByText("3 more panels are not listed.")).toBeTruthy();
});

test("of many rows only visible ones are drawn", async () => {
  const rows = Array.from({ length: 10_000 }, (_, at): [string, { text: string; number: null }] => [
    `f[${at}]`,
    { text: `file ${at}`, number: null },
  ]);
  desk.adReview = async (target) => {
    const ad = adReviewOf(target);
    return { ...ad, assets: { ...ad.assets, files: tableOf("Files in their folders", [["File", "words"]], rows) } };
  };
  await start();
  await openAd();
  await fireEvent.click(await screen.findByRole("tab", { name: "Assets" }));
  const grid = await screen.findByRole("grid", { name: "Files in their folders" });
  expect(grid.getAttribute("aria-rowcount")).toBe("10001");
  expect(within(grid).getAllByRole("row").length).toBeLessThan(200);
});

test("ticked ads are compared beside their list", async () => {
  await start();
  const { list } = workbench;
  list.ticked.toggle(first.id, 0);
  list.ticked.toggle(second.id, 1);
  await fireEvent.click(await screen.findByRole("button", { name: "Compare selected ads" }));
  expect(await screen.findByRole("heading", { name: "2 ads compared" })).toBe(document.activeElement);
  expect(await screen.findByRole("table", { name: "What differs" })).toBeTruthy();
  const drawing = screen.getByRole("img", { name: "The layouts, drawn over each other" });
  expect(document.getElementById(drawing.getAttribute("aria-describedby") ?? "")?.textContent).toContain("The layouts do not differ.");
  await openAd();
  expect(screen.queryByRole("heading", { name: "2 ads compared" })).toBeNull();
});

/** From now on each ad is opened with this master. */
function saysOfMaster(master: MasterAd | null) {
  const { openAd: open } = desk;
  desk.openAd = async (target) => {
    const opened = await open(target);
    return { ...opened, detail: { ...opened.detail, master } };
  };
}

test("a missing master is named, no master offers nothing", async () => {
  saysOfMaster({ id: "77", documentRef: null });
  await start();
  await openAd();
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Compare with its master" });
  expect(button.disabled).toBe(true);
  expect(button.title).toBe("Its master, ad 77, is not in this workspace. Fetch the ads, or import a file that has it.");
  expect(whyUnavailable(workbench, actionOf("ad.compareWithMaster"))).toBe(button.title);
  saysOfMaster(null);
  await workbench.open(second);
  await screen.findByRole("img", { name: "The banner, before anything opens" });
  expect(screen.queryByRole("button", { name: "Compare with its master" })).toBeNull();
  expect(availableActions(workbench).some(({ id }) => id === "ad.compareWithMaster")).toBe(false);
});

test("a summary explains why its layout is not compared", async () => {
  const master = second;
  saysOfMaster({ id: master.id, documentRef: master });
  const { compareAds: compare } = desk;
  const asked: DocumentRef[][] = [];
  const unknown = "Of “Ad 9012” only a summary is here, so its layout is not compared.";
  desk.compareAds = async (targets) => {
    asked.push(targets);
    const whole = await compare(targets);
    return { ...whole, ads: whole.ads.map((ad) => ({ ...ad, position: null })), drawing: null, layouts: [unknown] };
  };
  await start();
  await openAd();
  await fireEvent.click(await screen.findByRole("button", { name: "Compare with its master" }));
  expect(await screen.findByText(unknown)).toBeTruthy();
  expect(asked).toEqual([[master, first]]);
  const ads = screen.getByRole("list", { name: "Ads that are compared" });
  expect([ads.querySelector("svg"), screen.queryByRole("group", { name: "Drawing" })]).toEqual([null, null]);
});

test("all matches are compared unless there are many", async () => {
  await start();
  const { list } = workbench;
  await workbench.desk.importAds({ kind: "text", value: adsAsText("Compared A", "Compared B", "Compared C") }, "1", () => undefined);
  list.searchFor("Compared");
  await list.refresh();
  await waitFor(() => expect(list.matched).toBe(3));
  await list.tickAll();
  const left = list.row(1)?.id ?? "";
  list.ticked.toggle(left, 1);
  const asked = vi.spyOn(desk, "compareAds");
  await fireEvent.click(await screen.findByRole("button", { name: "Compare selected ads" }));
  expect(await screen.findByRole("heading", { name: /ads compared/u })).toBeTruthy();
  const all = (await desk.rows("expandable", list.query({ first: 0, end: 99 }))).rows.map(({ id }) => id);
  expect(asked.mock.calls).toEqual([[all.filter((id) => id !== left).map((id) => ({ kind: "ad", id }))]]);
  await workbench.desk.importAds(
    { kind: "text", value: adsAsText("Compared D", "Compared E", "Compared F", "Compared G", "Compared H") },
    "2",
    () => undefined,
  );
  await list.refresh();
  await list.tickAll();
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Compare selected ads" });
  const why = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect([button.disabled, why?.textContent]).toEqual([true, expect.stringMatching(/^\d+ ads are selected\. Select between two and 6/u)]);
});

test("a summary explains each tab and fetches itself whole", async () => {
  const summary = { message: "Only a summary is here.", gettable: true };
  const none = tableOf("Addresses", [], []);
  desk.adReview = async (id) => {
    const ad = adReviewOf(id);
    return { ...ad, summary, tracking: { addresses: none, hosts: [] } };
  };
  await start();
  await openAd();
  const line = (await screen.findByText("Only a summary is here.")).closest("[role=status]") as HTMLElement;
  expect(screen.getByRole("tab", { name: "Tracking" })).toBeTruthy();
  for (const [tab, title] of [
    ["Tracking", "Web addresses"],
    ["Interactions", "Interactions"],
    ["Versions", "Versions"],
  ] as const) {
    await fireEvent.click(screen.getByRole("tab", { name: tab }));
    expect(await screen.findByText(`${title} are unknown`)).toBeTruthy();
    expect(within(screen.getByRole("article")).queryByText(/^(No |Nothing|One version)/u)).toBeNull();
  }
  desk.adReview = async (id) => adReviewOf(id);
  await fireEvent.click(within(line).getByRole("button", { name: "Fetch it whole" }));
  expect(await screen.findByText("One version")).toBeTruthy();
  expect(screen.queryByText("Only a summary is here.")).toBeNull();
});
