import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { fakeDesk } from "../bridge/fake";
import { Workbench } from "../state/workbench.svelte";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test("that a service is busy is said no longer than its pause lasts", async () => {
  location.hash = "";
  const desk = fakeDesk(3);
  const bench = new Workbench(desk);
  render(App, { bench });
  await bench.start();
  vi.useFakeTimers();
  const now = await desk.workspace();
  const connection = { ...now.connection, state: "busy" as const, message: "A pause until 14:05.", overInMs: 90_000 };
  vi.spyOn(desk, "workspace").mockResolvedValueOnce({ ...now, connection });
  await bench.workspace.refresh();
  await vi.advanceTimersByTimeAsync(89_000);
  expect(screen.getByText("A pause until 14:05.")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.queryByText("A pause until 14:05.")).toBeNull();
});
