import { mount } from "svelte";

import App from "./App.svelte";
import { connectBrowser } from "./bridge/browser";
import { desk } from "./bridge/desk";
import { refuseDrops } from "./bridge/drops";
import { beforeClosing, onConnection, onFilesDragged, onRecovered, onSecretEntry, onStartedAgain } from "./bridge/window";
import { markUsable } from "./bridge/marks";
import { importDropped } from "./state/adFileSteps";
import { Workbench } from "./state/workbench.svelte";
import "./styles/index.css";

/** How long nothing at all may be drawn, in milliseconds. */
const soon = 150;

await connectBrowser();
markUsable();
const workbench = new Workbench(desk);
// What comes at once is drawn at once; only for what takes longer, a skeleton is drawn first.
const read = workbench.read();
await Promise.race([read, new Promise((resolve) => setTimeout(resolve, soon))]);
const target = document.getElementById("app");
if (target) mount(App, { target, props: { workbench } });
refuseDrops();
beforeClosing({
  handOver: () => workbench.detail.edits.handOver(),
  mayClose: (close) => workbench.leaving.mayClose(close),
  waiting: (close) => workbench.leaving.waitToClose(close),
});
onConnection(() => void workbench.workspace.refresh());
onSecretEntry(() => void workbench.workspaces.editing?.readTyped());
onFilesDragged({ over: (dragged) => (workbench.adFiles.dragged = dragged), dropped: (paths) => void importDropped(workbench, paths) });
onRecovered(() => void workbench.recovered());
onStartedAgain(() => workbench.notices.say("Adwright is already open. This is its window."));
const reopened = "Adwright's page ended unexpectedly and was reopened. Everything that was shown as saved is here.";
if (new URLSearchParams(location.search).has("reopened")) {
  workbench.notices.say(reopened, undefined, { stays: true });
  // Another workspace loads the page again, which is no crash.
  history.replaceState(null, "", location.pathname);
}
void read.then(() => workbench.getFirst());
