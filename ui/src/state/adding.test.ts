import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import type { Desk } from "../bridge/desk";
import { actionOf, availableActions, perform, whyUnavailable } from "./actions";
import { Workbench } from "./workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  workbench = new Workbench(desk);
  await workbench.start();
  await workbench.open({ kind: "campaign", id: "1072288341" });
});
afterEach(cleanup);

function fill(name: string, value: string) {
  workbench.adding.name = name;
  workbench.adding.value = value;
}

test("an added field takes the focus", async () => {
  workbench.adding.open("", "");
  fill("perUser", "3");
  await workbench.adding.add();
  expect(workbench.detail.field("perUser")?.text).toBe("3");
  expect([workbench.overlay.dialog, workbench.detail.focusOn]).toEqual([null, "perUser"]);
  expect([workbench.adding.name, workbench.adding.value]).toEqual(["", ""]);
});

test("typed text outlives the dialog for the same object", () => {
  workbench.adding.open("", "");
  fill("seat", "{");
  workbench.adding.close();
  workbench.adding.open("", "");
  expect([workbench.adding.name, workbench.adding.value]).toEqual(["seat", "{"]);
  workbench.adding.open("flights[0]", "Flight 1");
  expect([workbench.adding.name, workbench.adding.value]).toEqual(["", ""]);
});

test("a refusal keeps the dialog open with why", async () => {
  workbench.adding.open("", "");
  fill("seat", "see plan");
  await workbench.adding.add();
  expect(workbench.overlay.dialog).toBe("field");
  expect(workbench.adding.refused?.message).toMatch(/Line 1, column 1/u);
  expect(workbench.adding.canAddAsText).toBe(true);
  workbench.adding.value = "see the plan";
  expect(workbench.adding.canAddAsText).toBe(false);
  await workbench.adding.add("text");
  expect(workbench.detail.field("seat")?.text).toBe('"see the plan"');
});

test("an empty name must be confirmed once", async () => {
  const put = vi.spyOn(desk, "edit");
  workbench.adding.open("", "");
  fill("", "1");
  await workbench.adding.add();
  expect([workbench.adding.confirmsEmptyName, put.mock.calls.length]).toEqual([true, 0]);
  await workbench.adding.add();
  expect(put).toHaveBeenCalledOnce();
});

test("the open dialog disables shortcuts and restores focus", async () => {
  render(App, { workbench });
  const button = await screen.findByRole("button", { name: "Learn fields from a sample…" });
  button.focus();
  await fireEvent.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Learn fields from a sample" });
  await fireEvent.keyDown(dialog, { key: "2", ctrlKey: true });
  expect(workbench.route.view).toBe("campaigns");
  await fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});

test("adding needs an editable open campaign", async () => {
  const action = actionOf("field.add");
  workbench.detail.tab = "changes";
  void perform(workbench, action);
  expect([workbench.overlay.dialog, workbench.detail.tab]).toEqual(["field", "fields"]);
  workbench.adding.close();
  const { value } = workbench.detail;
  vi.spyOn(workbench.detail, "value", "get").mockReturnValue(
    value && { ...value, textOnly: { reason: "It is broken.", line: 1, column: 1, written: false } },
  );
  expect(whyUnavailable(workbench, action)).toBe("It is broken. It can only be read.");
  await workbench.close();
  expect(availableActions(workbench)).not.toContain(action);
});
