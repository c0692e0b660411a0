/** A run of a text: what was searched for, or what stands around it. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
  /** Which hit it is, from 0. */
  readonly nth: number;
}

/** So many hits are marked at most: more would only slow the typing down. */
const mostHits = 500;

/** Cuts a text at what is searched for, in any letter case; one piece where nothing is. */
export function pieces(text: string, sought: string): Piece[] {
  const found: Piece[] = [];
  const wanted = sought.toLowerCase();
  const low = text.toLowerCase();
  // Few letters change their length with their case; then the places would not be those of the text.
  const isSearched = wanted !== "" && low.length === text.length;
  let from = 0;
  for (let nth = 0; isSearched && nth < mostHits; nth++) {
    const at = low.indexOf(wanted, from);
    if (at < 0) break;
    if (at > from) found.push({ text: text.slice(from, at), isHit: false, nth: -1 });
    from = at + wanted.length;
    found.push({ text: text.slice(at, from), isHit: true, nth });
  }
  if (from < text.length) found.push({ text: text.slice(from), isHit: false, nth: -1 });
  return found;
}
