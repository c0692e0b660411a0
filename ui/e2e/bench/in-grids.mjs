// These run inside the window: each must stand alone, without imports or names from outside.
/* global agGrid, document, window */

/** Keeps rows of a CSV file without quotes in the page, for the peer. The first line of all names the fields. */
export function keepRows(lines, done) {
  const kept = (window.keptRows ??= { fields: lines.shift().split(","), rows: [] });
  for (const line of lines) {
    const cells = line.split(",");
    kept.rows.push(Object.fromEntries(kept.fields.map((field, at) => [field, cells[at]])));
  }
  done();
}

/** Gives the place of the open sheet, and the width of its columns. */
export function placeOfSheet(done) {
  const { left, top, width, height } = document.querySelector(".sheet-grid").getBoundingClientRect();
  const columns = [...document.querySelectorAll(".sheet-grid [role=columnheader].cell")].map((column) => column.offsetWidth);
  done({ left, top, width, height, columnWidth: Math.round(columns.reduce((sum, one) => sum + one, 0) / columns.length) });
}

/**
 * Prepares the creation of AG Grid with the same rows at the place of the sheet. Creates it once and adopts its styles,
 * because the policy of the page allows no style elements.
 */
export async function preparePeer(place, done) {
  const { fields, rows } = window.keptRows;
  const { left, top, width, height, columnWidth } = place;

  window.createPeer = () => {
    const frame = document.createElement("div");
    frame.id = "peer";
    Object.assign(frame.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    document.body.append(frame);
    const columnDefs = fields.map((field) => ({ field, width: columnWidth, editable: true }));
    window.peer = agGrid.createGrid(frame, { theme: agGrid.themeQuartz, rowData: rows, rowHeight: 28, headerHeight: 30, columnDefs });
  };

  window.createPeer();
  for (let count = 0; count < 10; count += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
  document.adoptedStyleSheets = [...document.head.querySelectorAll("style")].map((style) => {
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    return sheet;
  });
  done();
}

/**
 * Opens the batch by a click; or, if `isPeer`, creates AG Grid. Gives the time to the frame after the one in which all
 * corners of the place show text.
 */
export async function measureFirstPaint({ place, isPeer }, done) {
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const [left, right] = [place.left + 100, place.left + place.width - 60];
  const [top, bottom] = [place.top + 45, place.top + place.height - 40];
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x, y]));
  const showsText = ([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("[role=gridcell]")?.textContent);
  const button = [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === "Open Measured");
  const begin = window.performance.now();
  if (isPeer) window.createPeer();
  else button.click();
  do await frame();
  while (!corners.every(showsText));
  await frame();
  done(window.performance.now() - begin);
}

/** Removes the peer from the page. */
export function closePeer(done) {
  window.peer.destroy();
  document.querySelector("#peer").remove();
  done();
}

/** Gives the time of each of so many frames in which nothing happens. */
export async function measureRest(frames, done) {
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const times = [];
  let last = await frame();
  for (let count = 0; count < frames; count += 1) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  done(times);
}

/**
 * Scrolls the sheet or the peer down, one step in each frame, and gives the time of each frame: by `step` pixels, or by
 * such a part of all rows that the last frame shows the last of them.
 */
export async function measureGridFrames({ isPeer, frames, step }, done) {
  const frame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  const grid = document.querySelector(isPeer ? "#peer" : ".sheet-grid");
  const scrolls = (element) =>
    element.scrollHeight > 2 * element.clientHeight && /auto|scroll/.test(window.getComputedStyle(element).overflowY);
  const scroller = [...grid.querySelectorAll("*")].find(scrolls);
  const by = step ?? (scroller.scrollHeight - scroller.clientHeight) / frames;
  scroller.scrollTop = 0;
  for (let count = 0; count < 10; count += 1) await frame();
  const times = [];
  let last = await frame();
  for (let count = 1; count <= frames; count += 1) {
    scroller.scrollTop = count * by;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  done(times);
}
