import type { FieldChoice } from "../bridge/bindings";

/** Whether a text is one of the choices, by its value or its label. */
export function isKnown(choices: readonly FieldChoice[], text: string): boolean {
  return choices.some(({ value, label }) => value === text || label === text);
}

/** The choices that a text leads to, the nearest first; all of them where it is one, or nothing. */
export function matching(choices: FieldChoice[], text: string): FieldChoice[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0 || isKnown(choices, text)) return choices;
  return choices
    .filter(({ value, label }) => words.every((word) => `${label}\n${value}`.toLowerCase().includes(word)))
    .map((choice) => ({ choice, far: distance(choice, text.trim().toLowerCase()) }))
    .sort((one, other) => one.far - other.far)
    .map(({ choice }) => choice);
}

/** The one choice that a text is but for letter case and blanks. */
export function meant(choices: readonly FieldChoice[], text: string): FieldChoice | undefined {
  const wanted = plain(text);
  const found = choices.filter(({ value, label }) => plain(value) === wanted || plain(label) === wanted);
  return found.length === 1 ? found[0] : undefined;
}

function plain(text: string): string {
  return text.replace(/\s+/gu, "").toLowerCase();
}

function distance({ value, label }: FieldChoice, text: string): number {
  const texts = [label.toLowerCase(), value.toLowerCase()];
  if (texts.includes(text)) return 0;
  if (texts.some((one) => one.startsWith(text))) return 1;
  return texts.some((one) => one.split(/[\s,._-]+/u).some((word) => word.startsWith(text))) ? 2 : 3;
}
