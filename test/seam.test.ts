import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { crossingOf, KNOWN, parentsOf, type Side, sideOf, tables } from "./support/seam.ts";

const namesOf = (side: Side) =>
  tables
    .filter((table) => sideOf(table) === side)
    .map(getTableName)
    .sort();

test("the directory is what is of people and of all years; every other table is its edition's [133]", () => {
  expect(namesOf("directory")).toEqual([
    ...["categories", "content_versions", "counters", "factor_resets", "factors"],
    ...[
      "inspections",
      "invitations",
      "mail_events",
      "money_since",
      "notification_readers",
      "notifications",
      "passkeys",
      "profiles",
    ],
    ...["recording_categories", "recording_speakers", "recording_words", "recordings", "recovery_codes"],
    ...["seen_notifications", "sessions", "settings", "settlement_batches", "settlement_lines"],
    ...["speakers", "staff"],
    ...["subscription_periods", "subscriptions", "tokens", "unreachable_addresses", "unsubscribed_addresses"],
    ...["users", "watching", "webhook_events"],
  ]);
  expect(namesOf("both")).toEqual(["audit", "conferences", "outbox"]);
  // The first table names the conference. The second only belongs to a row that names it.
  expect(namesOf("edition")).toEqual(expect.arrayContaining(["payments", "decision_lines"]));
});

test("no foreign key leads from one side to the other", () => {
  const leading = tables.flatMap((table) =>
    parentsOf(table)
      .filter((parent) => sideOf(parent) !== "both" && sideOf(parent) !== sideOf(table))
      .map((parent) => `${getTableName(table)} → ${getTableName(parent)}`),
  );
  expect(leading).toEqual([]);
});

test.each([
  ['select "uid" from "users" where "uid" = ?', null],
  ['select "uid" from "payments" inner join "refunds" on true', null],
  ['insert into "audit" ("id") select ? from "payments"', null],
  ['insert into "outbox" ("id") select ? from "users"', null],
  ['select "title" from "conferences" where (select 1 from "rounds")', null],
  ['select 1 from "payments" inner join "users" on true', "select payments: users"],
  ['select (SELECT 1 FROM "staff") from "reviews", "users"', "select reviews: staff, users"],
  ['select "users"."email", "payments" from "users"', null],
  ['INSERT INTO "places" ("uid") SELECT ? FROM "users" WHERE 1', "insert into places: users"],
  [
    'insert into "outbox" ("id") select ? from "users" where (SELECT 1 FROM "payments")',
    "insert into outbox: users",
  ],
  ['update "users" set "email" = ? where exists (SELECT 1 FROM "payments")', "update users: payments"],
  [
    'EXPLAIN QUERY PLAN delete from "answers" where "uid" in (SELECT 1 FROM "users")',
    "delete from answers: users",
  ],
  ['delete from "answers" where exists (SELECT 1 FROM "users")', "delete from answers: users"],
])("%s", (statement, crossing) => {
  expect(crossingOf(statement)).toBe(crossing);
});

test("what is known to cross names each place once", () => {
  const all = Object.values(KNOWN).flat();
  expect(all).toEqual([...new Set(all)]);
});
