import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { answered, testDesk } from "../bridge/testDesk";
import { actions, perform, whyUnavailable } from "../state/actions";
import { newBatch } from "../state/batchSteps";
import { focusList } from "../state/panes";
import { Workbench } from "../state/workbench.svelte";

const first = { kind: "campaign", id: "1072288341" } as const;
/** Actions that load the page again. */
const reloading = ["workspace.reopen"];

afterEach(cleanup);

/** What a person has on the screen when an action is called. */
const screens: Record<string, (workbench: Workbench) => Promise<unknown>> = {
  "a list with ticked rows": async (workbench) => {
    await workbench.go("campaigns");
    workbench.list.ticked.add([first.id]);
  },
  "an open campaign": async (workbench) => {
    await workbench.open(first);
    await workbench.detail.put("name", { kind: "text", text: "Renamed" });
  },
  "the drafts": async (workbench) => {
    await workbench.go("drafts");
    // An action before may have discarded it.
    if (workbench.drafts.window?.rows.some(({ title }) => title === "Renamed")) return;
    await workbench.open(first);
    await workbench.detail.put("name", { kind: "text", text: "Renamed" });
    await workbench.go("drafts");
  },
  "the review": (workbench) => workbench.go("review"),
  "what was sent": (workbench) => workbench.go("sent"),
  "a batch": async (workbench) => {
    await workbench.go("campaigns");
    await newBatch(workbench);
  },
  "the ads": (workbench) => workbench.go("expandable"),
};

test.each(Object.entries(screens))("no action loses the focus in %s", async (_, show) => {
  location.hash = "";
  localStorage.clear();
  const desk: Desk = await testDesk();
  desk.chooseTable = async () => null;
  desk.chooseAdFiles = async () => [];
  const workbench = new Workbench(desk);
  workbench.reload = () => undefined;
  render(App, { workbench });
  await workbench.start();
  const lost: string[] = [];
  for (const action of actions.filter(({ id }) => !reloading.includes(id))) {
    await show(workbench);
    await answered();
    await tick();
    focusList();
    if (document.activeElement === document.body) screen.getByRole("button", { name: "Menu" }).focus();
    if (whyUnavailable(workbench, action) !== null) continue;
    await perform(workbench, action);
    await answered();
    await expect
      .poll(() => document.activeElement !== document.body)
      .toBe(true)
      .catch(() => lost.push(action.id));
    workbench.overlay.close();
  }
  expect(lost).toEqual([]);
});
