import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { fakeDesk } from "../bridge/fake";
import type { Desk } from "../bridge/desk";
import { actionOf, offered, perform, whyOff } from "./actions";
import { Workbench } from "./workbench.svelte";

let desk: Desk;
let bench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = fakeDesk(20);
  bench = new Workbench(desk);
  await bench.start();
  await bench.open({ kind: "campaign", id: "1072288341" });
});
afterEach(cleanup);

function fill(name: string, value: string) {
  bench.adding.name = name;
  bench.adding.value = value;
}

test("a field is added, and gets the focus", async () => {
  bench.adding.open("", "");
  fill("perUser", "3");
  await bench.adding.add();
  expect(bench.detail.field("perUser")?.text).toBe("3");
  expect([bench.overlay.dialog, bench.detail.focusOn]).toEqual([null, "perUser"]);
  expect([bench.adding.name, bench.adding.value]).toEqual(["", ""]);
});

test("what was typed stays when the dialog closes, and goes when it is for another object", () => {
  bench.adding.open("", "");
  fill("seat", "{");
  bench.adding.close();
  bench.adding.open("", "");
  expect([bench.adding.name, bench.adding.value]).toEqual(["seat", "{"]);
  bench.adding.open("flights[0]", "Flight 1");
  expect([bench.adding.name, bench.adding.value]).toEqual(["", ""]);
});

test("what is refused leaves the dialog open with why, and a text is offered only for that very text", async () => {
  bench.adding.open("", "");
  fill("seat", "see plan");
  await bench.adding.add();
  expect(bench.overlay.dialog).toBe("field");
  expect(bench.adding.refused?.message).toMatch(/Line 1, column 1/u);
  expect(bench.adding.mayBeText).toBe(true);
  bench.adding.value = "see the plan";
  expect(bench.adding.mayBeText).toBe(false);
  await bench.adding.add(true);
  expect(bench.detail.field("seat")?.text).toBe('"see the plan"');
});

test("an empty name is asked about once, and then meant", async () => {
  const put = vi.spyOn(desk, "edit");
  bench.adding.open("", "");
  fill("", "1");
  await bench.adding.add();
  expect([bench.adding.asks, put.mock.calls.length]).toEqual([true, 0]);
  await bench.adding.add();
  expect(put).toHaveBeenCalledOnce();
});

test("while the dialog is open no shortcut works behind it, and the focus goes back to where it was", async () => {
  render(App, { bench });
  const button = await screen.findByRole("button", { name: "Learn fields from a sample…" });
  button.focus();
  await fireEvent.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Learn fields from a sample" });
  await fireEvent.keyDown(dialog, { key: "2", ctrlKey: true });
  expect(bench.route.view).toBe("campaigns");
  await fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});

test("adding is an action too, where a campaign is open and can be edited", async () => {
  const action = actionOf("field.add");
  bench.detail.tab = "changes";
  void perform(bench, action);
  expect([bench.overlay.dialog, bench.detail.tab]).toEqual(["field", "fields"]);
  bench.adding.close();
  const { value } = bench.detail;
  vi.spyOn(bench.detail, "value", "get").mockReturnValue(value && { ...value, textOnly: { reason: "It is broken.", line: 1, column: 1, written: false } });
  expect(whyOff(bench, action)).toBe("It is broken. It can only be read.");
  await bench.close();
  expect(offered(bench)).not.toContain(action);
});
