// These run inside the window: each must stand alone, without imports or names from outside.
/* global document, window */

/**
 * Types a text key by key into the list's search box, each key once the last one is seen; then empties the box. Gives
 * the times from each key to the frame that shows the last change that it made.
 */
export async function measureTyping(text, done) {
  /** So many frames without a change once the list is not busy, and all that a key changes has been seen. */
  const rest = 6;
  const box = document.querySelector("input[type=search]");
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const isBusy = () => document.querySelector("[role=grid]")?.ariaBusy === "true";
  const write = Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, "value").set;

  async function timeOf(value) {
    const begin = window.performance.now();
    let last = begin;
    let quiet = 0;
    let hasChanged = false;
    const observer = new window.MutationObserver(() => (hasChanged = true));
    observer.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
    write.call(box, value);
    box.dispatchEvent(new window.InputEvent("input", { bubbles: true }));
    while (quiet < rest || isBusy()) {
      await frame();
      quiet += 1;
      if (!hasChanged) continue;
      hasChanged = false;
      quiet = 0;
      // The change was made before this frame or in it, so it is on the screen when the next one begins.
      await frame();
      last = window.performance.now();
    }
    observer.disconnect();
    return last - begin;
  }

  const times = [];
  for (let length = 1; length <= text.length; length += 1) times.push(await timeOf(text.slice(0, length)));
  await timeOf("");
  // A key after which the same is to be seen has no time.
  done(times.filter((time) => time > 0));
}
