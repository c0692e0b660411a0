import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { testDesk } from "../../bridge/testDesk";
import { ready } from "../../state/loading";
import { Workbench } from "../../state/workbench.svelte";

afterEach(cleanup);

const spring = { kind: "campaign", id: "1072288341" } as const;
const note = (text: string) => ({ path: "notes", input: { kind: "text", text } }) as const;

test("a draft is compared and restored from a backup", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await desk.edit(spring, note("Backed up"));
  // The daily backup is made once the database is idle.
  await waitFor(async () => expect((await desk.localData()).backups).toHaveLength(1), { timeout: 60_000 });
  await desk.edit(spring, note("Later"));

  await workbench.localData.show("backups");
  await fireEvent.click(await screen.findByRole("button", { name: "Compare “Spring launch, DE”" }));
  const changes = await screen.findByRole("table", { name: "Changes of “Spring launch, DE”" });
  expect(within(changes).getByText("Later")).toBeTruthy();
  expect(within(changes).getByText("Backed up")).toBeTruthy();
  const restore = screen.getByRole("button", { name: "Restore “Spring launch, DE”" });
  await fireEvent.click(restore);
  await screen.findByText("restored");
  expect(restore.getAttribute("aria-disabled")).toBe("true");
  const detail = await desk.open(spring);
  expect(detail.groups.flatMap(({ fields }) => fields).find(({ path }) => path === "notes")?.text).toBe("Backed up");
});

test("a retention rule is set after its preview", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.localData.show();
  const months = await screen.findByLabelText("Old versions and raw replies stay");
  const set = screen.getByRole("button", { name: "Set the rule" });
  expect(set).toHaveProperty("disabled", true);
  await fireEvent.change(months, { target: { value: "6" } });
  await waitFor(() => expect(workbench.localData.preview).toMatchObject({ versions: 0, replies: 0 }));
  expect((await desk.localData()).keepMonths).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Set the rule" }));
  await waitFor(() => expect(ready(workbench.localData.view)?.keepMonths).toBe(6));
  expect(workbench.localData.result).not.toBe("");
});
