import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  await workbench.newCampaign();
});
afterEach(cleanup);

const field = (label: string) => screen.findByRole<HTMLInputElement>("textbox", { name: label });
const rules = (path: string) => workbench.detail.findings.at(path).map(({ rule }) => rule);
const current = (path: string) => (workbench.detail.value?.findings ?? []).filter((one) => one.path === path).map(({ rule }) => rule);

async function type(label: string, text: string) {
  const box = await field(label);
  box.focus();
  await fireEvent.input(box, { target: { value: text } });
  await workbench.detail.edits.flush();
  return box;
}

test("a new object marks fields instead of complaining", async () => {
  const name = await field("Name");
  expect([current("name"), rules("name"), name.placeholder]).toEqual([["required"], [], "required"]);
  const findings = screen.getByRole("region", { name: "Findings" });
  expect(within(findings).getByText(/to fill in$/u)).toBeTruthy();
  name.focus();
  name.blur();
  await waitFor(() => expect(rules("name")).toEqual(["required"]));
});

test("findings wait until the field is left", async () => {
  const box = await type("Budget", "x");
  expect(current("budget").length).toBeGreaterThan(0);
  expect(rules("budget")).toEqual([]);
  box.blur();
  await waitFor(() => expect(rules("budget")).toEqual(current("budget")));
});

test("Enter confirms the text and shows its findings", async () => {
  const box = await type("Budget", "x");
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(rules("budget")).toEqual(current("budget")));
  expect(document.activeElement).toBe(box);
});

test("a shown finding keeps its place while fixed", async () => {
  const wrong = await type("Budget", "x");
  wrong.blur();
  await waitFor(() => expect(rules("budget")).toEqual(current("budget")));
  const [shown] = workbench.detail.findings.at("budget");
  const box = await type("Budget", "100");
  expect(current("budget")).toEqual([]);
  expect(workbench.detail.findings.at("budget")).toEqual([shown]);
  expect(shown && workbench.detail.findings.isResolved(shown)).toBe(true);
  box.blur();
  await waitFor(() => expect(rules("budget")).toEqual([]));
});

test("nothing moves below a pressed mouse button", async () => {
  const box = await type("Budget", "x");
  await fireEvent.pointerDown(screen.getByRole("article"));
  box.blur();
  await workbench.detail.edits.flush();
  expect(rules("budget")).toEqual([]);
  await fireEvent.pointerUp(window);
  expect(rules("budget")).toEqual(current("budget"));
});
