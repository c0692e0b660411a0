// The same moment as in Adwright's own window: the second frame after there is something to see.
addEventListener("DOMContentLoaded", () =>
  requestAnimationFrame(() =>
    requestAnimationFrame((now) => window.__TAURI__.core.invoke("mark_usable", { page: now })),
  ),
);
