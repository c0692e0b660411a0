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
  await fireEvent.keyDown(await screen.findByRole("grid", { name: "Campaigns" }), { key: "Enter" });
  await screen.findByRole("textbox", { name: "Name" });
});
afterEach(cleanup);

const box = (name: RegExp) => screen.findByRole("textbox", { name });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const dialogClosed = (name: string) => waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());

test("a broken sample is reported with its place", async () => {
  await fireEvent.click(await button("Learn fields from a sample…"));
  await fireEvent.input(await box(/A campaign as JSON/u), { target: { value: "{" } });
  await fireEvent.click(await button("Read this sample"));
  await screen.findByText(/Line 1, column 2/u);
  await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
  await dialogClosed("Learn fields from a sample");
  await fireEvent.click(await button("Learn fields from a sample…"));
  expect(((await box(/A campaign as JSON/u)) as HTMLTextAreaElement).value).toBe("{");
});

test("ticked fields become columns until they are forgotten", async () => {
  await fireEvent.click(await button("Learn fields from a sample…"));
  await fireEvent.click(await button("Read the fetched campaigns"));
  await screen.findByRole("checkbox", { name: "Media plan ref mediaPlanRef" });
  for (const box of screen.getAllByRole<HTMLInputElement>("checkbox"))
    if (box.checked && box.closest("dialog")?.contains(box) && !box.labels?.[0]?.textContent?.includes("mediaPlanRef"))
      await fireEvent.click(box);
  await fireEvent.click(await button("Learn 1 field"));
  await dialogClosed("Learn fields from a sample");
  const { columns } = workbench.campaigns;
  await waitFor(() => expect(columns.known.filter(({ learned }) => learned).map(({ path }) => path)).toEqual(["mediaPlanRef"]));
  columns.toggle("mediaPlanRef");
  workbench.campaigns.sort = { path: "mediaPlanRef", descending: true };
  await fireEvent.click(await button("Learn fields from a sample…"));
  await fireEvent.click(await button("Read the fetched campaigns"));
  await fireEvent.click(await button("Forget Media plan ref"));
  await waitFor(() => expect(columns.has("mediaPlanRef")).toBe(false));
  await waitFor(async () => expect(document.activeElement).toBe(await box(/A campaign as JSON/u)));
  expect(workbench.campaigns.sort).toBeNull();
});

test("a field is added under any name", async () => {
  await fireEvent.click(await button("Add a field…"));
  const dialog = await screen.findByRole("dialog", { name: "Add a field" });
  const inside = within(dialog);
  await fireEvent.input(await inside.findByRole("textbox", { name: /Value/u }), { target: { value: "see plan" } });
  await fireEvent.click(inside.getByRole("button", { name: "Add field" }));
  await inside.findByText(/The name is empty/u);
  await fireEvent.input(inside.getByRole("textbox", { name: /Name/u }), { target: { value: "seat" } });
  await fireEvent.click(inside.getByRole("button", { name: "Add field" }));
  await inside.findByText(/Line 1, column 1/u);
  await fireEvent.click(inside.getByRole("button", { name: "Add it as a text" }));
  await dialogClosed("Add a field");
  const added = (await box(/^seat$/u)) as HTMLTextAreaElement;
  expect(added.value).toBe('"see plan"');
  await waitFor(() => expect(document.activeElement).toBe(added));
  await fireEvent.click(await button("Add a field…"));
  await fireEvent.input(await box(/^Name, exactly/u), { target: { value: "seat" } });
  await fireEvent.input(await box(/^Value/u), { target: { value: "1" } });
  await fireEvent.click(await button("Add field"));
  await screen.findByText(/“seat” already exists/u);
});

const offered = () => screen.queryByRole("region", { name: "Unknown fields" });

/** Opens a campaign with fields that no schema knows. */
async function openFilm() {
  const query = workbench.campaigns.query({ first: 0, end: 1 });
  const { rows } = await workbench.desk.rows("campaigns", { ...query, search: "Brand film, EMEA" });
  await workbench.open({ kind: "campaign", id: rows[0]?.id ?? "" });
}

test("unknown fields are offered, learned and forgotten again", async () => {
  await openFilm();
  const offer = await button(/^Learn \d+ fields…$/u);
  const count = workbench.learning.offer?.discovered.length ?? 0;
  expect(offer.textContent).toContain(`${count}`);
  offer.focus();
  await fireEvent.click(offer);
  const dialog = within(await screen.findByRole("dialog", { name: "Learn fields" }));
  const row = within(await dialog.findByRole("row", { name: /mediaPlanRef/u }));
  row.getByRole("cell", { name: /text in Fields of this workspace/u });
  await fireEvent.click(dialog.getByRole("checkbox", { name: /pacing/u }));
  await fireEvent.click(dialog.getByRole("button", { name: `Learn ${count - 1} fields` }));
  await dialogClosed("Learn fields");
  await box(/^Media plan ref$/u);
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
  expect(offered()).toBeNull();
  await fireEvent.click(await button("Undo"));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Media plan ref" })).toBeNull());
});

test("the doctor offers them where the connection works", async () => {
  await workbench.go("connection");
  await workbench.connection.examine();
  await fireEvent.click(await button(/^Learn \d+ fields…$/u));
  await screen.findByRole("dialog", { name: "Learn fields" });
  workbench.overlay.close();
  const decline = await button("Not now");
  decline.focus();
  await fireEvent.click(decline);
  await waitFor(() => expect(offered()).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe(workbench.connection.report?.message));
});

test("a declined offer stays away", async () => {
  await openFilm();
  await fireEvent.click(await button("Not now"));
  await waitFor(() => expect(offered()).toBeNull());
  await workbench.close();
  await openFilm();
  await workbench.learning.findOffer();
  expect(offered()).toBeNull();
});
