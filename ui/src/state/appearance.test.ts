import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { setZoom } from "../bridge/window";
import { Workbench } from "./workbench.svelte";

vi.mock("../bridge/window", async (original) => ({ ...(await original<typeof import("../bridge/window")>()), setZoom: vi.fn() }));

const factors = () => vi.mocked(setZoom).mock.calls.map(([factor]) => factor);
const press = (key: string) => fireEvent.keyDown(document.body, { key, ctrlKey: true });

beforeEach(() => {
  location.hash = "";
  localStorage.clear();
  vi.mocked(setZoom).mockClear();
});
afterEach(cleanup);

async function start() {
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  return workbench;
}

test("zoom keys step, stop at the ends and reset", async () => {
  const { appearance } = await start();
  for (const key of ["+", "=", "-"]) await press(key);
  expect(factors()).toEqual([1.1, 1.25, 1.1]);
  for (let times = 0; times < 20; times += 1) await press("-");
  expect(appearance.zoom).toBe(0.5);
  await press("0");
  expect([appearance.zoom, factors().at(-1)]).toEqual([1, 1]);
});

test("zoom, density and sidebar survive a restart", async () => {
  const first = await start();
  await press("+");
  await press("b");
  first.appearance.setDensity("compact");
  await waitFor(() => expect(document.documentElement.dataset["density"]).toBe("compact"));
  cleanup();
  const { appearance } = await start();
  expect([appearance.zoom, appearance.density, appearance.isFolded, appearance.rowHeight]).toEqual([1.1, "compact", true, 26]);
  expect(factors()).toEqual([1.1, 1.1]);
});

test("an unknown stored zoom is ignored", async () => {
  localStorage.setItem("zoom", "40");
  const { appearance } = await start();
  expect([appearance.zoom, factors()]).toEqual([1, []]);
});

test("a folded sidebar still names its views", async () => {
  const { appearance } = await start();
  await fireEvent.click(screen.getByRole("button", { name: "Fold or unfold the sidebar" }));
  expect(appearance.isFolded).toBe(true);
  expect(screen.getByRole("button", { name: /^Drafts/u })).toBeTruthy();
});
