// json-server with the campaigns of a file, for `cargo xtask bench service`: `node json-server.mjs FILE`.
//
// It prints its address on one line once it answers, and ends with its input.

import { readFileSync } from 'node:fs';

import jsonServer from 'json-server';

const [, , file] = process.argv;
const server = jsonServer.create();
// From memory, and without a log: what it writes is not measured.
server.use(jsonServer.router(JSON.parse(readFileSync(file, 'utf8'))));
const listening = server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listening.address().port}`);
});
process.stdin.resume().on('end', () => process.exit());
