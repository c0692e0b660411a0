import { beforeEach, describe, expect, test } from "vitest";

import type { DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { holdReplies, testDesk } from "../bridge/testDesk";
import { CommandFailure } from "../bridge/failure";
import { ready } from "./loading";
import { HistoryState } from "./history.svelte";

const first: DocumentRef = { kind: "campaign", id: "1072288341" };
const second: DocumentRef = { kind: "campaign", id: "1072288340" };
let desk: Desk;
let history: HistoryState;

const edit = (path: string) => desk.edit(first, { path, input: { kind: "text", text: "Changed" } });

beforeEach(async () => {
  desk = await testDesk();
  history = new HistoryState(desk);
});

describe("the timeline", () => {
  test("the newest entry is compared with the previous", async () => {
    await edit("notes");
    await edit("name");
    await history.show(first);
    expect(history.entries.map(({ id }) => id)).toEqual(["step:2", "step:1", "step:0", "version:0"]);
    expect([history.before, history.selected]).toEqual(["step:1", "step:2"]);
    expect(history.comparison).toMatchObject({ status: "ready", value: { fields: [{ path: "name" }] } });
  });

  test("the newest entry is followed until another is chosen", async () => {
    await edit("name");
    await history.show(first);
    await edit("notes");
    await history.show(first);
    expect(history.selected).toBe("step:2");
    const [, older] = history.entries;
    if (older) await history.select(older);
    await edit("status");
    await history.show(first);
    expect([history.selected, history.cursor]).toEqual(["step:1", 2]);
  });

  test("a late answer does not replace the open history", async () => {
    const answer = desk.history;
    const release = holdReplies(desk, "history");
    const slow = history.show(first);
    desk.history = answer;
    const next = history.show(second);
    release();
    await Promise.all([slow, next]);
    expect(history.entries.map(({ id }) => id)).toEqual(["version:0"]);
  });

  test("that cannot be read says so", async () => {
    desk.history = () => Promise.reject(new CommandFailure({ code: "Storage", message: "The disk is full.", details: null }));
    await history.show(first);
    expect(history.history).toMatchObject({ status: "failed", failure: { code: "Storage" } });
  });
});

describe("comparing", () => {
  beforeEach(async () => {
    await edit("notes");
    await edit("name");
    await history.show(first);
  });

  test("any two entries can be chosen and restored", async () => {
    await history.compareWith("version:0");
    expect(history.before).toBe("version:0");
    expect(ready(history.comparison ?? { status: "loading" })?.before).toBe(history.entries.at(-1)?.name);
    await history.compareWith("");
    expect(history.before).toBe("step:1");
  });

  test("another entry is compared with the previous again", async () => {
    await history.compareWith("version:0");
    const [, older] = history.entries;
    if (older) await history.select(older);
    expect([history.before, history.selected]).toEqual(["step:0", "step:1"]);
  });

  test("the oldest has nothing before it", async () => {
    const oldest = history.entries.at(-1);
    if (oldest) await history.select(oldest);
    expect([history.before, history.comparison]).toEqual([null, null]);
  });
});
