import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import type { Desk } from "../../bridge/desk";
import { answered, testDesk } from "../../bridge/testDesk";
import { newCondition } from "../../state/list/filters.svelte";
import { Workbench } from "../../state/workbench.svelte";

// The clock of the test desk stands at 1 April 2026.
let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  desk = await testDesk();
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
});
afterEach(async () => {
  await answered();
  cleanup();
});

async function openEnd(): Promise<HTMLInputElement> {
  const { rows } = await desk.rows("campaigns", workbench.campaigns.query({ first: 0, end: 1 }));
  await workbench.open({ kind: "campaign", id: rows[0]?.id ?? "" });
  const box = await screen.findByRole<HTMLInputElement>("textbox", { name: /^End/u });
  box.focus();
  return box;
}

const end = () => workbench.detail.field("endDate");
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
const focusedDay = (label: string) => waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(label));

async function openCalendar(box: HTMLInputElement): Promise<HTMLElement> {
  await fireEvent.keyDown(box, { key: "ArrowDown" });
  const panel = await screen.findByRole("dialog", { name: /^Calendar for/u });
  await within(panel).findByRole("grid");
  return panel;
}

test("a typed date shows its meaning and is saved by Enter", async () => {
  const box = await openEnd();
  await fireEvent.input(box, { target: { value: "31.12.2027" } });
  await screen.findByText(/^Fri 31 Dec 2027, 00:00 /u);
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(box.value).toBe("2027-12-31 00:00"));
  expect(end()?.text).toBe("2027-12-31 00:00");
});

test("the preview says why a text is no date", async () => {
  const box = await openEnd();
  for (const typed of ["soon", "31.02.2027"]) {
    await fireEvent.input(box, { target: { value: typed } });
    const preview = await screen.findByText(new RegExp(`“${typed}”`, "u"), { selector: ".preview" });
    expect(box.getAttribute("aria-describedby")).toContain(preview.id);
  }
  await fireEvent.keyDown(box, { key: "Escape" });
  await waitFor(() => expect(screen.queryByText(/“31.02.2027”/u, { selector: ".preview" })).toBeNull());
});

test("the calendar is walked and chosen by keyboard", async () => {
  const box = await openEnd();
  await fireEvent.input(box, { target: { value: "2026-12-31 18:30" } });
  await openCalendar(box);
  await focusedDay("Thursday 31 December 2026");
  for (const [key, shift, day] of [
    ["ArrowRight", false, "Friday 1 January 2027"],
    ["ArrowUp", false, "Friday 25 December 2026"],
    ["PageDown", false, "Monday 25 January 2027"],
    ["Home", false, "Monday 25 January 2027"],
    ["End", false, "Sunday 31 January 2027"],
    ["PageUp", true, "Saturday 31 January 2026"],
  ] as const) {
    await press(key, shift);
    await focusedDay(day);
  }
  await fireEvent.click(document.activeElement as HTMLElement);
  await waitFor(() => expect(end()?.text).toBe("2026-01-31 18:30"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(box);
});

test("Escape closes the calendar and changes nothing", async () => {
  const box = await openEnd();
  const before = end()?.text;
  await openCalendar(box);
  await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).toBeTruthy());
  await press("ArrowRight");
  await press("Escape");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(box);
  expect(end()?.text).toBe(before);
});

test("the panel changes the time and the exact number", async () => {
  const box = await openEnd();
  await fireEvent.input(box, { target: { value: "2027-01-31" } });
  let panel = await openCalendar(box);
  const time = within(panel).getByRole("textbox", { name: "Time" });
  await fireEvent.change(time, { target: { value: "25:00" } });
  await within(panel).findByText(/25:00/u);
  await fireEvent.change(time, { target: { value: "2:30 pm" } });
  await waitFor(() => expect(end()?.text).toBe("2027-01-31 14:30"));

  panel = await openCalendar(box);
  const exact = within(panel).getByLabelText<HTMLInputElement>("milliseconds since 1970");
  expect(exact.value).toBe(end()?.exact?.text);
  await fireEvent.change(exact, { target: { value: "1798671600001" } });
  await waitFor(() => expect(end()?.exact?.text).toBe("1798671600001"));
});

test("a filter takes typed, chosen and quick ranges", async () => {
  const { filters } = workbench.campaigns;
  filters.editGroups((groups) => groups.push({ conditions: [newCondition("ENDDATE", "dates")] }));
  filters.builderShown = true;
  const range = () => filters.value.q[0]?.conditions[0]?.values[0]?.value;
  const from = await screen.findByRole<HTMLInputElement>("textbox", { name: "End from" });
  from.focus();
  await fireEvent.input(from, { target: { value: "tomorrow" } });
  await screen.findByText(/^Thu 2 Apr 2026 /u);
  const to = screen.getByRole<HTMLInputElement>("textbox", { name: "End to" });
  to.focus();
  const panel = await openCalendar(to);
  await fireEvent.click(within(panel).getByRole("button", { name: "Thursday 30 April 2026" }));
  expect(range()).toEqual({ from: "tomorrow", to: "2026-04-30" });
  await waitFor(() => expect(filters.description?.words).toContain("from 2026-04-02 00:00 to 2026-04-30 23:59:59.999"));
  await fireEvent.click(screen.getByRole("button", { name: "Last month" }));
  await waitFor(() => expect(filters.description?.words).toContain("from 2026-03-01 00:00 to 2026-03-31 23:59:59.999"));
  expect(screen.getByRole("button", { name: "Last month" }).getAttribute("aria-pressed")).toBe("true");
});
