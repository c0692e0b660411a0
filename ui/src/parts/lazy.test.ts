import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import { codeLoaded, LazyCode } from "../state/lazyCode.svelte";
import Lazy from "./Lazy.svelte";
import Popover from "./Popover.svelte";

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

/** Opens a panel whose only control loads when the returned function is called. */
async function openPanel() {
  let load = (_: string) => {};
  const code = new LazyCode(async () => ({ default: await new Promise<string>((resolve) => (load = resolve)) }));
  const control = createRawSnippet<[string]>((text) => ({ render: () => `<button>${text()}</button>` }));
  const button = createRawSnippet(() => ({ render: () => "<span>Open</span>" }));
  const children = createRawSnippet(() => ({
    render: () => "<div></div>",
    setup: (target) => {
      const lazy = mount(Lazy<string>, { target, props: { code, children: control } });
      return () => void unmount(lazy);
    },
  }));
  render(Popover, { label: "Panel", button, children });
  const opener = screen.getByRole("button", { name: "Panel" });
  opener.focus();
  await fireEvent.click(opener);
  return { opener, load: () => load("Control") };
}

test("a panel takes the focus once its code is loaded", async () => {
  const { opener, load } = await openPanel();
  expect(document.activeElement).toBe(opener);
  load();
  const control = await screen.findByRole("button", { name: "Control" });
  await waitFor(() => expect(document.activeElement).toBe(control));
});

test("late code leaves a focus that moved", async () => {
  const { load } = await openPanel();
  const other = document.body.appendChild(document.createElement("input"));
  await fireEvent.pointerDown(screen.getByRole("dialog"));
  other.focus();
  load();
  await screen.findByRole("button", { name: "Control" });
  await codeLoaded();
  expect(document.activeElement).toBe(other);
  other.remove();
});

test("code that does not load can be loaded again", async () => {
  let read = () => Promise.reject<{ default: string }>(new Error("no such file"));
  const code = new LazyCode(() => read());
  await code.load();
  expect(code.loading.status === "failed" && code.loading.failure.details).toBe("no such file");
  await expect(code.get()).rejects.toMatchObject({ details: "no such file" });
  read = async () => ({ default: "The part" });
  expect(await code.get()).toBe("The part");
  expect(code.loading).toEqual({ status: "ready", value: "The part" });
});

test("code that several callers need is read once", async () => {
  let reads = 0;
  const code = new LazyCode(async () => ({ default: (reads += 1) }));
  expect(await Promise.all([code.get(), code.get(), code.load()])).toEqual([1, 1, undefined]);
  expect(reads).toBe(1);
});
