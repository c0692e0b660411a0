import { mount } from "svelte";

import App from "./App.svelte";
import { desk as real, type Desk } from "./bridge/desk";
import { refuseDrops } from "./bridge/drops";
import { beforeClosing, onConnection, onFilesDragged, onRecovered, onSecretEntry, onStartedAgain } from "./bridge/window";
import { markUsable } from "./bridge/marks";
import { importDropped } from "./state/adFileSteps";
import { Workbench } from "./state/workbench.svelte";
import "./styles/index.css";

/** How long nothing at all may be drawn, in milliseconds. */
const soon = 150;

/** `npm run fake` shows the window in a browser, over a desk that lives in memory. */
async function chooseDesk(): Promise<Desk> {
  if (import.meta.env.MODE !== "fake") return real;
  return (await import("./bridge/fake")).fakeDesk();
}

markUsable();
const bench = new Workbench(await chooseDesk());
// What comes at once is drawn at once; only for what takes longer, a skeleton is drawn first.
const read = bench.read();
await Promise.race([read, new Promise((resolve) => setTimeout(resolve, soon))]);
const target = document.getElementById("app");
if (target) mount(App, { target, props: { bench } });
refuseDrops();
beforeClosing({
  handOver: () => bench.detail.edits.handOver(),
  mayClose: (close) => bench.leaving.mayClose(close),
  waiting: (close) => bench.leaving.waitToClose(close),
});
onConnection(() => void bench.workspace.refresh());
onSecretEntry(() => void bench.workspaces.editing?.readTyped());
onFilesDragged({ over: (dragged) => (bench.adFiles.dragged = dragged), dropped: (paths) => void importDropped(bench, paths) });
onRecovered(() => void bench.recovered());
onStartedAgain(() => bench.notices.say("Adwright was open already: this is its window."));
const reopened = "Adwright's page ended unexpectedly and was opened again. All that was shown as saved is here.";
if (new URLSearchParams(location.search).has("reopened")) {
  bench.notices.say(reopened, undefined, { stays: true });
  // Another workspace loads the page again, which is no crash.
  history.replaceState(null, "", location.pathname);
}
void read.then(() => bench.getFirst());
