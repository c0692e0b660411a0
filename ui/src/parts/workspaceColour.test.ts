import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Colour } from "../bridge/bindings";
import { newPage, testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";
import css from "../styles/tokens.css?raw";

/** The colours of workspaces in the light theme. */
const tokens = new Map(
  [...css.matchAll(/--ws-(\w+): light-dark\((#\w{6}), #\w{6}\);/gu)].map(([, name = "", light = ""]) => [name, light]),
);

beforeEach(async () => {
  location.hash = "";
  localStorage.clear();
  const roles = [...tokens].map(([name, light]) => `--ws-${name}: ${light};`);
  const sheet = document.createElement("style");
  sheet.textContent = `:root { ${roles.join(" ")} }`;
  document.head.append(sheet);
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

/** Opens the send review in a workspace of a real service. */
async function reviewIn(name: string, colour: Colour): Promise<void> {
  const desk = await testDesk();
  const { form } = await desk.workspaceForm(null);
  const { id } = await desk.saveWorkspace(null, { ...form, name, colour, address: "https://ads.example", login: "none" });
  await desk.openWorkspace(id);
  await newPage();
  const { target } = await desk.createDraft();
  const filled = { name: "First light", advertiserId: "4410", brandId: "88140" };
  for (const [path, text] of Object.entries(filled)) await desk.edit(target, { path, input: { kind: "text", text } });
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await workbench.go("review");
}

const styleOf = (element: Element | null | undefined) => getComputedStyle(element ?? document.body);

test.each([
  ["Acme live", "red"],
  ["Acme test", "teal"],
] as const)("the top bar and what sends have the name of the workspace %s and its colour, %s", async (name, colour) => {
  await reviewIn(name, colour);
  const send = await screen.findByRole("button", { name: `Send 1 to ${name}` });
  const pill = screen.getByRole("button", { name: new RegExp(`^${name} workspace`, "u") });
  const shown = tokens.get(colour);
  expect(styleOf(pill.querySelector(".dot")).backgroundColor).toBe(shown);
  expect(styleOf(send.parentElement?.querySelector(".dot")).backgroundColor).toBe(shown);
  expect(styleOf(pill.closest(".real")).getPropertyValue("--real")).toBe(shown);
});
