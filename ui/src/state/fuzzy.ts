/** How well a title answers what is typed; more is better, `null` where some word of it is missing. */
export function answers(typed: string, title: string, more = ""): number | null {
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/u).filter(Boolean)) {
    const inTitle = quality(word, title.toLowerCase());
    const inMore = more.toLowerCase().includes(word) ? 1 : 0;
    if (inTitle + inMore === 0) return null;
    sum += Math.max(inTitle, inMore);
  }
  return sum;
}

/** At the start, at the start of a word, anywhere, and last its letters in that order with others between. */
function quality(word: string, text: string): number {
  if (text.startsWith(word)) return 5;
  if (text.includes(` ${word}`)) return 4;
  if (text.includes(word)) return 3;
  return word.length > 1 && isScattered(word, text) ? 2 : 0;
}

function isScattered(word: string, text: string): boolean {
  let at = -1;
  return [...word].every((sign) => (at = text.indexOf(sign, at + 1)) >= 0);
}
