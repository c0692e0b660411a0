import { beforeEach, expect, test, vi } from "vitest";

import type { Detail, FieldView, DocumentRef } from "../bridge/bindings";
import type { Desk } from "../bridge/desk";
import { testDesk } from "../bridge/testDesk";
import { DetailState } from "./detail.svelte";

const target: DocumentRef = { kind: "campaign", id: "1072288341" };
let desk: Desk;
let detail: DetailState;

beforeEach(async () => {
  desk = await testDesk();
  detail = new DetailState(desk, vi.fn());
  await detail.open(target);
});

function flights(): FieldView {
  const list = detail.field("flights");
  if (!list) throw new Error("no flights");
  return list;
}

const names = () => flights().parts.map(({ text }) => text.split(" · ")[0]);

test("an added item opens with its first field focused", async () => {
  await detail.items.add(flights());
  expect(names()).toEqual(["Prospecting", "Retargeting", "Last days", ""]);
  expect(detail.items.isOpen("flights[3]")).toBe(true);
  expect(detail.focusOn).toBe("flights[3].name");
});

test("a moved item stays open and focused", async () => {
  const [, second] = flights().parts;
  await detail.items.toggle(second as FieldView);
  await detail.items.move(flights(), 1, -1);
  expect(names()).toEqual(["Retargeting", "Prospecting", "Last days"]);
  expect([0, 1].map((at) => detail.items.isOpen(`flights[${at}]`))).toEqual([true, false]);
  expect(detail.focusOn).toBe("flights[0]");
  await detail.items.move(flights(), 0, -1);
  expect(names()[0]).toBe("Retargeting");
});

test("unsaved text moves with its item", async () => {
  const { edit } = desk;
  desk.edit = async () => Promise.reject(new Error("no JSON"));
  detail.edits.type("flights[2].name", "{");
  await detail.edits.flush();
  desk.edit = edit;
  await detail.items.remove(flights(), 0);
  expect(detail.edits.at("flights[1].name")).toMatchObject({ text: "{", state: "failed" });
  await detail.items.move(flights(), 1, -1);
  expect(detail.edits.at("flights[0].name")?.text).toBe("{");
  await detail.items.remove(flights(), 0);
  expect(detail.edits.failed).toEqual([]);
});

test("removing an item focuses the next, or the list", async () => {
  await detail.items.remove(flights(), 2);
  expect(detail.focusOn).toBe("flights[1]");
  await detail.items.remove(flights(), 0);
  expect([names(), detail.focusOn]).toEqual([["Retargeting"], "flights[0]"]);
});

test("a long list's item reads its fields when opened", async () => {
  const bare = (field: FieldView): FieldView => (field.path.startsWith("flights[") ? { ...field, parts: [] } : field);
  const { edit, open } = desk;
  const long = (whole: Detail): Detail => {
    const group = (one: (typeof whole.groups)[0]) => ({
      ...one,
      fields: one.fields.map((list) => ({ ...list, parts: list.parts.map(bare) })),
    });
    return { ...whole, groups: whole.groups.map(group) };
  };
  desk.open = async (of) => long(await open(of));
  desk.edit = async (of, request) => long(await edit(of, request));
  await detail.open(target);
  expect(flights().parts[0]?.parts).toEqual([]);
  await detail.items.openAround("flights[0].name");
  expect(detail.field("flights[0].name")?.text).toBe("Prospecting");
  await detail.items.toggle(flights().parts[2] as FieldView);
  expect(
    [0, 1, 2].map((at) => detail.items.isOpen(`flights[${at}]`)),
    "one at a time",
  ).toEqual([false, false, true]);
  await detail.items.move(flights(), 2, -1);
  const moved = detail.items.partsOf(flights().parts[1] as FieldView);
  expect(moved.length).toBeGreaterThan(0);
  expect(
    moved.filter(({ path }) => !path.startsWith("flights[1]")),
    "its own fields, at its new place",
  ).toEqual([]);
});
