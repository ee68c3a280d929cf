import { expect, test } from "vitest";
import { SECURITY_TXT_EXPIRES, securityTxt } from "./security-txt.ts";

const ORIGIN = "https://portal.example.org";
const DAY = 24 * 60 * 60 * 1000;

test("an installation with an address says where to write, in the lines of RFC 9116", () => {
  expect(securityTxt(ORIGIN, " help@portal.internal ")).toBe(
    `Contact: mailto:help@portal.internal
Expires: ${SECURITY_TXT_EXPIRES}
Preferred-Languages: en
Canonical: https://portal.example.org/.well-known/security.txt
`,
  );
});

test.each([
  ["none", ""],
  ["that of the seed", "help@hpair.example"],
  ["one that is no address", "the office"],
  ["more than an address", "help@portal.internal\nExpires: 2099-01-01T00:00:00Z"],
])("an installation whose address is %s says nothing", (_, supportEmail) => {
  expect(securityTxt(ORIGIN, supportEmail)).toBeNull();
});

test("the text is good for 30 days at least and for less than a year", () => {
  const days = (Date.parse(SECURITY_TXT_EXPIRES) - Date.now()) / DAY;
  const advice =
    "Read SECURITY.md. Once it is true, set SECURITY_TXT_EXPIRES in app/site/security-txt.ts to eleven months from today.";
  expect(days, advice).toBeGreaterThan(30);
  expect(days, advice).toBeLessThan(365);
});
