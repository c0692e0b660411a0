import { beforeEach, describe, expect, test, vi } from "vitest";

import type { DraftRow, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { CommandFailure } from "../bridge/failure";
import { askPractice, holdRead, holdReplies, testDesk } from "../bridge/testDesk";
import { ready } from "./loading";
import { Workbench } from "./workbench.svelte";
import { discard, restore } from "./draftSteps";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const second: DocumentRef = { kind: "campaign", id: "1072288340" };
let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
});

function refuse(command: "edit" | "restore" | "discard") {
  const answer = desk[command];
  const failure = new CommandFailure({ code: "Storage", message: "The disk is full.", details: null });
  Object.assign(desk, { [command]: () => Promise.reject(failure) });
  return { relent: () => Object.assign(desk, { [command]: answer }) };
}

async function rename(target: DocumentRef, name: string) {
  await workbench.open(target);
  await workbench.detail.put("name", { kind: "text", text: name });
}

async function list(shown: "all" | "discarded"): Promise<DraftRow[]> {
  await workbench.drafts.show(shown);
  return workbench.drafts.window?.rows ?? [];
}

describe("a discarded draft", () => {
  beforeEach(async () => {
    await rename(first, "Renamed");
    await workbench.go("drafts");
    await discard(workbench, (await list("all"))[0]?.draft);
  });

  test("is listed as discarded and can be restored", async () => {
    const [row] = await list("discarded");
    expect([await list("all"), row?.title]).toEqual([[], "Renamed"]);
    if (row) await restore(workbench, row);
    expect([(await list("all")).map(({ title }) => title), await list("discarded")]).toEqual([["Renamed"], []]);
    expect(workbench.detail.value?.title).toBe("Renamed");
    await workbench.notices.act();
    expect(workbench.route.view).toBe("campaigns");
  });

  test("a failed restore says why and can be retried", async () => {
    const { relent } = refuse("restore");
    await workbench.notices.act();
    expect(workbench.notices.current).toMatchObject({ tone: "failure", text: expect.stringContaining("The disk is full.") });
    expect(await list("discarded")).toHaveLength(1);
    relent();
    await workbench.notices.act();
    expect(workbench.notices.current).toBeNull();
    expect(await list("all")).toHaveLength(1);
  });

  test("does not push aside a newer one", async () => {
    await rename(first, "Newer");
    await workbench.go("drafts");
    const [row] = await list("discarded");
    if (row) await restore(workbench, row);
    expect(workbench.notices.current?.text).toContain("There is a draft of this object already");
    expect((await list("all")).map(({ title }) => title)).toEqual(["Newer"]);
  });
});

test("a failed discard loses nothing, not even typing", async () => {
  await rename(first, "Renamed");
  refuse("edit");
  workbench.detail.edits.type("notes", "Typed");
  refuse("discard");
  await discard(workbench);
  expect(workbench.notices.current?.text).toContain("The disk is full.");
  expect(workbench.detail.edits.at("notes")?.text).toBe("Typed");
});

describe("closing the window", () => {
  test("saves typed text, then nothing blocks", async () => {
    await workbench.open(first);
    workbench.detail.edits.type("name", "Renamed");
    expect(await workbench.leaving.mayClose(vi.fn())).toBe(true);
    expect((await desk.open(first)).title).toBe("Renamed");
  });

  test("is blocked once by unsaved text", async () => {
    await workbench.open(first);
    refuse("edit");
    workbench.detail.edits.type("name", "Renamed");
    const close = vi.fn();
    expect(await workbench.leaving.mayClose(close)).toBe(false);
    expect(workbench.notices.current).toMatchObject({
      text: "“Name” is not saved. The disk is full.",
      action: { label: "Close without it" },
    });
    expect(close).not.toHaveBeenCalled();
    expect(await workbench.leaving.mayClose(close)).toBe(true);
  });

  test("continues without saving when the person agrees", async () => {
    await workbench.open(first);
    refuse("edit");
    workbench.detail.edits.type("name", "Renamed");
    const close = vi.fn();
    await workbench.leaving.mayClose(close);
    await workbench.notices.act();
    expect(close).toHaveBeenCalledOnce();
  });

  test("is blocked again by other text", async () => {
    await workbench.open(first);
    refuse("edit");
    workbench.detail.edits.type("name", "Renamed");
    await workbench.leaving.mayClose(vi.fn());
    workbench.detail.edits.type("name", "Renamed again");
    expect(await workbench.leaving.mayClose(vi.fn())).toBe(false);
  });
});

