// These run inside the window: each must stand alone, without imports or names from outside.
/* global axe, document, indexedDB, location, window */

/** The visible elements with a role and an accessible name, as assistive technology sees them. */
export function findByRole(role, name, within) {
  // The page was loaded anew since it was brought.
  if (!("axe" in window)) return [];
  const names = name && new RegExp(name.source, name.flags);
  const top = within ?? document.body;
  axe.setup(document.documentElement);
  try {
    const named = (element) => {
      const text = axe.commons.text.accessibleText(element) || element.textContent;
      return names.test(text.replaceAll(/\s+/g, " ").trim());
    };
    return [...top.querySelectorAll("*")].filter(
      (element) =>
        axe.commons.aria.getRole(element) === role && element.checkVisibility({ visibilityProperty: true }) && (!names || named(element)),
    );
  } finally {
    axe.teardown();
  }
}

/** The option of a native list whose label matches. */
export function optionOf(list, label) {
  const matches = new RegExp(label.source, label.flags);
  return [...list.options].find(({ label: text }) => matches.test(text.replaceAll(/\s+/g, " ").trim()));
}

/** What is against WCAG 2.2 A and AA, each with the elements that it concerns. */
export async function violations(done) {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
  done(violations.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map(({ html }) => html) })));
}

/**
 * The controls of which a part lies outside of what can be seen from left to right, what goes on sideways in a dialog, what
 * stands beneath its row of a grid, tabs on more than one line, and the window where it is too small.
 */
export function cutOff() {
  const clips = (element) => window.getComputedStyle(element).overflowX !== "visible";
  // A grid or a table of many columns is meant to scroll sideways, and so are many tabs; in it nothing is cut off by what
  // is further out.
  const isWide = (element) => ["grid", "tablist"].includes(element.role) || element.querySelector(":scope > table") !== null;
  const scrolls = (element) => isWide(element) && element.scrollWidth > element.clientWidth;
  const around = (element) => {
    const parents = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (scrolls(parent)) return { parents, scrolled: true };
      if (clips(parent)) parents.push(parent);
    }
    return { parents, scrolled: false };
  };
  const isCut = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const { parents, scrolled } = around(element);
    const frames = parents.map((parent) => parent.getBoundingClientRect());
    if (!scrolled) frames.push({ left: 0, right: window.innerWidth });
    return width > 1 && frames.some((frame) => left < frame.left - 1 || right > frame.right + 1);
  };
  const isOut = (tab) => {
    const [own, line] = [tab, tab.parentElement].map((element) => element.getBoundingClientRect());
    return own.left < line.left - 1 || own.right > line.right + 1;
  };
  const controls = [...document.querySelectorAll("button, input, select, textarea, a[href], [role=tab]")];
  const shown = controls.filter((control) => control.checkVisibility({ visibilityProperty: true }));
  const { bottom } = document.querySelector("footer").getBoundingClientRect();
  const goesOn = (element) => clips(element) && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
  const sideways = [...document.querySelectorAll("dialog div")].filter(goesOn);
  const bottomOf = (element) => element.getBoundingClientRect().bottom;
  const cells = [...document.querySelectorAll(".grid-row > *")].filter((cell) => cell.checkVisibility());
  const beneath = cells.filter((cell) => bottomOf(cell) > bottomOf(cell.parentElement) + 1);
  const broken = shown.filter((control) => control.role === "tab" && control.clientHeight > 40);
  const hidden = shown.filter((control) => control.role === "tab" && control.ariaSelected === "true" && isOut(control));
  const cut = [...shown.filter(isCut), ...sideways, ...beneath, ...broken, ...hidden].map((element) => element.outerHTML.slice(0, 120));
  return bottom > window.innerHeight ? [...cut, "the status bar"] : cut;
}

/** Scrolls a grid sideways; the texts of what is to stay in sight and does not, or lets through what moves beneath it. */
export function sideways(grid, by) {
  grid.scrollLeft = by;
  const staying = [...grid.querySelectorAll("[role=columnheader], [role=gridcell]")].filter((cell) => {
    const { position, left } = window.getComputedStyle(cell);
    return position === "sticky" && left !== "auto";
  });
  const isSeenThrough = (cell) => /rgba\(.*, 0(\.\d+)?\)|transparent/.test(window.getComputedStyle(cell).backgroundColor);
  const isGone = (cell) => cell.getBoundingClientRect().left < grid.getBoundingClientRect().left - 1;
  const texts = (cells) => cells.map((cell) => cell.innerText);
  return {
    moved: grid.scrollLeft,
    staying: staying.length,
    gone: texts(staying.filter(isGone)),
    seenThrough: texts(staying.filter(isSeenThrough)),
  };
}

/** What of a frame's drawing lies at a place of the window, and how large a pixel of it is. */
export async function placeUnder(frame, { x, y }, done) {
  await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)));
  const seen = frame.querySelector("svg").getScreenCTM();
  const place = new window.DOMPoint(x, y).matrixTransform(seen.inverse());
  done({ x: place.x, y: place.y, scale: seen.a });
}

