import ArrowRightToLine from "~icons/lucide/arrow-right-to-line";
import ArrowLeftToLine from "~icons/lucide/arrow-left-to-line";
import Monitor from "~icons/lucide/monitor";
import Moon from "~icons/lucide/moon";
import PanelLeft from "~icons/lucide/panel-left";
import Rows3 from "~icons/lucide/rows-3";
import Rows4 from "~icons/lucide/rows-4";
import Sun from "~icons/lucide/sun";
import ZoomIn from "~icons/lucide/zoom-in";
import ZoomOut from "~icons/lucide/zoom-out";

import type { Theme } from "../../bridge/bindings";
import type { Density } from "../appearance.svelte";
import type { Icon } from "../icon";
import { focusPane } from "../panes";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";

const themes: [Theme, string, Icon][] = [
  ["system", "System theme", Monitor],
  ["light", "Light theme", Sun],
  ["dark", "Dark theme", Moon],
];

const themeActions: Action[] = themes.map(([value, title, icon]) => ({
  id: `theme.${value}`,
  title,
  group: "View",
  icon,
  words: "colours appearance mode",
  reason: (workbench) => (workbench.workspace.theme === value ? "This theme is already used." : null),
  run: (workbench) => workbench.setPreference({ kind: "theme", value }),
}));

const densities: [Density, string, Icon][] = [
  ["comfortable", "Comfortable density", Rows3],
  ["compact", "Compact density", Rows4],
];

const densityActions: Action[] = densities.map(([value, title, icon]) => ({
  id: `density.${value}`,
  title,
  group: "View",
  icon,
  words: "rows lines height spacing",
  reason: ({ appearance }) => (appearance.density === value ? "This density is already used." : null),
  run: ({ appearance }) => appearance.setDensity(value),
}));

/** Sets the zoom factor and announces it. The focused element stays visible. */
async function zoomTo({ appearance, notices }: Workbench, factor: number | null): Promise<void> {
  if (factor === null) return;
  await appearance.setZoom(factor);
  document.activeElement?.scrollIntoView({ block: "nearest" });
  notices.spoken = `Zoom ${Math.round(factor * 100)} %`;
}

const zoomActions: Action[] = [
  {
    id: "zoom.in",
    title: "Zoom in",
    group: "View",
    icon: ZoomIn,
    keys: ["Mod++", "Mod+="],
    words: "larger text size",
    reason: ({ appearance }) => (appearance.nextZoom(1) === null ? "This is the largest size." : null),
    run: (workbench) => zoomTo(workbench, workbench.appearance.nextZoom(1)),
  },
  {
    id: "zoom.out",
    title: "Zoom out",
    group: "View",
    icon: ZoomOut,
    keys: ["Mod+-"],
    words: "smaller text size",
    reason: ({ appearance }) => (appearance.nextZoom(-1) === null ? "This is the smallest size." : null),
    run: (workbench) => zoomTo(workbench, workbench.appearance.nextZoom(-1)),
  },
  {
    id: "zoom.reset",
    title: "Actual size",
    group: "View",
    keys: ["Mod+0"],
    words: "zoom reset 100",
    reason: ({ appearance }) => (appearance.zoom === 1 ? "This is the actual size." : null),
    run: (workbench) => zoomTo(workbench, 1),
  },
];

const paneActions: Action[] = [
  {
    id: "pane.next",
    title: "Next pane",
    group: "View",
    icon: ArrowRightToLine,
    keys: ["F6"],
    words: "focus area sidebar list detail status bar messages",
    run: (workbench) => walk(workbench, 1),
  },
  {
    id: "pane.previous",
    title: "Previous pane",
    group: "View",
    icon: ArrowLeftToLine,
    keys: ["Shift+F6"],
    words: "focus area sidebar list detail status bar messages",
    run: (workbench) => walk(workbench, -1),
  },
];

function walk({ notices, overlay }: Workbench, step: 1 | -1): void {
  if (overlay.menu) overlay.close();
  const { activeElement } = document;
  // Escape leads back from the messages to this element.
  if (activeElement instanceof HTMLElement && !activeElement.closest("[data-notices]")) notices.before = activeElement;
  focusPane(step);
}

/** The actions for the panes of the window and its appearance. */
export const viewActions: Action[] = [
  {
    id: "sidebar.toggle",
    title: "Fold or unfold the sidebar",
    group: "View",
    icon: PanelLeft,
    keys: ["Mod+B"],
    words: "navigation hide show",
    run: ({ appearance }) => appearance.toggleSidebar(),
  },
  ...paneActions,
  ...zoomActions,
  ...densityActions,
  ...themeActions,
];
