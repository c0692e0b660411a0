import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

/** From which folders of `src` each of them may import, besides itself. */
const layers = {
  bridge: [],
  source: ["bridge"],
  state: ["bridge"],
  parts: ["bridge", "source", "state"],
  views: ["bridge", "state", "parts"],
};

/** Forbids a folder's imports from the layers above it. Only the bridge imports Tauri. */
function layer(folder) {
  const above = Object.keys(layers).filter((other) => other !== folder && !layers[folder].includes(other));
  const regex = `\\.\\./(${above.join("|")})/`;
  const message = `${folder}/ imports only from ${[folder, ...layers[folder]].map((name) => `${name}/`).join(", ")}.`;
  return restrictImports([`src/${folder}/**`], [{ regex, message }, ...(folder === "bridge" ? [] : [tauri])]);
}

const tauri = { regex: "^@tauri-apps/", message: "Only src/bridge/ imports Tauri." };

/** Forbids both `import … from` and `import(…)`. */
function restrictImports(files, patterns) {
  const dynamic = patterns.map(({ regex, message }) => ({
    selector: `ImportExpression[source.value=/${regex.replaceAll("/", "\\/")}/]`,
    message,
  }));
  return { files, rules: { "no-restricted-imports": ["error", { patterns }], "no-restricted-syntax": ["error", ...dynamic] } };
}

export default defineConfig(
  globalIgnores(["dist/", "src/bridge/bindings.ts"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  tseslint.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["src/**"],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
    rules: {
      // TypeScript reports unused names, and svelte-check unused ignores.
      "@typescript-eslint/no-unused-vars": "off",
      "svelte/no-unused-svelte-ignore": "off",
      // Most sets and maps are replaced as a whole, not changed.
      "svelte/prefer-svelte-reactivity": "off",
      // A blank at the end of a line is written as {" "}.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    rules: {
      complexity: ["error", 12],
      "max-depth": ["error", 4],
    },
  },
  restrictImports(["src/**"], [tauri]),
  Object.keys(layers).map(layer),
);
