import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

afterEach(cleanup);

test("sent values are not shown as the service's", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "name", input: { kind: "text", text: "Renamed" } });
  await workbench.go("review");
  const heads = async () => {
    const table = await screen.findByRole("table", { name: "Changes of Renamed" });
    return within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent);
  };
  expect(await heads()).toEqual(["Field", "Now on the service", "After sending", "Edit"]);
  expect(screen.getByRole("group", { name: "Show" })).toBeTruthy();
  workbench.review.person = "Mara Lindgaard";
  await fireEvent.click(await screen.findByRole("button", { name: /^Send 1 to/u }));
  await screen.findByRole("button", { name: "Show receipts" });
  expect(await heads()).toEqual(["Field", "Before sending", "Sent"]);
  await waitFor(() => expect(screen.queryByRole("group", { name: "Show" })).toBeNull());
});
