import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import App from "../App.svelte";
import { testDesk } from "../bridge/testDesk";
import { Workbench } from "../state/workbench.svelte";
import Combobox from "./Combobox.svelte";

afterEach(cleanup);

const advertisers = [
  { value: "7001", label: "Alpen Bikes" },
  { value: "7002", label: "Nordic Petri Foods" },
  { value: "7003", label: "Petrichor Films" },
];

function setUp(props: { value?: string; free?: boolean; choices?: typeof advertisers } = {}) {
  const oninput = vi.fn();
  const choose = vi.fn();
  const { value = "", free = true, choices = advertisers } = props;
  const view = render(Combobox, { value, label: "Advertiser", choices, free, oninput, choose });
  const box = screen.getByRole("combobox");
  const shows = (text: string) => view.rerender({ value: text, label: "Advertiser", choices, free, oninput, choose });
  const type = async (text: string) => {
    await fireEvent.input(box, { target: { value: text } });
    await shows(text);
  };
  const press = (...keys: string[]) => Promise.all(keys.map((key) => fireEvent.keyDown(box, { key })));
  const options = () => screen.queryAllByRole("option").map((option) => option.textContent?.trim().split(/\s{2,}/u)[0]);
  return { oninput, choose, box, type, press, options };
}

test.each(["Enter", "Tab"])("%s takes the first match of what is typed", async (key) => {
  for (const [typed, taken] of [
    ["petri", "7003"],
    ["nordic", "7002"],
    ["foods petri", "7002"],
    ["7001", "7001"],
    ["ALP", "7001"],
  ] as const) {
    const { type, press, choose } = setUp();
    await type(typed);
    await press(key);
    expect(choose).toHaveBeenLastCalledWith(taken);
    cleanup();
  }
});

test("Tab chooses nothing that was not typed", async () => {
  const { press, choose, options } = setUp({ value: "7001" });
  await press("ArrowDown");
  expect(options().length).toBe(3);
  await press("Tab");
  expect(choose).not.toHaveBeenCalled();
});

test("Tab does not choose an exact value again", async () => {
  const { type, press, choose } = setUp({ free: true });
  await type("7003");
  await press("Tab");
  expect(choose).toHaveBeenCalledExactlyOnceWith("7003");
});

test("another value needs its own row", async () => {
  const { type, press, choose, options } = setUp();
  await type("pax");
  expect(options()).toEqual(["Use “pax”"]);
  await press("Enter");
  expect(choose).not.toHaveBeenCalled();
  await press("ArrowDown");
  await press("Enter");
  expect(choose).toHaveBeenCalledWith("pax");
});

test("the row for another value is last", async () => {
  const { type, options, press, choose } = setUp();
  await type("petri");
  expect(options()).toEqual(["Petrichor Films 7003", "Nordic Petri Foods 7002", "Use “petri”"]);
  await press("ArrowUp");
  await press("Enter");
  expect(choose).toHaveBeenCalledWith("petri");
});

test("of thousands of choices few are drawn", async () => {
  const choices = Array.from({ length: 20_000 }, (_, at) => ({ value: `${at}`, label: `Brand ${at}` }));
  const { press, options, type, choose } = setUp({ choices, value: "19999" });
  await press("ArrowDown");
  expect(options().length).toBe(100);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Brand 19999");
  expect(screen.getByText(/^19,900 more/u)).toBeTruthy();
  await type("brand 1234");
  expect(options().length).toBe(13);
  await press("Enter");
  expect(choose).toHaveBeenLastCalledWith("1234");
});

test("leaving keeps half a word unchosen", async () => {
  const { type, oninput, choose, box } = setUp();
  await type("petri");
  await fireEvent.blur(box);
  expect(choose).not.toHaveBeenCalled();
  expect(oninput).toHaveBeenLastCalledWith("petri");
});

test("leaving takes a whole value in any spelling", async () => {
  for (const typed of ["alpen bikes", " 7001", "AlpenBikes"]) {
    const { type, choose, box } = setUp();
    await type(typed);
    await fireEvent.blur(box);
    expect(choose).toHaveBeenCalledWith("7001");
    cleanup();
  }
  const twins = setUp({ choices: [...advertisers, { value: "7009", label: "ALPEN BIKES" }] });
  await twins.type("alpen bikes");
  await fireEvent.blur(twins.box);
  expect(twins.choose).not.toHaveBeenCalled();
});

test("looking into a list chooses nothing", async () => {
  const { choose, box } = setUp({ value: "alpen bikes" });
  await fireEvent.focus(box);
  await fireEvent.blur(box);
  expect(choose).not.toHaveBeenCalled();
});

test("a closed list offers nothing else", async () => {
  const { type, options, press, choose } = setUp({ free: false });
  await type("pax");
  expect(options()).toEqual([]);
  await press("ArrowDown");
  await press("Enter");
  expect(choose).not.toHaveBeenCalled();
});

test("a form sends half a word as partial input", async () => {
  location.hash = "";
  const desk = await testDesk();
  const workbench = new Workbench(desk);
  render(App, { workbench });
  await workbench.start();
  const { rows } = await desk.rows("campaigns", workbench.campaigns.query({ first: 0, end: 1 }));
  await workbench.open({ kind: "campaign", id: rows[0]?.id ?? "" });
  const edit = vi.spyOn(desk, "edit");
  const box = await screen.findByRole("combobox", { name: /^Status/u });
  await fireEvent.input(box, { target: { value: "end" } });
  await fireEvent.blur(box);
  await waitFor(() => expect(edit.mock.lastCall?.[1]).toEqual({ path: "status", input: { kind: "partial", text: "end" } }));
  await fireEvent.input(box, { target: { value: "comp" } });
  await fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(edit.mock.lastCall?.[1]).toEqual({ path: "status", input: { kind: "text", text: "COMPLETED" } }));
  await fireEvent.input(box, { target: { value: "FROZEN" } });
  await fireEvent.click(await screen.findByRole("option", { name: "Use “FROZEN”" }));
  await waitFor(() => expect(edit.mock.lastCall?.[1]).toEqual({ path: "status", input: { kind: "text", text: "FROZEN" } }));
});
