import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

afterEach(cleanup);

test("grouped campaigns stand below headings with counts", async () => {
  location.hash = "";
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  const { campaigns } = workbench;
  await fireEvent.click(await screen.findByRole("button", { name: "Columns" }));
  await fireEvent.click(await screen.findByRole("checkbox", { name: "Group by advertiser and brand" }));
  await waitFor(() => expect(campaigns.lines).toBeGreaterThan(campaigns.matched));
  const list = await screen.findByRole("grid", { name: "Campaigns" });
  const { advertiser, brand, rows } = campaigns.heading(0) ?? {};
  const heading = await within(list).findByRole("gridcell", {
    name: `${advertiser} · ${brand} — ${rows} campaign${rows === 1 ? "" : "s"}`,
  });

  // The cursor is on the first campaign, and a heading opens nothing.
  expect(campaigns.cursor).toBe(1);
  const name = campaigns.row(1)?.name ?? "";
  await fireEvent.click(heading);
  await fireEvent.keyDown(list, { key: "Enter" });
  expect(workbench.detail.target).toBeNull();
  await fireEvent.keyDown(list, { key: "ArrowDown" });
  await fireEvent.keyDown(list, { key: "Enter" });
  expect(await screen.findByRole("heading", { level: 1, name })).toBeTruthy();
});
