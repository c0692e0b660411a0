// Functions that run inside the window. None may use imports or names from outside.
/* global axe, document, indexedDB, location, window */

/** The visible elements with a role and an accessible name, as assistive technology sees them. */
export function findByRole(role, name, within) {
  // The page was reloaded since axe was loaded.
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

/** Returns the option of a native list whose label matches. */
export function optionOf(list, label) {
  const matches = new RegExp(label.source, label.flags);
  return [...list.options].find(({ label: text }) => matches.test(text.replaceAll(/\s+/g, " ").trim()));
}

/** Returns the WCAG 2.2 A and AA violations with their elements. */
export async function violations(done) {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
  done(violations.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map(({ html }) => html) })));
}

/**
 * Returns the controls that are cut off to the left or right, overflowing parts of dialogs, cells that are taller than their
 * row, tabs on more than one line, and the status bar if it is below the window.
 */
export function cutOff() {
  const clips = (element) => window.getComputedStyle(element).overflowX !== "visible";
  // Grids, tables and tabs may scroll sideways. Elements outside of them cannot cut off their content.
  const isWide = (element) => ["grid", "tablist"].includes(element.role) || element.querySelector(":scope > table") !== null;
  const scrolls = (element) => isWide(element) && element.scrollWidth > element.clientWidth;
  // In a sheet the cells move in a view that stays in place and ends where the sheet ends.
  const isSheet = (element) => element.parentElement?.role === "grid" && clips(element) && element.scrollWidth > element.clientWidth;
  const endsBefore = (sheet) => {
    const end = sheet.getBoundingClientRect().left + sheet.clientWidth;
    return (element) => element.getBoundingClientRect().right < end - 1;
  };
  const around = (element) => {
    const parents = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (isSheet(parent)) return { parents: parents.filter(endsBefore(parent)), scrolled: true };
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

/** Scrolls a grid sideways. Returns the texts of the sticky cells that moved, and of the transparent ones. */
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

/** Returns the point of a frame's drawing at a position in the window, and the drawing's scale. */
export async function placeUnder(frame, { x, y }, done) {
  await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)));
  const seen = frame.querySelector("svg").getScreenCTM();
  const place = new window.DOMPoint(x, y).matrixTransform(seen.inverse());
  done({ x: place.x, y: place.y, scale: seen.a });
}

/** Returns the expected colour of the open workspace, and the rendered ones: dot, bar edge, and dot of the send button. */
export function workspaceColours(pill, send, colour, done) {
  const drawn = (element, part) => window.getComputedStyle(element)[part];
  const dotIn = (element) => drawn(element.querySelector(".dot"), "backgroundColor");
  const sample = document.body.appendChild(document.createElement("i"));
  sample.style.color = `var(--ws-${colour})`;
  const expected = drawn(sample, "color");
  sample.remove();
  const [edge] = drawn(pill.closest(".real"), "boxShadow").match(/rgba?\([^)]*\)/) ?? [];
  done({ expected, drawn: [dotIn(pill), edge, dotIn(send.parentElement)] });
}

/** Returns the size of a picture, and its number of colours. */
export async function inspectPicture(base64, done) {
  const bytes = Uint8Array.from(window.atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await window.createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  done({ width, height, colours: new Set(new Uint32Array(data.buffer)).size });
}

/** Records what the content security policy blocks. */
export function watchPolicy() {
  window.blockedByPolicy = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    window.blockedByPolicy.push(`${effectiveDirective} ${blockedURI} ${sample}`),
  );
}

/** Resolves once all animations have ended and the page is rendered. */
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

/** Returns whether the field for a secret has the focus. */
export function hasSecretField() {
  return document.activeElement?.matches("input[type=password]") === true;
}

/** Records what the program sends to the page: replies of commands, messages of channels, and events. */
export function recordMessages() {
  const { callbacks } = window.__TAURI_INTERNALS__;
  const find = callbacks.get.bind(callbacks);
  window.recordedMessages = [];
  callbacks.get = (id) => {
    const callback = find(id);
    return (
      callback &&
      ((message) => {
        window.recordedMessages.push(message instanceof ArrayBuffer ? new TextDecoder().decode(message) : JSON.stringify(message));
        return callback(message);
      })
    );
  };
}

/** Repeats the requests about workspaces that the page sent before the recording. */
export async function repeatRequests(done) {
  const invoke = (name, args) => window.__TAURI_INTERNALS__.invoke(name, args);
  const rows = await invoke("workspace_list");
  const sent = { shown: "all", search: "", person: null, from: "", until: "", bySend: false, offset: 0, limit: 200 };
  const ofAll = ["workspace_get", "secret_typed", "outbox_review"].map((name) => invoke(name));
  ofAll.push(invoke("sent_window", { query: sent }));
  const ofEach = rows.flatMap(({ id }) =>
    ["workspace_form", "settings_get", "secret_storage_test"].map((name) => invoke(name, { workspace: id })),
  );
  done((await Promise.all([...ofAll, ...ofEach])).length);
}

/** Returns all texts that the page holds anywhere, by place. */
export async function pageContents(done) {
  const result = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  const contents = async ({ name }) => {
    const database = await result(indexedDB.open(name));
    const stores = [...database.objectStoreNames].map((store) => result(database.transaction(store).objectStore(store).getAll()));
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
    messages: window.recordedMessages.join("\n"),
  });
}

/** Puts a text into each of these places. */
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
  const opening = indexedDB.open("planted");
  opening.onupgradeneeded = () => opening.result.createObjectStore("planted", { autoIncrement: true });
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("planted", "readwrite");
    transaction.objectStore("planted").add(text);
    transaction.oncomplete = () => (opening.result.close(), done(true));
  };
}
