/** How many characters at the end of a text are never cut. */
const keptAtEnd = 10;
/** Shorter texts are cut at their end. */
const leastLength = 24;

/** Splits a text into a start that may be cut and an end that stays. The end is empty for a short text. */
export function splitForCut(text: string): { start: string; end: string } {
  if (text.length < leastLength) return { start: text, end: "" };
  const letters = lettersOf(text);
  let at = letters.length - keptAtEnd;
  // A blank at an edge of a part would not be drawn.
  while (at > 0 && (letters[at] === " " || letters[at - 1] === " ")) at -= 1;
  if (at <= 0) return { start: text, end: "" };
  return { start: letters.slice(0, at).join(""), end: letters.slice(at).join("") };
}

/** Splits a text into what a reader sees as letters. Of ASCII, each character is one; the first use of `Intl` takes milliseconds. */
function lettersOf(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return [...text];
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}
