import { expect, test, vi } from "vitest";

import type { FailureCode } from "../bridge/bindings";
import { CommandFailure } from "../bridge/failure";
import { Notices } from "./notices.svelte";

function refusal(code: FailureCode) {
  return new CommandFailure({ code, message: "No.", details: null });
}

test("a notice closes once its action is done", async () => {
  const notices = new Notices();
  let finish = () => {};
  notices.show("Draft discarded.", { label: "Undo", run: () => new Promise<void>((resolve) => (finish = resolve)) });
  const acting = notices.act();
  expect(notices.current?.text).toBe("Draft discarded.");
  finish();
  await acting;
  expect(notices.current).toBeNull();
});

test("a failed notice action says why and retries", async () => {
  const notices = new Notices();
  const run = vi.fn().mockRejectedValueOnce(refusal("Storage"));
  notices.show("Draft discarded.", { label: "Undo", run });
  await notices.act();
  expect(notices.current).toMatchObject({ tone: "failure", text: expect.stringContaining("No."), action: { label: "Try again" } });
  await notices.act();
  expect(run).toHaveBeenCalledTimes(2);
  expect(notices.current).toBeNull();
});

test("a second click meanwhile does not do it twice", async () => {
  const notices = new Notices();
  const run = vi.fn(() => Promise.resolve());
  notices.show("Draft discarded.", { label: "Undo", run });
  await Promise.all([notices.act(), notices.act()]);
  expect(run).toHaveBeenCalledOnce();
});

test("a message during the action stays", async () => {
  const notices = new Notices();
  notices.show("Draft discarded.", { label: "Undo", run: () => notices.show("Something else.") });
  await notices.act();
  expect(notices.current?.text).toBe("Something else.");
});

test("few notices show, all are kept newest first", () => {
  const notices = new Notices();
  for (const text of ["One.", "Two.", "Three.", "Four."]) notices.show(text);
  expect(notices.shown.map(({ text }) => text)).toEqual(["Two.", "Three.", "Four."]);
  expect(notices.all.map(({ text }) => text)).toEqual(["Four.", "Three.", "Two.", "One."]);
});

test("a newer notice replaces its older version", () => {
  const notices = new Notices();
  notices.show("Draft discarded.");
  notices.show("Fetching stopped.", undefined, { about: "fetch" });
  notices.show("Draft discarded.");
  notices.show("Got everything.", undefined, { about: "fetch" });
  expect(notices.shown.map(({ text }) => text)).toEqual(["Draft discarded.", "Got everything."]);
  notices.closeTopic("fetch");
  expect(notices.shown.map(({ text }) => text)).toEqual(["Draft discarded."]);
});

test("closed notices stay actionable, done ones do not", async () => {
  const notices = new Notices();
  const run = vi.fn();
  notices.show("Draft discarded.", { label: "Undo", run });
  notices.close();
  expect([notices.current, notices.all[0]?.action?.label]).toEqual([null, "Undo"]);
  await notices.act(notices.all[0]);
  expect(run).toHaveBeenCalledOnce();
  expect(notices.all[0]?.action).toBeUndefined();
});

test("a refused login offers to change it first", () => {
  const notices = new Notices();
  notices.showFailure(refusal("Unauthorized"), () => undefined);
  expect(notices.current?.action?.label).toBe("Try again");
  notices.changeLogin = () => undefined;
  notices.showFailure(refusal("Unauthorized"), () => undefined);
  expect(notices.current?.action?.label).toBe("Change login…");
  expect(notices.current?.secondaryAction?.label).toBe("Try again");
});

test("messages about a silent service end together", () => {
  const notices = new Notices();
  const retry = () => undefined;
  notices.show("Draft discarded.");
  notices.showFailure(refusal("Offline"), retry, "fetch");
  expect(notices.closeOffline()?.run).toBe(retry);
  expect(notices.shown.map(({ text }) => text)).toEqual(["Draft discarded."]);
  expect(notices.closeOffline()).toBeUndefined();
});
