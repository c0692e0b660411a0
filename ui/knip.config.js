/** What is unused, and what only seems so. */
export default {
  entry: ["e2e/*.test.mjs", "e2e/bench/*.mjs"],
  project: ["*.{js,ts}", "src/**/*.{ts,svelte}", "e2e/**/*.mjs"],
  // All types of the commands are generated; the UI does not name each.
  ignoreIssues: { "src/bridge/bindings.ts": ["types"] },
  // Their files are read by path: the icons in vite.config.ts, axe in e2e/harness/window.mjs.
  ignoreDependencies: ["lucide-static", "axe-core"],
  // Programs of the system.
  ignoreBinaries: ["gnome-keyring-daemon", "unshare"],
};
