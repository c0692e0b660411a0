// The dialog that sends a batch, on the real desk.

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import App from "../../App.svelte";
import { testDesk } from "../../bridge/testDesk";
import { newBatch } from "../../state/batchSteps";
import { Workbench } from "../../state/workbench.svelte";

let workbench: Workbench;

beforeEach(async () => {
  location.hash = "";
  const desk = await testDesk();
  // An error would keep its row in the batch.
  await desk.setOwnRules('{"severities":{"activity-of-advertiser":"warning"}}');
  await desk.fetch("values", "fetch", () => undefined);
  workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
});
afterEach(cleanup);

/** Opens the dialog that sends a new batch with these rows. */
async function openDialog(text: string) {
  await newBatch(workbench);
  const sheet = workbench.batches.sheet!;
  const range = { top: 0, rows: 1, columns: [0] };
  await sheet.apply({ kind: "paste", data: { range, shown: [0, 1, 2, 3, 4], text, html: null, transposed: false } });
  await workbench.batches.startSending(sheet.batch);
}

/** Waits until the rehearsal says this. */
const says = (text: RegExp) => waitFor(() => expect(screen.getByRole("region", { name: "Rehearsal" }).textContent).toMatch(text));

async function answer(question: RegExp, answer: "Yes" | "No") {
  const group = await screen.findByRole("group", { name: question });
  await fireEvent.click(within(group).getByRole("button", { name: answer }));
}

test("the rehearsal of a batch gives reasons and asks", async () => {
  const foreign = ["A", "B"].map((name) => `${name}\t${name}\t\t4405\t52024\n`);
  await openDialog(`${foreign.join("")}Mixed\tmixed\t\t4401\t52024\nGood\tgood\t\t4427\t52183`);
  await says(/Rehearsal: 2 would be refused and 2 cannot be known offline\./u);
  await says(/2 rows would be refused\. The activity does not belong to advertiser 4405.*\(66108\)\. Choose an activity/u);
  await answer(/accept a reference/u, "Yes");
  await says(/Rehearsal: 1 would be accepted, 2 would be refused and 1 cannot be known offline\./u);
  await says(/1 row cannot be known offline\. The service may refuse another row of the same call/u);
  expect(screen.queryByRole("group", { name: /accept a reference/u })).toBeNull();
});

test("a late report does not show an ended send as running", async () => {
  const { desk } = workbench;
  const send = desk.sendBatch;
  let late = () => {};
  desk.sendBatch = (request, listen) =>
    send(request, (progress) => {
      if (progress.kind === "advanced") late = () => listen(progress);
      listen(progress);
    });
  await openDialog("Good\tgood\t\t4401\t52024");
  await screen.findByRole("button", { name: /^Send 1 row to /u });
  const { sending } = workbench.batches;
  await sending!.send();
  late();
  expect([sending!.progress, sending!.summary?.confirmed]).toEqual([null, 1]);
});
