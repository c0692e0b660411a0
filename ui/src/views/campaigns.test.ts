import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { fakeDesk } from "../bridge/fake";
import { pause } from "../bridge/fakeFetching";
import { Workbench } from "../state/workbench.svelte";

afterEach(cleanup);

/** Everything that the window said while it started, in order. */
async function saidAtStart(desk: Desk): Promise<string[]> {
  location.hash = "";
  const workbench = new Workbench(desk);
  render(App, { workbench });
  const said: string[] = [];
  const look = () => {
    const title = screen.queryByRole("heading", { level: 2, name: /campaigns/u })?.textContent ?? "";
    if (title !== said.at(-1)) said.push(title);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await workbench.start();
  await screen.findByRole("grid", { name: "Campaigns" }).catch(() => undefined);
  observer.disconnect();
  return said;
}

/** A service that was never asked: its campaigns come with the first fetch, and each list takes its time. */
function untouched(campaigns: number): Desk {
  const desk = fakeDesk(campaigns);
  const { fetch, rows, workspace } = desk;
  let came = false;
  desk.fetch = async (...asked) => {
    await pause(20);
    const summary = await fetch(...asked);
    came = true;
    return summary;
  };
  desk.rows = async (...asked) => {
    const held = came;
    await pause(20);
    const window = await rows(...asked);
    return held ? window : { ...window, rows: [], total: 0, matched: 0 };
  };
  desk.workspace = async () => {
    const now = await workspace();
    return came ? now : { ...now, counts: { ...now.counts, campaigns: 0 }, fetch: { ...now.fetch, at: null } };
  };
  return desk;
}

test("a first start never says that there are none", async () => {
  const said = await saidAtStart(untouched(40));
  expect(said).toContain("Getting your campaigns");
  expect(said).not.toContain("No campaigns here yet");
});

test("a service without campaigns is told in the end", async () => {
  expect((await saidAtStart(untouched(0))).at(-1)).toBe("No campaigns here yet");
});
