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
  await workbench.open({ kind: "campaign", id: "1072288341" });
  await fireEvent.click(await screen.findByRole("button", { name: "Arrange fields…" }));
  await screen.findByRole("dialog", { name: "Arrange fields" });
});
afterEach(cleanup);

const dialog = () => within(screen.getByRole("dialog", { name: "Arrange fields" }));
const label = (name: string) => dialog().getByRole<HTMLInputElement>("textbox", { name: `Label of ${name}` });
const save = async () => {
  await fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
};
const sections = () => workbench.detail.value?.groups.map(({ title }) => title);

test("fields are renamed, moved and hidden", async () => {
  await fireEvent.input(label("endDate"), { target: { value: "Last day" } });
  label("notes").focus();
  await fireEvent.click(within(label("notes").closest("li") as HTMLElement).getByRole("checkbox", { name: "Show" }));
  const first = label("endDate");
  const before = workbench.arranging.lines.findIndex((line) => line.kind === "field" && line.name === "endDate");
  await fireEvent.keyDown(first, { key: "ArrowUp", altKey: true });
  await waitFor(() => expect(document.activeElement).toBe(label("endDate")));
  expect(workbench.arranging.lines[before - 1]).toMatchObject({ name: "endDate", label: "Last day" });
  await save();
  await waitFor(() => expect(workbench.detail.field("endDate")?.label).toBe("Last day"));
  expect(workbench.detail.field("notes")).toBeUndefined();
});

test("a new section takes fields, and the usual form returns", async () => {
  await fireEvent.click(dialog().getByRole("button", { name: "Add a section" }));
  const heading = dialog().getAllByRole<HTMLInputElement>("textbox", { name: "Heading of the section" })[0] as HTMLInputElement;
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await fireEvent.input(heading, { target: { value: "Planning" } });
  const select = dialog().getByRole<HTMLSelectElement>("combobox", { name: "Section of Budget" });
  await fireEvent.change(select, { target: { value: workbench.arranging.sections[0]?.key } });
  await save();
  await waitFor(() => expect(sections()?.[0]).toBe("Planning"));
  await fireEvent.click(await screen.findByRole("button", { name: "Arrange fields…" }));
  await screen.findByRole("dialog", { name: "Arrange fields" });
  await fireEvent.click(dialog().getByRole("button", { name: "Usual form" }));
  await waitFor(() =>
    expect(workbench.arranging.sections.some((line) => line.kind === "section" && line.title === "Planning")).toBe(false),
  );
  await save();
  await waitFor(() => expect(sections()).not.toContain("Planning"));
});

test("a layout file is previewed before it applies", async () => {
  const layout = {
    format: "adwright-form-layout",
    version: 1,
    sections: [{ title: "Money", fields: [{ name: "budget", label: "Spend", hidden: false }] }],
  };
  await workbench.arranging.read("{");
  await dialog().findByText(/This layout cannot be read/u);
  await workbench.arranging.read(JSON.stringify(layout));
  await dialog().findByText(/This is the layout of the file/u);
  expect(label("budget").value).toBe("Spend");
  expect(sections()).not.toContain("Money");
  await save();
  await waitFor(() => expect(sections()?.[0]).toBe("Money"));
});
