declare module "virtual:enhance" {
  /** Entry name → address of its script. */
  const addresses: Record<"delegate" | "decision" | "payment" | "staff" | "library" | "live", string>;
  export default addresses;
}

declare module "virtual:world-map" {
  /** The address of the picture of the world. */
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
