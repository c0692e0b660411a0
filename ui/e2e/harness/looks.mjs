import assert from "node:assert/strict";

import { chooseTheme } from "./steps.mjs";

/** Takes and checks screenshots in both themes and at the smallest size. Leaves the window light and large. */
export async function checkAppearance(window, name) {
  for (const [theme, label] of [
    ["dark", "Dark theme"],
    ["light", "Light theme"],
  ]) {
    await chooseTheme(window, label);
    await window.picture(`${name}-${theme}`);
    assert.deepEqual(await window.violations(), [], `${name} in the ${theme} theme`);
  }
  await window.resize(1100, 700);
  await window.picture(`${name}-small`);
  assert.deepEqual(await window.cutOff(), []);
  await window.resize(1440, 900);
}

/** Does the same for a dialog over the window, under which the theme's menu cannot be opened. */
export async function pictures(t, window, name, find) {
  await t.test(`pictures of ${name}`, async () => {
    for (const theme of ["light", "dark"]) {
      await window.setTheme(theme);
      await window.picture(`${name}-${theme}`);
      assert.deepEqual(await window.violations(), []);
      assert.deepEqual(await window.cutOff(), []);
    }
    await window.setTheme("light");
    await window.resize(1100, 700);
    await find?.();
    await window.picture(`${name}-small`);
    assert.deepEqual(await window.cutOff(), []);
    await window.resize(1440, 900);
  });
}
