/** What a part of a review says in which nothing stands. */
interface Nothing {
  title: string;
  text: string;
}

const ofWhole = {
  tracking: {
    title: "No web addresses",
    text: "No web address was found in this ad, neither in a field of its own nor within a longer text.",
  },
  interactions: { title: "No interactions", text: "Nothing that people do in this ad is counted on its own." },
  versions: { title: "One version", text: "This ad says nothing about versions: everyone sees the same." },
};

const ofSummary: typeof ofWhole = {
  tracking: { title: "Web addresses are not known", text: "They are not in the summary." },
  interactions: { title: "Interactions are not known", text: "They are not in the summary." },
  versions: { title: "Versions are not known", text: "They are not in the summary." },
};

/** A summary does not tell what the ad lacks. */
export function nothing(part: keyof typeof ofWhole, isSummary: boolean): Nothing {
  return (isSummary ? ofSummary : ofWhole)[part];
}
