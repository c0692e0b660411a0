// The worst ads that may come: too much of everything, and wrong in most of it.

/** What would be seen if any text of an ad were taken for markup: it calls the window another name, and asks for a picture. */
const markup = (origin) => `<script>document.title='run'</script><img src=${origin}/seen onerror=document.title='run'>`;

const amounts = [-970, "wide", 1e300, null, [], 0, 970, 20001];
const lengths = [-15, "long", 1e308, null, [], 0, 1e-320, { seconds: 3 }];
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** A file that is made from others in a circle, or from itself. */
const circling = (text, at) => ({
  fileName: `${text}${at}.js`,
  assetId: at,
  parentAssetId: at % 50 === 0 ? at : (at + 1) % 50,
  mimeType: "image/png",
  status: "INGESTING",
  publishPath: `a/../${text}/${at}`,
  formatContext: { fileSize: at * 11 },
  relatedProxies: [{ proxyTitle: text, proxyFileSize: -1, proxyWidth: "wide" }],
});

/** An HTML5 expandable banner with 2,000 panels and 10,000 files. */
export function worstBanner(origin) {
  const text = markup(origin);
  return {
    type: "HTML5ExpandableBannerAd",
    id: 7,
    name: `Worst ${text}`,
    width: -1,
    height: 1e308,
    panels: many(2000, (at) => ({
      name: `${text} ${at}`,
      width: at % 3 === 0 ? 300 : amounts[at % 8],
      height: at % 3 === 0 ? 250 : amounts[(at + 1) % 8],
      positionX: (at * 7) % 900,
      positionY: (at * 13) % 700,
      positionType: "BANNER_RELATIVE",
    })),
    html5: {
      assets: many(10_000, (at) => ({ ...circling(text, at), htmlContext: { clickTag: text, scriptSource: [{ innerText: text }] } })),
    },
    mainClickthrough: { url: "javascript:document.title='run'" },
    adURLs: many(500, (at) => ({ url: `https://${text}/${at}`, urlType: text })),
    customInteractions: { name: text },
    adSmartVersionSchema: { smartElements: [{ svKey: text, value: [text] }] },
    rotationType: text,
  };
}

/**
 * An in-stream ad with 1,100 linears, of which none says when it plays or how long, and 3,000 interactions. Two with
 * another `turn` each differ nearly everywhere.
 */
export function worstInStream(origin, id, turn) {
  const text = markup(origin);
  const odd = (at, among = amounts) => among[(at + turn) % among.length];
  const sized = (at) => ({ width: odd(at), height: odd(at + 1) });
  return {
    type: "InStreamInteractiveAd",
    id,
    name: `Worst film ${turn} ${text}`,
    ...sized(0),
    adStatus: [text],
    enabled: text,
    createdOn: text,
    adAssignmentData: text,
    linears: many(1100, (at) => ({
      type: text,
      name: `${text} ${at}`,
      sequence: at % 2 === 0 ? at * (1 - 2 * turn) : odd(at),
      duration: odd(at, lengths),
      vpaid: text,
      thumbnailUrl: `${origin}/seen`,
      assets: many(3, (file) => circling(text, at * 3 + file)),
    })),
    linearSettings: { fileDuration: -30, skipEnabled: true, skipDelay: 10 ** (300 + turn), scalable: text, clickthrough: text },
    nonLinears: many(500, (at) => ({ name: text, ...sized(at) })),
    companions: many(400, (at) => ({ name: `${text} ${at}`, ...sized(at) })),
    advancedCompanions: { name: text, ...sized(3), companions: [[text]] },
    additionalAssets: many(300, (at) => circling(text, at + turn)),
    mainClickthrough: [`javascript:document.title='run'`],
    adURLs: { url: `${origin}/seen`, urlType: text, enabled: text },
    customInteractions: many(3000, (at) => ({
      type: at % 2 === 0 ? "AdTimerInteraction" : text,
      name: `${text} ${(at + turn) % 40}`,
      maxTime: odd(at, lengths),
      redirectURL: at % 3 === 0 ? "javascript:document.title='run'" : `${origin}/seen`,
    })),
    templateData: { vastVariables: many(1500, (at) => ({ name: `${text} ${at}`, value: odd(at), editLevel: text, source: turn })) },
    variables: text,
    massVersioning: text,
    rotationType: text,
    adSmartVersionSchema: { smartElements: [{ svKey: text, value: [turn] }, turn, text] },
  };
}
