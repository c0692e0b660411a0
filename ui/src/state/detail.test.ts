import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Detail, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { fetchAds, holdReplies, testDesk } from "../bridge/testDesk";
import { DetailState } from "./detail.svelte";
import { wholeText } from "./edits.svelte";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const second: DocumentRef = { kind: "campaign", id: "1072288340" };
let desk: Desk;
let detail: DetailState;
const saved = vi.fn();

beforeEach(async () => {
  desk = await testDesk();
  saved.mockClear();
  detail = new DetailState(desk, saved);
});

describe("opening", () => {
  test("a late answer for another campaign is ignored", async () => {
    const answer = desk.open;
    const release = holdReplies(desk, "open");
    const opening = detail.open(first);
    desk.open = answer;
    await detail.open(second);
    release();
    await opening;
    expect(detail.value?.id).toBe(second.id);
  });

  test("a missing campaign is reported", async () => {
    await detail.open({ kind: "campaign", id: "1" });
    expect(detail.shown).toMatchObject({ status: "failed", failure: { code: "NotFound" } });
  });

  test("a new campaign focuses its first empty field", async () => {
    await detail.create();
    expect(detail.focusOn).toBe("name");
    expect(detail.value?.draft?.new).toBe(true);
  });
});

test("a field that an edit leaves alone is not drawn again", async () => {
  await detail.open(first);
  const [name, status] = ["name", "status"].map((path) => detail.field(path));
  await detail.put("name", { kind: "text", text: "Renamed" });
  expect(detail.field("status")).toBe(status);
  expect(detail.field("name")).not.toBe(name);
});

describe("opening while another is open", () => {
  let release: () => void;
  let opening: Promise<void>;

  beforeEach(async () => {
    await detail.open(first);
    release = holdReplies(desk, "open");
    opening = detail.open(second);
  });

  test("it stays until a quick reply and keeps typed text", async () => {
    expect(detail.value?.id).toBe(first.id);
    // The whole text is not sent with each key.
    detail.edits.type(wholeText, detail.value?.source.replace("Spring launch, DE", "Typed late") ?? "");
    release();
    await opening;
    expect(detail.value?.id).toBe(second.id);
    await detail.open(first);
    expect(detail.value?.title).toBe("Typed late");
  });

  test("it goes if the reply is slow", async () => {
    await vi.waitFor(() => expect(detail.shown.status).toBe("loading"));
    release();
    await opening;
    expect(detail.value?.id).toBe(second.id);
  });

  test("closing it drops what was asked for", async () => {
    detail.close();
    release();
    await opening;
    expect(detail.target).toBeNull();
  });
});

describe("opening an ad", () => {
  let ad: DocumentRef;
  let another: DocumentRef;
  const name = { path: "name", label: "Name", kind: "text" };
  const found = { rule: "required", severity: "error", path: "name" };
  let whole: Detail;

  beforeEach(async () => {
    [ad, another] = (await fetchAds(desk, "expandable")) as [DocumentRef, DocumentRef];
    whole = {
      ...(await desk.open(ad)),
      findings: [found],
      groups: [{ title: "Ad", note: null, fields: [{ ...name, parts: [] }] }],
    } as unknown as Detail;
    desk.openAd = async () => ({ detail: { ...whole, groups: [] }, review: await desk.adReview(ad) });
    desk.read = async () => whole;
    await detail.open(ad);
  });

  test("it opens with its review, its form later", async () => {
    expect(detail.tab).toBe("review");
    expect(detail.review?.target).toEqual(ad);
    expect([detail.hasForm, detail.field("name")]).toEqual([false, undefined]);
    await detail.form();
    expect([detail.hasForm, detail.field("name")?.label]).toEqual([true, "Name"]);
    desk.read = () => Promise.reject(new Error("it is here already"));
    await detail.form();
    expect(detail.shown.status).toBe("ready");
  });

  test("each opened ad fetches its own form", async () => {
    let answer = () => {};
    desk.read = () => new Promise((resolve) => (answer = () => resolve(whole)));
    const late = detail.form();
    await detail.open(another);
    answer();
    await late;
    expect(detail.hasForm).toBe(false);
    desk.read = async () => ({ ...whole, title: "Another" });
    await detail.form();
    expect(detail.value?.title).toBe("Another");
  });

  test("a late form does not replace a change", async () => {
    let answer = () => {};
    desk.read = () => new Promise((resolve) => (answer = () => resolve(whole)));
    const late = detail.form();
    desk.edit = async () => ({ ...whole, title: "Changed" });
    await detail.apply({ path: "name", input: { kind: "text", text: "Changed" } });
    answer();
    await late;
    expect(detail.value?.title).toBe("Changed");
    expect(detail.hasForm).toBe(true);
    expect(detail.review).toBeNull();
  });

  test("the next finding fetches the form first", async () => {
    detail.nextFinding(1);
    expect([detail.tab, detail.focusOn]).toEqual(["fields", null]);
    await vi.waitFor(() => expect(detail.focusOn).toBe("name"));
    expect(detail.hasForm).toBe(true);
  });

  test("a failed form read is reported in place", async () => {
    desk.read = () => Promise.reject(new Error("the disk is gone"));
    await detail.form();
    expect(detail.shown.status).toBe("failed");
  });
});

