import { expect, test } from "vitest";
import { emailKey, isEmail, isExampleAddress, maskedEmail } from "./email-addresses.ts";

test.each([
  ["Ada@Example.com", "ada@example.com"],
  ["  ada@example.com\n", "ada@example.com"],
  ["ada@example.com", "ada@example.com"],
])("the key of %o is %o", (value, key) => {
  expect(emailKey(value)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

test.each([
  ["mei@example.org", "m…@example.org"],
  ["m@example.org", "m…@example.org"],
])("%s is shown as %s where it need not be known", (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});

const domain = (length: number) =>
  `${"a".repeat(61)}.`
    .repeat(5)
    .slice(0, length - 4)
    .replace(/\.$/, "a")
    .concat(".com");
test.each([
  ["a@b.co"],
  ["Ada.Lovelace@Example.com"],
  ["ada+hpair@mail.example.co.uk"],
  ["o'brien@example.ie"],
  ["new@hpair.example"],
  ["_x-1@a-b.example"],
  ["1@2.com"],
  ["a@xn--bcher-kva.example"],
  ["a@example.xn--p1ai"],
  [`${"a".repeat(64)}@example.com`],
  [`a@${"b".repeat(63)}.com`],
  [`a@b.${"c".repeat(63)}`],
  [`a@${domain(252)}`],
])("an address: %s", (value) => {
  expect(value.length).toBeLessThanOrEqual(254);
  expect(isEmail(value)).toBe(true);
});

test.each([
  [""],
  ["a"],
  ["@"],
  ["a@"],
  ["@b.co"],
  ["a@b"],
  ["a@localhost"],
  ["a@b.c"],
  ["a@b@c.com"],
  ["a b@c.com"],
  ["a@b c.com"],
  [" a@b.co"],
  ["a@b.co "],
  ["a@b.co\n"],
  ["a@b.co\r\nBcc: x@y.zz"],
  ["a\r@b.co"],
  ["a\0@b.co"],
  ["a\t@b.co"],
  ["a@b.co,c@d.co"],
  ["a@b.co;c@d.co"],
  ["Ada <a@b.co>"],
  ["<a@b.co>"],
  ['"a b"@c.com'],
  ["(x)a@b.co"],
  ["a:b@c.com"],
  ["a\\b@c.com"],
  [".a@b.co"],
  ["a.@b.co"],
  ["a..b@c.co"],
  ["a@.co"],
  ["a@b..co"],
  ["a@b.co."],
  ["a@-b.co"],
  ["a@b-.co"],
  ["a@b_c.com"],
  ["a@1.2.3.4"],
  ["a@[1.2.3.4]"],
  ["аda@example.com"],
  ["a@exämple.com"],
  ["a@example.com\u200b"],
  [`${"a".repeat(65)}@example.com`],
  [`a@${"b".repeat(64)}.com`],
  [`a@b.${"c".repeat(64)}`],
  [`a@${domain(253)}`],
  [`${"a@".repeat(20_000)}b.co`],
])("no address: %o", (value) => {
  expect(isEmail(value)).toBe(false);
});

test.each([
  ["help@hpair.example", true],
  ["help@example.org", true],
  ["help@mail.EXAMPLE.com", true],
  ["help@portal.test", true],
  ["help@portal.internal", false],
  ["help@counterexample.io", false],
  ["example.org@portal.internal", false],
])("%s reaches nobody: %s", (email, reachesNobody) => {
  expect(isExampleAddress(email)).toBe(reachesNobody);
});
