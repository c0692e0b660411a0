import { mount } from "svelte";

import App from "./App.svelte";
import { desk as real, type Desk } from "./bridge/desk";
import { beforeClosing, onConnection, onRecovered, onStartedAgain } from "./bridge/window";
import { markUsable } from "./bridge/marks";
import { Workbench } from "./state/workbench.svelte";
import "./styles/index.css";

/** `npm run fake` shows the window in a browser, over a desk that lives in memory. */
async function chooseDesk(): Promise<Desk> {
  if (import.meta.env.MODE !== "fake") return real;
  return (await import("./bridge/fake")).fakeDesk();
}

markUsable();
const bench = new Workbench(await chooseDesk());
const target = document.getElementById("app");
if (target) mount(App, { target, props: { bench } });
beforeClosing({
  handOver: () => bench.detail.edits.handOver(),
  mayClose: (close) => bench.leaving.mayClose(close),
  waiting: (close) => bench.leaving.waitToClose(close),
});
onConnection(() => void bench.workspace.refresh());
onRecovered(() => void bench.recovered());
onStartedAgain(() => bench.notices.say("Adwright was open already: this is its window."));
void bench.start();
