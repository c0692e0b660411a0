import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import type { Desk } from "../../bridge/desk";
import { testDesk } from "../../bridge/testDesk";
import { Workbench } from "../../state/workbench.svelte";

const first = "1072288341";
const second = "1072288112";
let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  for (const id of [first, second]) await put(id, "name", "Twin");
  // Two edits of one field in a row would be one step.
  await put(first, "notes", "Between");
  await put(second, "traffickingMode", "simple");
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.go("drafts");
  await workbench.go("review");
});
afterEach(cleanup);

const put = (id: string, path: string, text: string) => desk.edit({ kind: "campaign", id }, { path, input: { kind: "text", text } });

test("a field is edited in place, and undone", async () => {
  const table = await screen.findByRole("table", { name: "Changes of Twin" });
  const button = within(table).getByRole("button", { name: "Edit Name" });
  await fireEvent.click(button);
  const region = await screen.findByRole("region", { name: "Edit Name" });
  const box = within(region).getByRole<HTMLInputElement>("textbox", { name: /^Name/u });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await fireEvent.input(box, { target: { value: "Only one" } });
  await fireEvent.keyDown(box, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Edit Name" })).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Edit Name"));
  expect(await screen.findByRole("table", { name: "Changes of Only one" })).toBeTruthy();
  await fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("table", { name: "Changes of Twin" })).toBeTruthy();
});

test("a finding is fixed in place", async () => {
  await screen.findByRole("button", { name: "Send 1 to Practice" });
  workbench.review.goTo(1);
  const card = await screen.findByRole("region", { name: "What would be sent" });
  const error = await within(card).findByText(/62000/u, { selector: ".err span, .err span *" });
  const fix = error.closest(".finding")?.querySelector<HTMLElement>("button.link:not([data-edits])");
  if (fix) await fireEvent.click(fix);
  expect(await screen.findByRole("button", { name: "Send 2 to Practice" })).toBeTruthy();
});

test("equal names are told apart", async () => {
  const grid = await screen.findByRole("grid", { name: "Drafts to send" });
  for (const id of [first, second]) expect(within(grid).getByText(new RegExp(`^${id} · `, "u"))).toBeTruthy();
});

test("the button counts hidden drafts", async () => {
  await screen.findByRole("button", { name: "Send 1 to Practice" });
  const [, bad] = workbench.review.rows;
  for (const error of bad?.errors ?? []) if (bad) workbench.review.override(bad, error);
  await fireEvent.click(screen.getByRole("button", { name: /^With errors/u }));
  const button = await screen.findByRole("button", { name: "Send the 1 shown of 2 to Practice" });
  workbench.review.person = "Mara";
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(button);
  expect(await screen.findByText(/1 hidden draft was not sent/u)).toBeTruthy();
});

test("the review leads back", async () => {
  await fireEvent.click(await screen.findByRole("button", { name: "Back to Drafts" }));
  await waitFor(() => expect(workbench.route.view).toBe("drafts"));
  await workbench.go("review");
  await fireEvent.click(await screen.findByRole("button", { name: "Twin" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Review" }));
  expect(await screen.findByRole("button", { name: "Back to Drafts" })).toBeTruthy();
});

test("like changes unfold to their drafts", async () => {
  await put(first, "currency", "CHF");
  await put(second, "currency", "CHF");
  await workbench.review.load();
  await fireEvent.click(await screen.findByRole("checkbox", { name: "Group like changes" }));
  const grid = screen.getByRole("grid", { name: "Drafts to send" });
  const group = await within(grid).findByRole("rowheader", { name: /2 × Currency/u });
  expect(within(grid).queryByText(/^1072288341 · /u)).toBeNull();
  await fireEvent.click(group);
  expect(await within(grid).findByText(/^1072288341 · /u)).toBeTruthy();
});
