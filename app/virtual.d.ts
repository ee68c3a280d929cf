declare module "virtual:enhance" {
  /** Entry name → address of its script. */
  const addresses: Record<"delegate" | "payment" | "staff", string>;
  export default addresses;
}

declare module "#server-build" {
  const build: import("@remix-run/cloudflare").ServerBuild;
  export = build;
}
