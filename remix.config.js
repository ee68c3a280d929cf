// vite.config.ts hands these options to the Remix plugin. The v3 flags are on, so that a codemod can do the move to
// React Router. Only lazy route discovery is off: it would cost each page a request, for very few routes.
/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  appDirectory: "app",
  // Remix empties this folder. `wrangler dev` ends if the folder that it serves is emptied, so it serves another one,
  // which scripts/publish.mjs fills.
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
