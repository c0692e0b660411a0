/** How much less the additional words of a command count than its title. They only count from the start of a word. */
const keywordPenalty = 200;

/**
 * Returns how well a title matches the typed text; more is better, `null` if a word is missing. The desk scores objects
 * on the same scale, in `crates/adwright-desk/src/palette/score.rs`.
 */
export function matchScore(typed: string, title: string, more = ""): number | null {
  let sum = 0;
  for (const word of typed.toLowerCase().split(/\s+/u).filter(Boolean)) {
    const inMore = wordScore(word, ` ${more.toLowerCase()}`);
    const best = Math.max(wordScore(word, title.toLowerCase()), inMore < 800 ? 0 : inMore - keywordPenalty);
    if (best === 0) return null;
    sum += best;
  }
  return sum;
}

/** Whole words and prefixes count most, then matches inside a word, then the letters in order within one word. */
function wordScore(word: string, text: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    best = Math.max(best, boundaryScore(text.slice(0, at), text.slice(at + word.length)));
  }
  return best > 0 ? best : scatteredScore(word, text);
}

function boundaryScore(before: string, after: string): number {
  const begins = !/[\p{L}\p{N}]$/u.test(before);
  const ends = !/^[\p{L}\p{N}]/u.test(after);
  if (!begins) return 600;
  if (ends) return before !== "" ? 900 : after !== "" ? 950 : 1000;
  return before === "" ? 850 : 800;
}

/** Two letters occur in nearly every word, and letters that are far apart are rarely intended. */
function scatteredScore(word: string, text: string): number {
  if (word.length < 3 || /^\d+$/u.test(word)) return 0;
  const skips = text.split(/[^\p{L}\p{N}]+/u).flatMap((one) => skippedLetters(word, one) ?? []);
  return skips.length > 0 ? 400 - 10 * Math.min(...skips, 30) : 0;
}

/** Returns how many letters lie between those of the query; `null` if the word does not begin with them in order. */
function skippedLetters(query: string, word: string): number | null {
  if (query[0] !== word[0]) return null;
  let at = -1;
  for (const sign of query) {
    at = word.indexOf(sign, at + 1);
    if (at < 0) return null;
  }
  return at + 1 - query.length;
}
