// Handed to the Remix plugin by vite.config.ts. Every v3 flag but lazy route discovery is on, so that
// the move to React Router stays a codemod; discovery would cost a request a page for very few routes.
/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  // `wrangler dev` dies when the folder it serves is emptied under it: scripts/publish.mjs fills that one.
  buildDirectory: "build/made",
  serverModuleFormat: "esm",
  ignoredRouteFiles: ["**/.*", "**/*.css", "**/*.test.{ts,tsx}"],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
