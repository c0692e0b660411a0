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
  /** Whether its texts are numbers or codes in a monospaced font. */
  readonly isExact: boolean;
}

export function editorKindOf({ kind, choices, readOnly }: SheetColumn): EditorKind {
  if (readOnly) return { choices: null, isLong: false, isExact: false };
  if (kind === "yesNo" && choices.length === 0) return { choices: answers, isLong: false, isExact: false };
  const hasChoices = kind === "choice" || kind === "yesNo" || choices.length > 0;
  return {
    choices: hasChoices ? choices : null,
    isLong: !hasChoices && ["text", "json", "object", "list"].includes(kind),
    isExact: ["id", "integer", "decimal", "instant"].includes(kind),
  };
}
