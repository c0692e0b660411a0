// Which editor a column has.

import type { FieldChoice, SheetColumn } from "../../bridge/bindings";

const answers: FieldChoice[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** The editor of a column: a list of choices, a text of several lines, or one line. */
interface EditorKind {
  readonly choices: FieldChoice[] | null;
  readonly isLong: boolean;
}

export function editorKindOf({ kind, choices, readOnly }: SheetColumn): EditorKind {
  if (readOnly) return { choices: null, isLong: false };
  if (kind === "yesNo" && choices.length === 0) return { choices: answers, isLong: false };
  const hasChoices = kind === "choice" || kind === "yesNo" || choices.length > 0;
  return {
    choices: hasChoices ? choices : null,
    isLong: !hasChoices && ["text", "json", "object", "list"].includes(kind),
  };
}

/** Whether the texts of a column are numbers, ids or instants, in a monospaced font. Known ids have names as labels. */
export function isExact({ kind, choices }: SheetColumn): boolean {
  if (kind === "choice") return choices.some(({ value, label }) => value !== label);
  return ["id", "integer", "decimal", "instant"].includes(kind);
}
