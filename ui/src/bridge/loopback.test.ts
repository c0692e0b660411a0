import { devServer } from "virtual:dev-server";
import { expect, test } from "vitest";

import { send, untouchedDesk } from "./testDesk";

test("a command is answered by the real desk", async () => {
  const desk = await untouchedDesk();
  const { counts } = await desk.workspace();
  expect(counts.campaigns).toBe(0);
  const messages: string[] = [];
  const summary = await desk.fetch("campaigns", "fetch", ({ kind }) => messages.push(kind));
  expect([messages[0], messages.at(-1)]).toEqual(["started", "finished"]);
  expect(summary.complete).toBe(true);
});

test("a refusal becomes a failure with its code", async () => {
  const desk = await untouchedDesk();
  await expect(desk.open({ kind: "campaign", id: "1" })).rejects.toMatchObject({ code: "NotFound" });
});

test("a caller without the token is refused", async () => {
  const { status } = await send("PUT", `${devServer.baseUrl}/homes/another`, "guessed", {});
  expect(status).toBe(403);
});
