/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The icons of Lucide by their names; see vite.config.ts. */
declare module "~icons/lucide/*" {
  const icon: import("svelte").Component<{
    /** Width and height in pixels. */
    size?: number;
    strokeWidth?: number;
    /** What it says; without, it is an ornament. */
    "aria-label"?: string;
  }>;
  export default icon;
}

/** The development server; see devServer.ts. */
declare module "virtual:dev-server" {
  export const devServer: import("./bridge/loopback").DevServer;
}
