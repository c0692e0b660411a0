// Tauri's classes of windows, which are large. `window.ts` loads them when it needs them.
export { getCurrentWebview } from "@tauri-apps/api/webview";
export { getCurrentWindow } from "@tauri-apps/api/window";
