import ArchiveRestore from "~icons/lucide/archive-restore";
import ArrowLeftRight from "~icons/lucide/arrow-left-right";
import FileUp from "~icons/lucide/file-up";
import HardDrive from "~icons/lucide/hard-drive";
import Lock from "~icons/lucide/lock";
import LockOpen from "~icons/lucide/lock-open";
import Plus from "~icons/lucide/plus";
import RotateCw from "~icons/lucide/rotate-cw";
import Settings2 from "~icons/lucide/settings-2";

import type { Workbench } from "../workbench.svelte";
import { allowSending, makeReadOnly, openWorkspace } from "../workspaceSteps";
import type { Action } from "./action";

/** The actions for workspaces. */
export const workspaceActions: Action[] = [
  {
    id: "workspace.switch",
    title: "Workspaces",
    group: "Workspace",
    icon: ArrowLeftRight,
    keys: ["Mod+Shift+O"],
    words: "switch open change remove duplicate export service connection account",
    when: isOpen,
    run: (workbench) => workbench.workspaces.show(),
  },
  {
    id: "workspace.settings",
    title: "Workspace settings",
    group: "Workspace",
    icon: Settings2,
    words: "edit address login password colour name connection",
    when: isOpen,
    run: (workbench) => workbench.workspaces.edit(workbench.workspace.value?.id ?? null),
  },
  {
    id: "workspace.reopen",
    title: "Open the workspace again",
    group: "Workspace",
    icon: RotateCw,
    words: "reload settings connection",
    when: isOpen,
    run: (workbench) => openWorkspace(workbench, workbench.workspace.value?.id ?? ""),
  },
  {
    id: "workspace.new",
    title: "New workspace",
    group: "Workspace",
    icon: Plus,
    words: "connect service add account",
    when: isOpen,
    run: (workbench) => workbench.workspaces.edit(null),
  },
  {
    id: "workspace.import",
    title: "Import workspace settings",
    group: "Workspace",
    icon: FileUp,
    words: "file colleague",
    when: isOpen,
    run: (workbench) => workbench.workspaces.import(),
  },
  {
    id: "data.show",
    title: "Data on this computer",
    group: "Workspace",
    icon: HardDrive,
    words: "storage size disk retention old versions replies remove thin",
    when: isOpen,
    run: (workbench) => workbench.localData.show(),
  },
  {
    id: "data.backups",
    title: "Restore from a backup",
    group: "Workspace",
    icon: ArchiveRestore,
    words: "draft batch lost recover copy",
    when: isOpen,
    run: (workbench) => workbench.localData.show("backups"),
  },
  {
    id: "workspace.lock",
    title: "Make the workspace read-only",
    group: "Workspace",
    icon: Lock,
    words: "protect send nothing",
    when: ({ workspace }) => workspace.value?.readOnly === false,
    run: (workbench) => makeReadOnly(workbench),
  },
  {
    id: "workspace.unlock",
    title: "Allow sending from the workspace",
    group: "Workspace",
    icon: LockOpen,
    words: "read-only",
    when: ({ workspace }) => workspace.value?.readOnly === true,
    run: (workbench) => allowSending(workbench),
  },
];

function isOpen({ workspace }: Workbench): boolean {
  return workspace.value !== null;
}
