import assert from "node:assert/strict";

import { chooseTheme } from "./steps.mjs";

/** A picture in both themes and at the smallest size, each accessible and whole. Leaves the window light and large. */
export async function look(window, name) {
  for (const [theme, label] of [["dark", "Dark theme"], ["light", "Light theme"]]) {
    await chooseTheme(window, label);
    await window.picture(`${name}-${theme}`);
    assert.deepEqual(await window.violations(), [], `${name} in the ${theme} theme`);
  }
  await window.resize(1100, 700);
  await window.picture(`${name}-small`);
  assert.deepEqual(await window.cutOff(), []);
  await window.resize(1440, 900);
}
