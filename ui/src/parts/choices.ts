import type { FieldChoice } from "../bridge/bindings";

/** Returns whether a text is the value or the label of a choice. */
export function isKnown(choices: readonly FieldChoice[], text: string): boolean {
  return choices.some(({ value, label }) => value === text || label === text);
}

/** Returns the choices that match a text, the best first. Returns all choices for a known choice or an empty text. */
export function matching(choices: FieldChoice[], text: string): FieldChoice[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0 || isKnown(choices, text)) return choices;
  return choices
    .filter(({ value, label }) => words.every((word) => `${label}\n${value}`.toLowerCase().includes(word)))
    .map((choice) => ({ choice, far: distance(choice, text.trim().toLowerCase()) }))
    .sort((one, other) => one.far - other.far)
    .map(({ choice }) => choice);
}

/** The most choices that are drawn at once. Typing narrows the others. */
const mostDrawn = 100;

/** Returns the first choices to draw, after the chosen one if it would be left out. */
export function drawnChoices(matches: readonly FieldChoice[], value: string): FieldChoice[] {
  const first = matches.slice(0, mostDrawn);
  const chosen = matches.slice(mostDrawn).find((choice) => choice.value === value);
  return chosen ? [chosen, ...first.slice(0, -1)] : first;
}

/** Returns the only choice that equals a text if letter case and blanks are ignored. */
export function onlyMatch(choices: readonly FieldChoice[], text: string): FieldChoice | undefined {
  const normalized = normalize(text);
  const matches = choices.filter(({ value, label }) => normalize(value) === normalized || normalize(label) === normalized);
  return matches.length === 1 ? matches[0] : undefined;
}

function normalize(text: string): string {
  return text.replace(/\s+/gu, "").toLowerCase();
}

function distance({ value, label }: FieldChoice, text: string): number {
  const texts = [label.toLowerCase(), value.toLowerCase()];
  if (texts.includes(text)) return 0;
  if (texts.some((one) => one.startsWith(text))) return 1;
  return texts.some((one) => one.split(/[\s,._-]+/u).some((word) => word.startsWith(text))) ? 2 : 3;
}
