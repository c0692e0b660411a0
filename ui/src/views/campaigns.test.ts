import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { testDesk, untouchedDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

afterEach(cleanup);

/** All announced texts during the start, in order. */
async function saidAtStart(desk: Desk): Promise<string[]> {
  location.hash = "";
  const workbench = new Workbench(desk);
  render(App, { workbench });
  const announced: string[] = [];
  const readStatus = () => {
    const title = screen.queryByRole("heading", { level: 2, name: /campaigns/u })?.textContent ?? "";
    if (title !== announced.at(-1)) announced.push(title);
  };
  const observer = new MutationObserver(readStatus);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await workbench.start();
  const end = () => screen.queryByRole("grid", { name: "Campaigns" }) ?? screen.queryByText("No campaigns here yet");
  await waitFor(() => expect(end()).not.toBeNull());
  observer.disconnect();
  return announced;
}

test("a first start never says that there are none", async () => {
  const announced = await saidAtStart(await untouchedDesk());
  expect(announced).toContain("Fetching your campaigns");
  expect(announced).not.toContain("No campaigns here yet");
});

test("a service without campaigns is reported at the end", async () => {
  const desk = await untouchedDesk();
  desk.fetch = async () => ({ fetched: 0, complete: true, message: "", reply: null });
  expect((await saidAtStart(desk)).at(-1)).toBe("No campaigns here yet");
});

test("a new campaign is a row that opens its draft", async () => {
  location.hash = "";
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  await workbench.newCampaign();
  const row = { name: /^New campaign\s*new/u };
  const list = within(await screen.findByRole("grid", { name: "Campaigns" }));
  await list.findByRole("gridcell", row);
  await workbench.close();
  expect(screen.queryByRole("heading", { level: 1, name: "New campaign" })).toBeNull();
  await fireEvent.click(await list.findByRole("gridcell", row));
  expect(await screen.findByRole("heading", { level: 1, name: "New campaign" })).toBeTruthy();
});

test("a typed name stays when its panel closes", async () => {
  location.hash = "";
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  const button = await screen.findByRole("button", { name: "Saved views" });
  await fireEvent.click(button);
  await fireEvent.input(await screen.findByLabelText("Save the list as"), { target: { value: "Spring" } });
  await fireEvent.keyDown(screen.getByLabelText("Save the list as"), { key: "Escape" });
  expect(screen.queryByLabelText("Save the list as")).toBeNull();
  await fireEvent.click(button);
  expect(await screen.findByDisplayValue("Spring")).toBeTruthy();
});

test("a view is replaced by one of its name", async () => {
  location.hash = "";
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  const { views, campaigns } = workbench;
  await views.add("Spring");
  campaigns.searchFor("spring");
  await fireEvent.click(await screen.findByRole("button", { name: "Saved views" }));
  await fireEvent.input(await screen.findByLabelText("Save the list as"), { target: { value: "spring" } });
  await fireEvent.click(screen.getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(views.saved.map(({ name, state }) => [name, state.search])).toEqual([["Spring", "spring"]]));
});

test("the budgets of the ticked campaigns are summed", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  const [row] = await within(await screen.findByRole("grid", { name: "Campaigns" })).findAllByRole("checkbox", {
    name: /^Select (?!all)/u,
  });
  await fireEvent.click(row as HTMLElement);
  expect(await screen.findByText(/^Budget [A-Z]{3} [\d,.]+$/u)).toBeTruthy();
  const target = { kind: "campaign", id: workbench.campaigns.row(0)?.id ?? "" } as const;
  await desk.edit(target, { path: "budget", input: { kind: "text", text: "1234.5" } });
  await workbench.refreshLists();
  expect(await screen.findByText(/^Budget [A-Z]{3} 1,234\.50$/u)).toBeTruthy();
});
