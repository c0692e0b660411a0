/** Returns the level of a question as words for the middle of a sentence. */
export function levelWords(fromAdvertiser: boolean): string {
  return fromAdvertiser ? "from the advertiser level" : "not from the advertiser level";
}
