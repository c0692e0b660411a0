// These run inside the window: each must stand alone, without imports or names from outside.
/* global document, window */

/**
 * Types a text key by key into the list's search box, each key once the last one is seen; then empties the box. Gives
 * the times from each key to the frame that shows the last change that it made. With `bare`, a page takes the place of
 * the whole window that has only a box and repeats its text. A key edits the text as a person's key does: a script that
 * sets the value of a box has the whole window painted, in any page.
 */
export async function measureTyping({ text, bare = false }, done) {
  /** So many frames without a change once the list is not busy, and all that a key changes has been seen. */
  const rest = 6;
  const box = bare ? echo() : document.querySelector("input[type=search]");
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const isBusy = () => document.querySelector("[role=grid]")?.ariaBusy === "true";

  function echo() {
    const main = document.createElement("main");
    const [input, output] = ["input", "output"].map((name) => document.createElement(name));
    main.append(input, output);
    input.addEventListener("input", () => (output.textContent = input.value));
    document.body.replaceChildren(main);
    return input;
  }

  async function timeOf(command, key) {
    const begin = window.performance.now();
    let last = begin;
    let quiet = 0;
    let hasChanged = false;
    const observer = new window.MutationObserver(() => (hasChanged = true));
    observer.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
    document.execCommand(command, false, key);
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
  box.focus();
  for (const key of text) times.push(await timeOf("insertText", key));
  box.select();
  await timeOf("delete");
  // A key after which the same is to be seen has no time.
  done(times.filter((time) => time > 0));
}

/**
 * Types names into the open draft in turns, with and without a blank at the end, which a finding reports. Gives the time
 * from each key to the page that has the fresh findings, and to the frame that shows them. Before each key it waits for so
 * many frames, in which what the earlier one changes elsewhere, such as the list, is seen.
 */
export async function measureEditing({ turns, rest = 6 }, done) {
  const box = document.querySelector("input[data-path=name]");
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  // All of the document. Those beneath a field stay as they are while a person types.
  const findings = () => [...document.querySelectorAll("[aria-label=Findings] [role=listitem] b")];
  const hasFinding = () => findings().some(({ textContent }) => textContent === "Name");
  const [changed, painted] = [[], []];

  async function measureKey(command, key, finding) {
    for (let count = 0; count < rest; count += 1) await frame();
    const begin = window.performance.now();
    let end = null;
    const observer = new window.MutationObserver(() => {
      if (hasFinding() === finding) end ??= window.performance.now();
    });
    observer.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
    document.execCommand(command, false, key);
    do await frame();
    while (end === null);
    await frame();
    observer.disconnect();
    changed.push(end - begin);
    painted.push(window.performance.now() - begin);
  }

  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  for (let turn = 0; turn < turns; turn += 1) {
    await measureKey("insertText", " ", true);
    await measureKey("delete", undefined, false);
  }
  done({ changed, painted });
}

/**
 * Clicks on what has `click.text`, and gives the time to the second frame at the least: to the one after that in which
 * all of `seen` is drawn. Both are named by a selector and a text within.
 */
export async function measureOpening({ click, seen }, done) {
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const find = ({ selector, text }) => [...document.querySelectorAll(selector)].find(({ textContent }) => textContent.includes(text));
  const clicked = find(click);
  const begin = window.performance.now();
  clicked.click();
  do await frame();
  while (!seen.every(find));
  await frame();
  done(window.performance.now() - begin);
}

/**
 * Scrolls the list from end to end in so many frames; or, where `copies` is given, as far in each frame over so many
 * rows that stand still: copies of those that the list has drawn, with nothing behind them. Gives how long each frame took.
 */
export async function measureScrolling({ frames, copies }, done) {
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const grid = document.querySelector("[role=grid]");
  const step = (grid.scrollHeight - grid.clientHeight) / frames;

  function still() {
    const copy = grid.cloneNode(true);
    const rows = copy.querySelector(".rows");
    const drawn = [...rows.children];
    for (let count = drawn.length; count < copies; count += 1) rows.append(drawn[count % drawn.length].cloneNode(true));
    // In the flow, so that the copies have a height and the list scrolls.
    Object.assign(rows.style, { transform: "none", position: "static" });
    copy.querySelector(".space").style.height = "auto";
    return copy;
  }

  const list = copies ? still() : grid;
  grid.replaceWith(list);
  const length = list.scrollHeight - list.clientHeight;
  const times = [];
  list.scrollTop = 0;
  let last = await frame();
  for (let count = 1; count <= frames; count += 1) {
    list.scrollTop = ((count * step - 1) % length) + 1;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  list.replaceWith(grid);
  grid.scrollTop = 0;
  done(times);
}
