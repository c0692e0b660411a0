import { scheduler } from "node:timers/promises";

import { error } from "selenium-webdriver";

/** How long anything may take before it counts as not happening: for a hang, never a measure of speed. */
export const PATIENCE = 30_000;

const LOOK_AGAIN_AFTER = 20;

/**
 * Looks until `look` gives something, and gives that.
 *
 * @template T
 * @param {string} what what is waited for, for the failure
 * @param {() => Promise<T | null | undefined | false>} look
 * @returns {Promise<T>}
 */
export async function eventually(what, look) {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const seen = await lookOnce(look);
    if (seen) return seen;
    await scheduler.wait(LOOK_AGAIN_AFTER);
  }
  throw new Error(`Waited in vain for ${what}`);
}

/** What was drawn afresh while it was being looked at is looked for again. */
async function lookOnce(look) {
  try {
    return await look();
  } catch (thrown) {
    if (thrown instanceof error.StaleElementReferenceError) return null;
    throw thrown;
  }
}
