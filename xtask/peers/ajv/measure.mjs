// Checks ads as often as it is told to, by ajv: for `cargo xtask bench check`.
//
// `node measure.mjs SCHEMAS ADS` reads both folders and says that it is ready. After that it answers each line of its
// input with the milliseconds of one pass over all ads: JSON.parse, and every slip that the compiled schema finds.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { Ajv2020 } from 'ajv/dist/2020.js';

const [, , schemas, folder] = process.argv;

// Our own keywords say nothing to ajv, and formats are no part of what the draft checks.
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });

const texts = (folder) =>
  readdirSync(folder)
    .sort()
    .map((file) => [basename(file, '.json'), readFileSync(join(folder, file), 'utf8')]);

for (const [, text] of texts(schemas)) ajv.addSchema(JSON.parse(text));

const ads = texts(folder).map(([name, text]) => {
  const kind = name.split('-')[0];
  return { name, text, validate: ajv.getSchema(`${kind}.json`) };
});

// A schema that lets everything pass would be no peer.
for (const { name, text, validate } of ads) {
  const ad = JSON.parse(text);
  ad.customInteractions[0].assetId = 88.5;
  if (validate(ad)) throw new Error(`${name}: a slip deep inside was not seen`);
}

/** The time of one pass, in which every ad must be found right. */
function pass() {
  let wrong = null;
  const begin = performance.now();
  for (const { name, text, validate } of ads) {
    if (!validate(JSON.parse(text))) wrong = { name, errors: validate.errors };
  }
  const milliseconds = performance.now() - begin;
  if (wrong) throw new Error(JSON.stringify(wrong));
  return milliseconds;
}

console.log('ready');
createInterface({ input: process.stdin }).on('line', () => console.log(pass()));
