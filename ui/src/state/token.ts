// Finds the field token that is being typed in a replacement. This file only handles text positions. Rust decides what
// a token means.

import type { FieldChoice } from "../bridge/bindings";

/** The token that is being typed: the position of its brace, and the text from there to the caret. */
export interface OpenToken {
  start: number;
  typed: string;
}

/** Returns the open token at the caret; `null` in plain text, after a closed brace or inside a doubled one. */
export function openToken(text: string, caret: number): OpenToken | null {
  const before = text.slice(0, caret).replaceAll("{{", "\u0000\u0000");
  const start = before.lastIndexOf("{");
  if (start < 0 || before.slice(start).includes("}")) return null;
  return { start, typed: before.slice(start + 1) };
}

/** Returns the tokens whose label or path contains the typed text. Prefix matches and shorter labels come first. */
export function matchingTokens(tokens: FieldChoice[], typed: string): FieldChoice[] {
  const query = typed.toLowerCase();
  const matchPositions = ({ label, value }: FieldChoice) =>
    [label.toLowerCase(), value.slice(1).toLowerCase()].map((text) => text.indexOf(query)).filter((at) => at >= 0);
  const found = tokens.filter((token) => matchPositions(token).length > 0);
  if (query === "") return found;
  const rank = (token: FieldChoice) => (matchPositions(token).includes(0) ? 0 : 1000) + token.label.length;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Returns the text with the open token insertToken in, and the new caret position. */
export function insertToken(text: string, caret: number, open: OpenToken, token: string): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^[^{}\s]*\}/u, "");
  const before = text.slice(0, open.start) + token;
  return { text: before + rest, caret: before.length };
}
