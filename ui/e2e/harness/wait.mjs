import { scheduler } from "node:timers/promises";

import { error } from "selenium-webdriver";

/** The timeout of every wait, in milliseconds. It detects hangs and measures no speed. */
export const PATIENCE = 30_000;

const POLL_INTERVAL_MS = 20;

/**
 * Polls until `probe` returns something, and returns that.
 *
 * @template T
 * @param {string | (() => string)} what the awaited thing, for the error message
 * @param {() => Promise<T | null | undefined | false>} probe
 * @returns {Promise<T>}
 */
export async function eventually(what, probe) {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const result = await probeOnce(probe);
    if (result) return result;
    await scheduler.wait(POLL_INTERVAL_MS);
  }
  throw new Error(`Waited in vain for ${typeof what === "string" ? what : what()}`);
}

/** Ignores elements that were rendered anew during the probe. */
async function probeOnce(probe) {
  try {
    return await probe();
  } catch (thrown) {
    if (thrown instanceof error.StaleElementReferenceError) return null;
    throw thrown;
  }
}
