import { cleanup, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, expect, test } from "vitest";

import { codeLoaded, LazyCode } from "../state/lazyCode.svelte";
import Lazy from "./Lazy.svelte";

afterEach(cleanup);

/** Code that loads when the test says so. Draws a text. */
function draw(read: () => Promise<string>) {
  const code = new LazyCode(async () => ({ default: await read() }));
  const children = createRawSnippet<[string]>((text) => ({ render: () => `<p>${text()}</p>` }));
  const waiting = createRawSnippet(() => ({ render: () => "<p>Opening</p>" }));
  render(Lazy<string>, { code, children, waiting });
}

test("a part is drawn once its code is loaded", async () => {
  let answer = (_: string) => {};
  draw(() => new Promise((resolve) => (answer = resolve)));
  expect(screen.getByText("Opening")).toBeTruthy();
  const loaded = codeLoaded();
  answer("The part");
  await loaded;
  expect(screen.getByText("The part")).toBeTruthy();
  expect(screen.queryByText("Opening")).toBeNull();
});

test("code that does not load can be loaded again", async () => {
  let read = () => Promise.reject<{ default: string }>(new Error("no such file"));
  const code = new LazyCode(() => read());
  await code.load();
  expect(code.loading.status === "failed" && code.loading.failure.details).toBe("no such file");
  read = async () => ({ default: "The part" });
  await code.load();
  expect(code.loading).toEqual({ status: "ready", value: "The part" });
});
