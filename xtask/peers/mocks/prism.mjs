// Prism, which answers from the examples and schemas of an OpenAPI document, for `cargo xtask bench service`:
// `node prism.mjs FILE`.
//
// It prints its address on one line once it answers, and ends with its input.

import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const [, , file] = process.argv;
const operations = await getHttpOperationsFromSpec(file);
const config = {
  isProxy: false,
  validateRequest: true,
  validateResponse: false,
  checkSecurity: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};
const logger = createLogger('prism', { level: 'silent' });
const server = createServer(operations, { components: { logger }, config, cors: false });
console.log(await server.listen(0, '127.0.0.1'));
process.stdin.resume().on('end', () => process.exit());
