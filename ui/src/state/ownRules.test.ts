import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "./workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

const dialog = () => screen.findByRole("dialog", { name: "Rules of your own" });
async function openJson() {
  await workbench.ownRules.open();
  await fireEvent.click(await screen.findByRole("tab", { name: "JSON" }));
}
const text = async () => await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Rules, as JSON" });
const type = async (value: string) => fireEvent.input(await text(), { target: { value } });
const button = async (name: string) => within(await dialog()).getByRole("button", { name });

test("rules are kept exactly as written", async () => {
  await workbench.ownRules.open();
  expect((await button("Use these rules")).hasAttribute("disabled")).toBe(true);
  await fireEvent.click(await button("Insert an example"));
  await fireEvent.click(await button("Use these rules"));
  await screen.findByText("Adwright now checks campaigns with 1 rule of your own.");
  expect(screen.queryByRole("dialog")).toBeNull();
  await openJson();
  expect((await text()).value).toContain("country-first");
});

test("invalid rules are reported and survive closing", async () => {
  await openJson();
  await type("{ broken");
  await fireEvent.click(await button("Use these rules"));
  await screen.findByText(/Line 1, column/u);
  await fireEvent.click(await button("Close"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await openJson();
  expect((await text()).value).toBe("{ broken");
});

test("an example replaces typed text and restores it", async () => {
  await openJson();
  await type("{ half");
  await fireEvent.click(await button("Insert an example"));
  expect((await text()).value).toContain("country-first");
  await fireEvent.click(await button("Restore my text"));
  expect((await text()).value).toBe("{ half");
});

test("rows checked by other rules are reloaded", async () => {
  let rows = 0;
  const campaigns = workbench.desk.rows;
  workbench.desk.rows = (list, query) => {
    rows += 1;
    return campaigns(list, query);
  };
  await workbench.ownRules.open();
  await fireEvent.click(await button("Insert an example"));
  await workbench.ownRules.save();
  expect(rows).toBeGreaterThan(0);
});
