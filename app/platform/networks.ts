/** The visitor's network: an IPv4 address, or an IPv6 /64, because one household has all 2^64 addresses of a /64. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const full = [...groups, ...Array<string>(Math.max(missing, 0)).fill("0"), ...(tail?.split(":") ?? [])];
  return full.slice(0, 4).join(":");
}

/** The wider network that may belong to a single customer: an IPv4 /24, or an IPv6 /48. */
export function widerNetworkOf(network: string): string {
  const separator = network.includes(":") ? ":" : ".";
  return network.split(separator).slice(0, 3).join(separator);
}