/** The colour of the open workspace as it is drawn: its dot, the edge of the bar that it is in, and the dot beside what sends; and what it should be. */
export function workspaceColours(pill, send, colour, done) {
  const drawn = (element, part) => window.getComputedStyle(element)[part];
  const dotIn = (element) => drawn(element.querySelector(".dot"), "backgroundColor");
  const sample = document.body.appendChild(document.createElement("i"));
  sample.style.color = `var(--ws-${colour})`;
  const wanted = drawn(sample, "color");
  sample.remove();
  const [edge] = drawn(pill.closest(".real"), "boxShadow").match(/rgba?\([^)]*\)/) ?? [];
  done({ wanted, drawn: [dotIn(pill), edge, dotIn(send.parentElement)] });
}

/** How large a picture is, and of how many colours. */
export async function lookInto(base64, done) {
  const bytes = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await window.createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  done({ width, height, colours: new Set(new Uint32Array(data.buffer)).size });
}

/** Notes from now on what the content security policy keeps out. */
export function watchPolicy() {
  window.keptOut = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    window.keptOut.push(`${effectiveDirective} ${blockedURI} ${sample}`),
  );
}

/** Resolves once nothing moves any more and what is drawn is what is meant. */
export async function settled(done) {
  const ends = (animation) => animation.effect.getComputedTiming().iterations !== Infinity;
  await document.fonts.ready;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map((animation) => animation.finished),
  );
  window.requestAnimationFrame(() => window.requestAnimationFrame(() => done(true)));
}

/** Whether the field for a secret is there and takes what is typed. */
export function hasSecretField() {
  return document.activeElement?.matches("input[type=password]") === true;
}

/** Keeps from now on what the program tells the page: replies of commands, messages of channels, and events. */
export function listenIn() {
  const { callbacks } = window.__TAURI_INTERNALS__;
  const find = callbacks.get.bind(callbacks);
  window.toldByProgram = [];
  callbacks.get = (id) => {
    const callback = find(id);
    return (
      callback &&
      ((told) => {
        window.toldByProgram.push(told instanceof ArrayBuffer ? new TextDecoder().decode(told) : JSON.stringify(told));
        return callback(told);
      })
    );
  };
}

/** Asks the program for all that it tells of workspaces, as the page did before anybody listened in. */
export async function askAgain(done) {
  const ask = (name, args) => window.__TAURI_INTERNALS__.invoke(name, args);
  const rows = await ask("workspace_list");
  const ofAll = ["workspace_get", "secret_typed", "sent_list", "outbox_review"].map((name) => ask(name));
  const ofEach = rows.flatMap(({ id }) => ["workspace_form", "settings_get", "secret_state"].map((name) => ask(name, { workspace: id })));
  done((await Promise.all([...ofAll, ...ofEach])).length);
}

/** All that the page has anywhere, by place. */
export async function everything(done) {
  const request = (asked) =>
    new Promise((resolve, reject) => Object.assign(asked, { onsuccess: () => resolve(asked.result), onerror: reject }));
  const contents = async ({ name }) => {
    const database = await request(indexedDB.open(name));
    const stores = [...database.objectStoreNames].map((store) => request(database.transaction(store).objectStore(store).getAll()));
    const rows = await Promise.all(stores);
    database.close();
    return rows;
  };
  const fields = [...document.querySelectorAll("input, textarea, select")];
  const databases = await Promise.all((await indexedDB.databases()).map(contents));
  done({
    elements: document.documentElement.outerHTML,
    fields: JSON.stringify(fields.map(({ value }) => value)),
    local: JSON.stringify({ ...window.localStorage }),
    session: JSON.stringify({ ...window.sessionStorage }),
    databases: JSON.stringify(databases),
    cookies: document.cookie,
    addresses: [location.href, ...window.performance.getEntries().map(({ name }) => name)].join("\n"),
    told: window.toldByProgram.join("\n"),
  });
}

/** Puts a text into each of those places. */
export async function plant(text, done) {
  const { transformCallback, runCallback } = window.__TAURI_INTERNALS__;
  const field = document.createElement("input");
  document.body.append(text, field);
  field.value = text;
  window.localStorage.setItem("planted", text);
  window.sessionStorage.setItem("planted", text);
  document.cookie = `planted=${encodeURIComponent(text)}`;
  window.performance.mark(text);
  runCallback(
    transformCallback(() => {}, true),
    text,
  );
  const asked = indexedDB.open("planted");
  asked.onupgradeneeded = () => asked.result.createObjectStore("planted", { autoIncrement: true });
  asked.onsuccess = () => {
    const kept = asked.result.transaction("planted", "readwrite");
    kept.objectStore("planted").add(text);
    kept.oncomplete = () => (asked.result.close(), done(true));
  };
}
