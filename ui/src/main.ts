import "./bridge/early";

import { mount } from "svelte";

import App from "./App.svelte";
import { connectBrowser } from "./bridge/browser";
import { desk } from "./bridge/desk";
import { refuseDrops } from "./bridge/drops";
import { beforeClosing, onConnection, onFilesDragged, onRecovered, onSecretEntry, onStartedAgain } from "./bridge/window";
import { markPhase, reportRowsPainted } from "./bridge/marks";
import { importDropped } from "./state/adFileSteps";
import { loadAllCode } from "./state/lazyCode.svelte";
import { Workbench } from "./state/workbench.svelte";
import { loadView } from "./views/routes";
import "./styles/index.css";

/** How long after the first rows the rest of the code loads, in milliseconds. Painting the rows comes first. */
const loadLaterMs = 300;

/** How long the page may stay blank before it renders a skeleton, in milliseconds. */
const blankMs = 150;

markPhase("code");
await connectBrowser();
reportRowsPainted();
const workbench = new Workbench(desk);
// Data that arrives quickly is rendered at once. A skeleton is rendered first only if the data takes longer.
const read = workbench.loadInitial();
void read.then(() => markPhase("data"));
const seen = Promise.all([read, loadView(workbench.route.view)]);
await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, blankMs))]);
const target = document.getElementById("app");
if (target) mount(App, { target, props: { workbench } });
markPhase("drawn");
refuseDrops();
// A reload or a closing page cannot wait, so typed text is only sent.
addEventListener("pagehide", () => {
  workbench.detail.edits.handOver();
  workbench.review.editing.detail.edits.handOver();
  workbench.cells.detail.edits.handOver();
  workbench.batches.sheet?.commit();
});
onConnection(() => void workbench.workspace.refresh());
onSecretEntry(() => void workbench.workspaces.editing?.readTyped());
onRecovered(() => void workbench.onRecovered());
onStartedAgain(() => workbench.notices.show("Adwright is already open. This is its window."));
const reopened = "Adwright's page ended unexpectedly and was reopened. Everything that was shown as saved is here.";
if (new URLSearchParams(location.search).has("reopened")) {
  workbench.notices.show(reopened, undefined, { stays: true });
  // Opening another workspace reloads the page. That reload is not a crash.
  history.replaceState(null, "", location.pathname);
}
void read.then(() => workbench.fetchIfNeverFetched());
void seen.finally(() => setTimeout(finishStart, loadLaterMs));

/** Loads and starts what the first rows did not need. */
function finishStart(): void {
  void beforeClosing({
    mayClose: (close) => workbench.leaving.mayClose(close),
    waiting: (close) => workbench.leaving.waitToClose(close),
  });
  void onFilesDragged({
    over: (dragged) => (workbench.adFiles.dragged = dragged),
    dropped: (paths) => void importDropped(workbench, paths),
  });
  void loadAllCode();
}
