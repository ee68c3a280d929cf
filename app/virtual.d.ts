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
  const build: import("@remix-run/cloudflare").ServerBuild;
  export = build;
}

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
