import { isTauri } from "@tauri-apps/api/core";

/** In a plain browser, directs the commands to the development server. A build leaves it out. */
export async function connectBrowser(): Promise<void> {
  if (!import.meta.env.DEV || isTauri()) return;
  const [{ devServer }, { connect }] = await Promise.all([import("virtual:dev-server"), import("./loopback")]);
  await connect(devServer, "browser");
}
