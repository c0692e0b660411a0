import { readFileSync } from "node:fs";

import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../App.svelte";
import type { Desk } from "../bridge/desk";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

let desk: Desk;
let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  desk = await testDesk();
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

async function exportAs(what: RegExp, format: RegExp): Promise<string> {
  await fireEvent.keyDown(document.body, { key: "E", code: "KeyE", ctrlKey: true, shiftKey: true });
  await screen.findByRole("dialog", { name: "Export" });
  await fireEvent.click(screen.getByRole("radio", { name: what }));
  await fireEvent.click(screen.getByRole("radio", { name: format }));
  await fireEvent.keyDown(screen.getByRole("radio", { name: format }), { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(workbench.notices.current?.text).toMatch(/^\d+ (row|campaign)s? (is|are) in /u));
  return readFileSync(workbench.notices.current?.text.replace(/^.*? in /u, "") ?? "", "utf8");
}

test("the selection is exported with its columns", async () => {
  workbench.list.ticked.add(["1072288341"]);
  const rows = JSON.parse(await exportAs(/^Selected campaigns: 1/u, /^JSON/u)) as Record<string, string>[];
  expect(rows.map(({ id }) => id)).toEqual(["1072288341"]);
});

test("a review is exported to print", async () => {
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "notes", input: { kind: "text", text: "<b>Mine</b>" } });
  await workbench.go("review");
  expect(await exportAs(/^Shown drafts/u, /^Web page/u)).toContain("&lt;b&gt;Mine&lt;/b&gt;");
  expect(workbench.notices.current?.action?.label).toBe("Open to print");
});
