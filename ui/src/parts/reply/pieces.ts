/** A part of a text: a match of the search, or the text between two matches. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
  /** The index of the match, from 0; -1 for other text. */
  readonly nth: number;
}

/** The maximum number of highlighted matches. More would slow down typing. */
const maxHits = 500;

/** Splits a text at the matches of a search, which ignores case. Returns one piece if nothing is searched. */
export function pieces(text: string, query: string): Piece[] {
  const parts: Piece[] = [];
  const needle = query.toLowerCase();
  const haystack = text.toLowerCase();
  // Some letters change their length with their case. The offsets would then be wrong.
  const isSearched = needle !== "" && haystack.length === text.length;
  let from = 0;
  for (let nth = 0; isSearched && nth < maxHits; nth++) {
    const at = haystack.indexOf(needle, from);
    if (at < 0) break;
    if (at > from) parts.push({ text: text.slice(from, at), isHit: false, nth: -1 });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), isHit: true, nth });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHit: false, nth: -1 });
  return parts;
}
