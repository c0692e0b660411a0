import { beforeEach, describe, expect, test, vi } from "vitest";

import type { DraftRow, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { fakeDesk } from "../bridge/fake";
import { ready } from "./loading";
import { Workbench } from "./workbench.svelte";
import { discard, restore } from "./draftSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const second: DocumentRef = { kind: "campaign", id: "1072288210" };
let desk: Desk;
let bench: Workbench;

beforeEach(() => {
  location.hash = "";
  desk = fakeDesk(60);
  bench = new Workbench(desk);
});

function refuse(command: "edit" | "restore" | "discard") {
  const answer = desk[command];
  const failure = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
  Object.assign(desk, { [command]: () => Promise.reject(failure) });
  return { relent: () => Object.assign(desk, { [command]: answer }) };
}

async function rename(target: DocumentRef, name: string) {
  await bench.open(target);
  await bench.detail.put("name", { kind: "text", text: name });
}

async function list(shown: "all" | "discarded"): Promise<DraftRow[]> {
  await bench.drafts.show(shown);
  return bench.drafts.window?.rows ?? [];
}

describe("a discarded draft", () => {
  beforeEach(async () => {
    await rename(first, "Renamed");
    await bench.go("drafts");
    await discard(bench, (await list("all"))[0]?.draft);
  });

  test("is among the discarded, from where it comes back", async () => {
    const [row] = await list("discarded");
    expect([await list("all"), row?.title]).toEqual([[], "Renamed"]);
    if (row) await restore(bench, row);
    expect([(await list("all")).map(({ title }) => title), await list("discarded")]).toEqual([["Renamed"], []]);
    expect(bench.detail.value?.title).toBe("Renamed");
    await bench.notices.act();
    expect(bench.route.view).toBe("campaigns");
  });

  test("that cannot be restored is said, with the reason, and can be tried again", async () => {
    const { relent } = refuse("restore");
    await bench.notices.act();
    expect(bench.notices.current).toMatchObject({ tone: "failure", text: expect.stringContaining("The disk is full.") });
    expect(await list("discarded")).toHaveLength(1);
    relent();
    await bench.notices.act();
    expect(bench.notices.current).toBeNull();
    expect(await list("all")).toHaveLength(1);
  });

  test("does not push aside a newer one", async () => {
    await rename(first, "Newer");
    await bench.go("drafts");
    const [row] = await list("discarded");
    if (row) await restore(bench, row);
    expect(bench.notices.current?.text).toContain("has another draft by now");
    expect((await list("all")).map(({ title }) => title)).toEqual(["Newer"]);
  });
});

test("a discard that fails takes nothing, not even what is being typed", async () => {
  await rename(first, "Renamed");
  refuse("edit");
  bench.detail.edits.type("notes", "Typed");
  refuse("discard");
  await discard(bench);
  expect(bench.notices.current?.text).toContain("The disk is full.");
  expect(bench.detail.edits.at("notes")?.text).toBe("Typed");
});

describe("closing the window", () => {
  test("saves what is typed, and then nothing is in the way", async () => {
    await bench.open(first);
    bench.detail.edits.type("name", "Renamed");
    expect(await bench.leaving.mayClose(vi.fn())).toBe(true);
    expect((await desk.open(first)).title).toBe("Renamed");
  });

  test("is held back once by text that could not be saved", async () => {
    await bench.open(first);
    refuse("edit");
    bench.detail.edits.type("name", "Renamed");
    const close = vi.fn();
    expect(await bench.leaving.mayClose(close)).toBe(false);
    expect(bench.notices.current).toMatchObject({
      text: "“Name” is not saved. The disk is full.",
      action: { label: "Close without it" },
    });
    expect(close).not.toHaveBeenCalled();
    expect(await bench.leaving.mayClose(close)).toBe(true);
  });

  test("goes on when the person chooses to close without it", async () => {
    await bench.open(first);
    refuse("edit");
    bench.detail.edits.type("name", "Renamed");
    const close = vi.fn();
    await bench.leaving.mayClose(close);
    await bench.notices.act();
    expect(close).toHaveBeenCalledOnce();
  });

  test("is held back anew by other text", async () => {
    await bench.open(first);
    refuse("edit");
    bench.detail.edits.type("name", "Renamed");
    await bench.leaving.mayClose(vi.fn());
    bench.detail.edits.type("name", "Renamed again");
    expect(await bench.leaving.mayClose(vi.fn())).toBe(false);
  });
});

describe("sending", () => {
  test("the open draft of a new campaign becomes the campaign", async () => {
    await desk.fetch("campaigns", "fetch", () => undefined);
    await bench.newCampaign();
    const fields = { name: "First light", advertiserId: "4410", traffickingMode: "simple", startDate: "2026-03-01 00:00" };
    for (const [path, text] of Object.entries(fields)) await bench.detail.put(path, { kind: "text", text });
    await bench.go("review");
    await bench.send();
    const id = bench.detail.value?.id;
    expect(id).toMatch(/^\d+$/u);
    expect(bench.detail.target).toEqual({ kind: "campaign", id });
    expect(bench.detail.value?.draft).toBeNull();
    expect(bench.campaigns.row(bench.campaigns.shown?.row ?? -1)?.id).toBe(id);
    await bench.detail.put("notes", { kind: "text", text: "After" });
    expect(bench.detail.value?.draft).toMatchObject({ new: false, changed: 1 });
  });

  test("a draft that is being sent is shown as locked, and is free again when it needs no one", async () => {
    await rename(first, "Renamed");
    await bench.go("review");
    const sending = bench.send();
    await bench.go("campaigns");
    expect(bench.detail.value?.draft?.lock?.label).toBe("being sent");
    await sending;
    expect(bench.detail.value?.draft).toBeNull();
  });

  test("a draft that was changed since the review is not sent; the review is read again and says so", async () => {
    await rename(first, "Renamed");
    await bench.go("review");
    await desk.edit(first, { path: "notes", input: { kind: "text", text: "Meanwhile" } });
    await bench.send();
    expect(bench.notices.current?.text).toMatch(/changed after you reviewed it.* The review now shows how it is/u);
    expect(ready(bench.review.item)?.changes.map(({ path }) => path)).toEqual(["name", "notes"]);
    await bench.send();
    expect(bench.review.summary?.confirmed).toBe(1);
  });

  test("a campaign that is open stays open, and the list stays where it was scrolled to", async () => {
    await desk.fetch("campaigns", "fetch", () => undefined);
    await rename(first, "Renamed");
    await bench.open(second);
    const { shown } = bench.campaigns;
    bench.campaigns.want({ first: 50, end: 60 });
    await bench.go("review");
    await bench.send();
    expect(bench.detail.target).toEqual(second);
    expect(bench.campaigns.shown).toBe(shown);
  });

  test("a decision frees the open draft that waited for it", async () => {
    const third: DocumentRef = { kind: "campaign", id: "1072288079" };
    for (const target of [first, second, third]) await rename(target, "Renamed");
    await bench.go("review");
    await bench.send();
    expect(bench.detail.value?.draft?.lock?.label).toBe("needs you");
    await bench.go("sent");
    await bench.sent.open(bench.sent.all.find(({ state }) => state === "needsYou")?.item ?? "");
    await bench.decide("backToDraft");
    expect(bench.detail.value?.draft?.lock).toBeNull();
  });
});

test("salvage says what it saved", async () => {
  const news = "Saved: 1 draft. Lost: nothing.";
  Object.assign(desk, { openHome: () => Promise.resolve(news) });
  await bench.reopen({ kind: "salvage" });
  expect(bench.notices.all.map(({ text }) => text)).toContain(news);
});
