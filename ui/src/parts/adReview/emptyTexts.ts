/** The texts for empty parts of a review. */
interface EmptyText {
  title: string;
  text: string;
}

const ofWhole = {
  tracking: {
    title: "No web addresses",
    text: "This ad has no web address, in no field and in no text.",
  },
  interactions: { title: "No interactions", text: "This ad counts no interaction separately." },
  versions: { title: "One version", text: "This ad has no versions: everyone sees the same." },
};

const ofSummary: typeof ofWhole = {
  tracking: { title: "Web addresses are unknown", text: "The summary leaves them out. Fetch the whole ad to see them." },
  interactions: { title: "Interactions are unknown", text: "The summary leaves them out. Fetch the whole ad to see them." },
  versions: { title: "Versions are unknown", text: "The summary leaves them out. Fetch the whole ad to see them." },
};

/** A summary does not show which parts the ad lacks. */
export function emptyText(part: keyof typeof ofWhole, isSummary: boolean): EmptyText {
  return (isSummary ? ofSummary : ofWhole)[part];
}
