import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { CommandFailure } from "../bridge/failure";
import { answered, testDesk, untouchedDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test("a service that is back is noticed", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  const { connection, ...workspace } = await desk.workspace();
  const online = { ...workspace, connection: { ...connection, state: "online" as const } };
  const offline = { ...workspace, connection: { ...connection, state: "offline" as const, message: "It does not answer." } };
  const probe = vi.spyOn(desk, "probeConnection").mockResolvedValue(offline);
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).not.toHaveBeenCalled();
  vi.spyOn(desk, "workspace").mockResolvedValueOnce(offline);
  await workbench.workspace.refresh();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(probe).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  const { length } = probe.mock.calls;
  expect(length).toBeGreaterThan(1);
  dispatchEvent(new FocusEvent("focus"));
  expect(probe).toHaveBeenCalledTimes(length + 1);
  expect(screen.getByText("It does not answer.")).toBeTruthy();
  const retry = vi.fn();
  workbench.notices.showFailure(new CommandFailure({ code: "Offline", message: "No reply.", details: null }), retry);
  probe.mockResolvedValue(online);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(screen.queryByText("It does not answer.")).toBeNull();
  expect(workbench.notices.shown.map(({ text }) => text)).toEqual(["The service answers again."]);
  await workbench.notices.act();
  expect(retry).toHaveBeenCalledOnce();
  probe.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).not.toHaveBeenCalled();
});

test("the busy message ends with the pause", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  vi.useFakeTimers();
  const now = await desk.workspace();
  const connection = { ...now.connection, state: "busy" as const, message: "A pause until 14:05.", overInMs: 90_000 };
  vi.spyOn(desk, "workspace").mockResolvedValueOnce({ ...now, connection });
  await workbench.workspace.refresh();
  await vi.advanceTimersByTimeAsync(89_000);
  expect(screen.getByText("A pause until 14:05.")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(2_000);
  await answered();
  expect(screen.queryByText("A pause until 14:05.")).toBeNull();
});

test("the first fetch starts once the service is back", async () => {
  location.hash = "";
  const desk = await untouchedDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.loadInitial();
  const online = await desk.workspace();
  const { connection } = online;
  vi.spyOn(desk, "workspace").mockResolvedValueOnce({ ...online, connection: { ...connection, state: "offline", message: "No reply." } });
  await workbench.workspace.refresh();
  vi.spyOn(desk, "probeConnection").mockResolvedValue({ ...online, connection: { ...connection, state: "online" } });
  await waitFor(() => expect(workbench.workspace.counts.campaigns).toBeGreaterThan(0));
});
