declare module "virtual:enhance" {
  /** Entry name → address of its script. */
  const addresses: Record<"delegate" | "payment" | "staff" | "library" | "live", string>;
  export default addresses;
}

declare module "#server-build" {
  const build: import("@remix-run/cloudflare").ServerBuild;
  export = build;
}

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
