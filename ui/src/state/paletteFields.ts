import type { Detail, FieldView } from "../bridge/bindings";

/** A field of the open object in the palette. */
export interface FieldEntry {
  readonly kind: "field";
  readonly key: string;
  readonly field: FieldView;
  /** The title of its group in the form. */
  readonly group: string;
  /** The labels around it in the group, and its name in the document. */
  readonly place: string;
  /** Further search words. */
  readonly words: string;
}

/** Returns all fields of an object in the order of the form. `partsOf` returns the fields of a list item. */
export function fieldEntries({ groups }: Detail, partsOf: (item: FieldView) => FieldView[]): FieldEntry[] {
  return groups.flatMap(({ title, fields }) => fields.flatMap((field) => entriesOf(field, title, [])));

  function entriesOf(field: FieldView, group: string, around: readonly string[]): FieldEntry[] {
    const inner = partsOf(field).flatMap((part) => entriesOf(part, group, [...around, field.label]));
    return [entry(field, group, around), ...inner];
  }
}

function entry(field: FieldView, group: string, around: readonly string[]): FieldEntry {
  const { path } = field;
  // "endDate" is also found by "end date" and by "date".
  const words = path.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  return {
    kind: "field",
    // An id in the page has no spaces, but a name in a document may.
    key: `field:${encodeURIComponent(path)}`,
    field,
    group,
    place: [...around, path].join(" › "),
    words: `${path} ${words} ${group} ${around.join(" ")}`,
  };
}