describe("editing", () => {
  beforeEach(() => detail.open(first));

  test("typed text shows at once and is saved later", async () => {
    detail.edits.type("name", "Renamed");
    const field = detail.field("name");
    expect(field && detail.textOf(field)).toBe("Renamed");
    expect(await detail.settle()).toBe(true);
    expect(detail.value?.title).toBe("Renamed");
    expect(saved).toHaveBeenCalledOnce();
  });

  test("undo saves typed text first, then reverts it", async () => {
    const before = detail.value?.title;
    detail.edits.enter("name");
    detail.edits.type("name", "Renamed");
    await detail.undo();
    expect(detail.value?.title).toBe(before);
    expect(detail.edits.at("name")).toBeUndefined();
    await detail.redo();
    expect(detail.value?.title).toBe("Renamed");
  });

  test("revert wins over unsaved text in the field", async () => {
    detail.edits.enter("name");
    detail.edits.type("name", "Renamed");
    await detail.edits.flush();
    await detail.put("name", { kind: "revert" });
    const field = detail.field("name");
    expect(field && detail.textOf(field)).toBe("Spring launch, DE");
  });

  test("a late edit answer leaves the new campaign", async () => {
    const release = holdReplies(desk, "edit");
    const putting = detail.put("name", { kind: "text", text: "Renamed" });
    await detail.open(second);
    release();
    await putting;
    expect(detail.value?.id).toBe(second.id);
    await detail.open(first);
    expect(detail.value?.title).toBe("Renamed");
  });

  test("discarding a draft restores the service's campaign", async () => {
    await detail.put("name", { kind: "text", text: "Renamed" });
    const draft = await detail.discard();
    expect(draft).not.toBeNull();
    expect(detail.value?.title).toBe("Spring launch, DE");
    expect(detail.value?.draft).toBeNull();
  });
});

test("F8 cycles through findings and names their fields", async () => {
  await detail.create();
  const paths = [1, 1, 1, 1].map(() => {
    detail.nextFinding(1);
    return detail.focusOn;
  });
  expect(paths).toEqual(["name", "advertiserId", "brandId", "name"]);
  detail.tab = "source";
  detail.nextFinding(-1);
  expect([detail.focusOn, detail.tab]).toEqual(["brandId", "source"]);
  detail.tab = "history";
  detail.nextFinding(1);
  expect([detail.focusOn, detail.tab]).toEqual(["name", "fields"]);
});

test("choices that come later are of what is open", async () => {
  await detail.create();
  const path = "advertiserId";
  const choices = () => {
    const field = detail.field(path);
    return field && detail.choicesOf(field).length;
  };
  expect(choices()).toBe(0);
  await detail.loadChoices(path);
  expect(choices()).toBeGreaterThan(1);
  const release = holdReplies(desk, "field");
  const late = detail.loadChoices(path);
  desk.field = () => Promise.reject(new Error("It is gone."));
  await expect(detail.loadChoices(path)).rejects.toThrow();
  const releaseError = holdReplies(desk, "field");
  const failing = detail.loadChoices(path);
  await detail.create();
  release();
  releaseError();
  await Promise.all([late, failing]);
  expect(choices()).toBe(0);
});

describe("a refresh that waits for the service", () => {
  beforeEach(() => detail.open(first));

  test("does not block edits or overwrite their result", async () => {
    const release = holdReplies(desk, "open");
    const refreshing = detail.refresh();
    detail.edits.type("name", "Renamed");
    expect(await detail.settle()).toBe(true);
    expect(detail.value?.title).toBe("Renamed");
    const old = detail.value;
    release();
    await refreshing;
    expect(detail.value).toBe(old);
  });
});

test("text typed during creation is saved in place", async () => {
  await detail.open(first);
  const answer = desk.createDraft;
  desk.createDraft = async () => {
    detail.edits.type("name", "Typed late");
    return answer();
  };
  await detail.create();
  await detail.open(first);
  expect(detail.value?.title).toBe("Typed late");
});
