import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

afterEach(cleanup);

test("a fully undone draft has no changes", async () => {
  location.hash = "";
  const workbench = new Workbench(await testDesk());
  render(App, { workbench });
  await workbench.start();
  const target = { kind: "campaign", id: "1072288341" } as const;
  await workbench.desk.edit(target, { path: "name", input: { kind: "text", text: "Good" } });
  await workbench.open(target);
  await screen.findByText(/^1 change, saved/u);
  await workbench.detail.undo();
  await screen.findByText(/^no changes, saved/u);
  expect(workbench.detail.value?.draft?.redo).not.toBeNull();
});
