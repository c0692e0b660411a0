import Copy from "~icons/lucide/copy";
import FolderOpen from "~icons/lucide/folder-open";

import { openSubject, type Subject } from "../subject";
import type { Workbench } from "../workbench.svelte";
import type { Action } from "./action";
import { copy } from "./copy";

/** The actions for a retargeting value of the service. */
export const valueActions: Action[] = [
  {
    id: "value.open",
    title: "Open",
    group: "Retargeting values",
    icon: FolderOpen,
    on: ["value"],
    when: (workbench, subject) => isValue(workbench, subject) && subject?.target !== openSubject(workbench)?.target,
    run: (workbench, subject) => subject && workbench.open(subject.target),
  },
  {
    id: "value.copyId",
    title: "Copy value id",
    group: "Retargeting values",
    icon: Copy,
    on: ["value"],
    when: (workbench, subject) => isValue(workbench, subject) && subject?.id != null,
    run: (workbench, subject) => copy(workbench, subject?.id ?? "", "Value id"),
  },
];

function isValue(_: Workbench, subject: Subject | null): boolean {
  return subject?.collection === "values";
}
