/** Where a contact was looked for, as words that go into a sentence. */
export function levelWords(fromAdvertiser: boolean): string {
  return fromAdvertiser ? "from the advertiser level" : "not from the advertiser level";
}
