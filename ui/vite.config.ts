import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { FileSystemIconLoader } from "unplugin-icons/loaders";
import icons from "unplugin-icons/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { devServer } from "./devServer.ts";

/**
 * An icon as a component: its drawing as it stands, with a size. There are dozens on the screen, and one that is put
 * together from its parts at run time takes a thousandth of a second. `svg.icon` in `base.css` has what all share.
 */
function iconComponent(svg: string): string {
  const frame = `<svg class="icon" viewBox="0 0 24 24" width={size} height={size} stroke-width={strokeWidth}
    aria-label={label} aria-hidden={label ? undefined : "true"}>`;
  const drawing = svg.replace(/^[^]*?<svg[^>]*>/, frame);
  return `<script>let { size = 24, strokeWidth = 2, "aria-label": label } = $props();</script>\n${drawing}`;
}

/** What the small pages load too. */
const base = /node_modules\/(svelte|esm-env|@tauri-apps)\/|\/src\/(bridge\/(?!desk\.)|styles\/)|\/(Message\.svelte|circle-alert)/;

/**
 * Few files, because each takes a thousandth of a second to load: what the window needs at its start, and what several
 * of the later views share.
 */
const groups = [
  // It runs while the chunk "start" loads.
  { name: "early", tags: ["$initial" as const], test: /\/bridge\/early\./, priority: 4 },
  { name: "base", tags: ["$initial" as const], test: base, priority: 3 },
  { name: "start", tags: ["$initial" as const], test: /^(?!.*\/(SecretEntry|secret|Crashed|crashed)\.)/, priority: 2 },
  { name: "shared", test: /\/src\/(?!source\/)|icons\/lucide/, minShareCount: 2, priority: 1 },
];

/** The most characters of code that the window loads before its first rows. */
const startLimit = 380_000;

/**
 * Fails a build whose window loads more at its start: a view was imported where it should load later. Fails it too if a
 * small page loads the code of the window.
 */
function limitStart(): Plugin {
  return {
    name: "limit-start",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const start = chunks.filter(({ name }) => ["early", "base", "start"].includes(name));
      const size = start.reduce((sum, { code }) => sum + code.length, 0);
      if (size > startLimit || start.length < 3) this.error(`The window loads ${size} characters at its start, of at most ${startLimit}.`);
      const [window] = start.filter(({ name }) => name === "start");
      const small = chunks.filter(({ name, imports }) => ["crashed", "secret"].includes(name) && imports.includes(window?.fileName ?? ""));
      if (small.length > 0) this.error(`The page ${small[0]?.name} loads the code of the whole window.`);
    },
  };
}

export default defineConfig({
  plugins: [
    svelte(),
    svelteTesting(),
    devServer(),
    limitStart(),
    icons({
      customCollections: { lucide: FileSystemIconLoader("node_modules/lucide-static/icons") },
      compiler: { extension: "svelte", compiler: iconComponent },
    }),
  ],
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: "es2022",
    sourcemap: false,
    license: { fileName: ".vite/licences.json" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index.html", "secret.html", "crashed.html"],
      output: { codeSplitting: { groups } },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: "src/testPage.ts",
    include: ["src/**/*.test.ts"],
    css: { include: [/tokens\.css/] },
    // A test that hangs fails at last; no test is judged by its speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The default leaves a core to the server. It rests most of the time.
    maxWorkers: "100%",
  },
});
