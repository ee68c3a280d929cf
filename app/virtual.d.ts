declare module "virtual:enhance" {
  /** The addresses of the scripts, by the names of their entries. */
  const addresses: Record<
    "delegate" | "decision" | "payment" | "staff" | "library" | "live" | "door" | "door-signatures",
    string
  >;
  export default addresses;
}

declare module "virtual:world-map" {
  /** The address of the world map's picture. */
  const address: string;
  export default address;
}

declare module "#server-build" {
  type ServerBuild = import("@remix-run/cloudflare").ServerBuild;
  const build: ServerBuild & {
    entry: { module: Pick<typeof import("./entry.server.tsx"), "workerOf"> };
  };
  export = build;
}

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