describe("sending", () => {
  test("a new campaign's open draft becomes the campaign", async () => {
    await desk.fetch("campaigns", "fetch", () => undefined);
    await workbench.newCampaign();
    const fields = { name: "First light", advertiserId: "4410", brandId: "88140" };
    for (const [path, text] of Object.entries(fields)) await workbench.detail.put(path, { kind: "text", text });
    await workbench.go("review");
    await workbench.send();
    const id = workbench.detail.value?.id;
    expect(id).toMatch(/^\d+$/u);
    expect(workbench.detail.target).toEqual({ kind: "campaign", id });
    expect(workbench.detail.value?.draft).toBeNull();
    await vi.waitFor(() => expect(workbench.campaigns.row(workbench.campaigns.scrollTarget?.row ?? -1)?.id).toBe(id), { timeout: 20_000 });
    await workbench.detail.put("notes", { kind: "text", text: "After" });
    expect(workbench.detail.value?.draft).toMatchObject({ new: false, changed: 1 });
  });

  test("a draft is locked while it is sent", async () => {
    await rename(first, "Renamed");
    await workbench.go("review");
    const { held, release } = await holdRead();
    const sending = workbench.send();
    await held();
    await workbench.go("campaigns");
    expect(workbench.detail.value?.draft?.lock?.label).toBe("being sent");
    await release();
    await sending;
    expect(workbench.detail.value?.draft).toBeNull();
  });

  test("a changed draft is not sent but reviewed again", async () => {
    await rename(first, "Renamed");
    await workbench.go("review");
    await desk.edit(first, { path: "notes", input: { kind: "text", text: "Meanwhile" } });
    await workbench.send();
    expect(workbench.notices.current?.text).toMatch(/The review is up to date again/u);
    expect(ready(workbench.review.item)?.changes.map(({ path }) => path)).toEqual(["name", "notes"]);
    await workbench.send();
    expect(workbench.review.summary?.confirmed).toBe(1);
  });

  test("a refresh keeps the campaign and scroll position", async () => {
    await desk.fetch("campaigns", "fetch", () => undefined);
    await rename(first, "Renamed");
    await workbench.open(second);
    const { scrollTarget } = workbench.campaigns;
    workbench.campaigns.setVisibleRows({ first: 50, end: 60 });
    await workbench.go("review");
    await workbench.send();
    expect(workbench.detail.target).toEqual(second);
    expect(workbench.campaigns.scrollTarget).toBe(scrollTarget);
  });

  test("a decision unlocks the open draft", async () => {
    const third: DocumentRef = { kind: "campaign", id: "1072288112" };
    for (const target of [first, second, third]) await rename(target, "Renamed");
    await workbench.go("review");
    await askPractice("faults", { fault: "drop-before-commit", times: 3 });
    await workbench.send();
    expect(workbench.detail.value?.draft?.lock?.label).toBe("needs you");
    await workbench.go("sent");
    await workbench.sent.open(workbench.sent.loaded.find(({ state }) => state === "needsYou")?.item ?? "");
    await workbench.decide("backToDraft");
    expect(workbench.detail.value?.draft?.lock).toBeNull();
  });
});

test("a late reply takes nobody back to the list", async () => {
  const release = holdReplies(desk, "open");
  const asked = vi.spyOn(desk, "open");
  const opening = workbench.open(first);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await workbench.go("sent");
  release();
  await opening;
  expect([workbench.route.view, workbench.detail.value?.id]).toEqual(["sent", first.id]);
});

test("salvage reports the saved drafts", async () => {
  const news = "Saved: 1 draft. Lost: nothing.";
  Object.assign(desk, { openHome: () => Promise.resolve(news) });
  await workbench.reopen({ kind: "salvage" });
  expect(workbench.notices.all.map(({ text }) => text)).toContain(news);
});
