import { expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import { leadsSomewhere, staffNavigation } from "./staff-pages.ts";

const DECIDING = [
  "/admin/distribute-apps",
  "/admin/scores",
  "/admin/sponsors",
  "/admin/upload-decisions",
  "/admin/release",
  "/admin/waiting",
  "/admin/mail/decisions",
  "/admin/mail/unreachable",
];
const MONEY = ["/admin/payments", "/admin/grants", "/admin/subscriptions"];
const CONTENT = [
  "/notifications",
  "/admin/mail",
  "/admin/editions",
  "/admin/scheduling",
  "/staff/speakers",
  "/staff/videos",
  "/staff/sorting",
];
const DIRECTING = [
  "/admin/manage-staff",
  "/admin/handover",
  "/admin/door",
  "/admin/badges",
  "/admin/day",
  "/admin/accounts",
  "/admin/audit",
  "/admin/checks",
];

test.each<[Ability[], string[]]>([
  [["read"], ["/admin/delegates"]],
  [["decide"], DECIDING],
  [
    ["read", "decide"],
    ["/admin/delegates", ...DECIDING],
  ],
  [["money"], MONEY],
  [["content"], CONTENT],
  [["door"], ["/admin/door", "/admin/badges", "/admin/day"]],
  [["everything"], ["/admin/delegates", ...DECIDING, ...MONEY, ...CONTENT, ...DIRECTING]],
])("with %j the navigation leads to the hub, the live numbers, the own second factor and %j", (abilities, addresses) => {
  const shown = staffNavigation(abilities).flatMap(({ pages }) => pages.map(({ href }) => href));
  expect([...shown].sort()).toEqual(["/admin", "/admin/live", "/second-factor", ...addresses].sort());
});

test.each<[string, Ability[], boolean]>([
  ["/admin", ["door"], true],
  ["/admin/payments?state=unknown", ["money"], true],
  ["/admin/payments?state=unknown", ["read"], false],
  ["/admin/delegates/abc?show=everyone#comments", ["read"], true],
  ["/admin/delegates/abc?show=everyone#comments", ["content"], false],
  ["/admin/mail", ["decide"], false],
  ["/admin/mail/decisions", ["decide"], true],
  ["/admin/mail/decisions", ["content"], false],
])("a link to %s with %j is worth showing: %j", (path, abilities, leads) => {
  expect(leadsSomewhere(path, abilities)).toBe(leads);
});
