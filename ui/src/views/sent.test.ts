import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { ready } from "../state/loading";
import { Workbench } from "../state/workbench.svelte";

afterEach(cleanup);

test("receipts are verified and the broken one opens", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "notes", input: { kind: "text", text: "Sent" } });
  const drafts = (await desk.review()).rows.map(({ draft, revision }) => ({ draft, revision }));
  await desk.send({ operation: "send", drafts, overrides: [], typedName: "" }, () => undefined);
  await workbench.go("sent");

  const verify = await screen.findByRole("button", { name: "Verify receipts" });
  await fireEvent.click(verify);
  await waitFor(() => expect(workbench.notices.current?.text).toBe("The receipt is intact."));
  expect(screen.queryByRole("button", { name: "Open the item" })).toBeNull();

  const [sent] = workbench.sent.loaded;
  if (!sent) throw new Error("nothing was sent");
  const { item, title, at } = sent;
  const message = "Receipt 1 was changed.";
  desk.verifyReceipts = async () => ({ intact: 0, lastHash: null, broken: { seq: 1, item, title, at, property: "hash" }, message });
  await fireEvent.click(verify);
  await fireEvent.click(await screen.findByRole("button", { name: "Open the item" }));
  await waitFor(() => expect(ready(workbench.sent.receipt)?.row.item).toBe(item));
  expect(workbench.notices.all.map(({ text }) => text)).toEqual(expect.arrayContaining([message, "The receipt is intact."]));
});

test("a ticked change is taken back by a draft", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "notes", input: { kind: "text", text: "Sent" } });
  const drafts = (await desk.review()).rows.map(({ draft, revision }) => ({ draft, revision }));
  await desk.send({ operation: "send", drafts, overrides: [], typedName: "" }, () => undefined);
  await workbench.go("sent");
  const [sent] = workbench.sent.loaded;
  if (!sent) throw new Error("nothing was sent");

  await workbench.sent.groupBySend(true);
  await fireEvent.click(await screen.findByRole("checkbox", { name: "Select the 1 item of this send" }));
  await waitFor(() => expect(workbench.sent.ticked.ids).toEqual([sent.item]));
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(workbench.notices.current?.about).toBe("undo"));
  expect(workbench.sent.ticked.count).toBe(0);
  const review = (await desk.review()).rows;
  expect(review).toMatchObject([{ id: "1072288341", verb: "update", changed: 1 }]);
  await fireEvent.click(screen.getByRole("button", { name: "Review the draft" }));
  await waitFor(() => expect(workbench.review.only).not.toBeNull());
  expect(workbench.route.view).toBe("review");

  await workbench.openReceipt(sent.item);
  await workbench.go("sent");
  await fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await fireEvent.click(await screen.findByRole("menuitem", { name: "Undo this change" }));
  await waitFor(() => expect(workbench.notices.all.filter(({ about }) => about === "undo")).toHaveLength(2));
  expect((await desk.review()).rows).toHaveLength(1);
});

test("only what failed is reviewed again", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  const text = (value: string) => ({ kind: "text", text: value }) as const;
  await desk.edit({ kind: "campaign", id: "1072288341" }, { path: "traffickingMode", input: text("simple") });
  await desk.edit({ kind: "campaign", id: "1072281404" }, { path: "notes", input: text("Sent") });
  const drafts = (await desk.review()).rows.map(({ draft, revision }) => ({ draft, revision }));
  const [refused] = drafts;
  if (!refused) throw new Error("nothing is changed");
  const overrides = [{ draft: refused.draft, rule: "trafficking-mode-with-placements", path: "traffickingMode" }];
  await desk.send({ operation: "send", drafts, overrides, typedName: "" }, () => undefined);
  await desk.edit({ kind: "campaign", id: "1072281404" }, { path: "notes", input: text("Later") });

  await workbench.go("sent");
  const failed = workbench.sent.loaded.find(({ state }) => state === "refused");
  if (!failed) throw new Error("nothing was refused");
  await workbench.openReceipt(failed.item);
  await fireEvent.click(await screen.findByRole("button", { name: "Only the failed" }));
  await waitFor(() => expect(workbench.route.view).toBe("review"));
  await waitFor(() => expect(workbench.review.only).toEqual(new Set([refused.draft])));
});
