import type { FieldView, FieldInput } from "../bridge/bindings";

/** The tooltip of an empty field that the document has as `null`. */
export const NULL_HINT = "The document has this field as null.";

/** Returns the ways to make a field empty that differ from its current value. */
export function emptyingActions({ kind, presence, text, parts }: FieldView): { label: string; input: FieldInput }[] {
  const isEmptyText = presence === "value" && text === "";
  const takesEmptyText = ["text", "url", "choice"].includes(kind);
  return [
    { label: "Set to null", input: { kind: "null" } as const, fits: presence !== "null" },
    // Not as typed text: an emptied box gives null or nothing back, if that is what was there before.
    { label: "Set to empty text", input: { kind: "raw", text: '""' } as const, fits: takesEmptyText && !isEmptyText },
    {
      label: "Set to an empty list",
      input: { kind: "raw", text: "[]" } as const,
      fits: kind === "list" && (presence !== "value" || parts.length > 0),
    },
    { label: "Set to an empty group", input: { kind: "raw", text: "{}" } as const, fits: kind === "object" && presence !== "value" },
    { label: "Remove this field", input: { kind: "absent" } as const, fits: presence !== "absent" },
  ].flatMap(({ fits, ...action }) => (fits ? [action] : []));
}
