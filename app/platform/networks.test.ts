import { expect, test } from "vitest";
import { networkOf, widerNetworkOf } from "./networks.ts";

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113"],
  ["203.0.113.255", "203.0.113.255", "203.0.113"],
  ["203.0.114.7", "203.0.114.7", "203.0.114"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2", "2001:db8:1"],
  ["2001:db8:1:3::1", "2001:db8:1:3", "2001:db8:1"],
  ["2001:db8:2:2::1", "2001:db8:2:2", "2001:db8:2"],
  ["2001:db8::1", "2001:db8:0:0", "2001:db8:0"],
  ["::1", "0:0:0:0", "0:0:0"],
  ["unknown", "unknown", "unknown"],
])("%s is of the network %s, and that of %s", (address, network, wider) => {
  expect(networkOf(address)).toBe(network);
  expect(widerNetworkOf(networkOf(address))).toBe(wider);
});
