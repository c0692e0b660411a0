import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { FileSystemIconLoader } from "unplugin-icons/loaders";
import icons from "unplugin-icons/vite";
import { defineConfig } from "vitest/config";

import { devServer } from "./devServer.ts";

/**
 * An icon as a component: its drawing as it stands, with a size. There are dozens on the screen, and one that is put
 * together from its parts at run time takes a thousandth of a second.
 */
function iconComponent(svg: string): string {
  const frame = `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"
    width={size} height={size} stroke-width={strokeWidth} aria-label={label} aria-hidden={label ? undefined : "true"}>`;
  const drawing = svg.replace(/^[^]*?<svg[^>]*>/, frame);
  return `<script>let { size = 24, strokeWidth = 2, "aria-label": label } = $props();</script>\n${drawing}`;
}

export default defineConfig({
  plugins: [
    svelte(),
    svelteTesting(),
    devServer(),
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
    rollupOptions: { input: ["index.html", "secret.html", "crashed.html"] },
  },
  test: {
    environment: "happy-dom",
    setupFiles: "src/testPage.ts",
    include: ["src/**/*.test.ts"],
    css: { include: [/tokens\.css/] },
    // A test that hangs fails at last; no test is judged by its speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
