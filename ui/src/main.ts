import { mount } from "svelte";

import App from "./App.svelte";
import { desk as real, type Desk } from "./bridge/desk";
import { beforeClosing, onRecovered } from "./bridge/window";
import { Workbench } from "./state/workbench.svelte";
import "./styles/index.css";

/** `npm run fake` shows the window in a browser, over a desk that lives in memory. */
async function chooseDesk(): Promise<Desk> {
  if (import.meta.env.MODE !== "fake") return real;
  return (await import("./bridge/fake")).fakeDesk();
}

const bench = new Workbench(await chooseDesk());
const target = document.getElementById("app");
if (target) mount(App, { target, props: { bench } });
beforeClosing({ save: () => bench.detail.edits.flush(), mayClose: (close) => bench.mayClose(close) });
onRecovered(() => void bench.recovered());
void bench.start();
