import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { describe, expect, test } from "vitest";
import { excluded, subquery } from "./client.ts";
import { counters } from "./schema/accounts.ts";
import { applications } from "./schema/applications.ts";
import { reviews } from "./schema/reviews.ts";

const db = drizzle(async () => ({ rows: [] }));

describe("a subquery among the selected fields of a query over one table", () => {
  const given = sql<number>`(SELECT count(*) FROM ${reviews} WHERE ${reviews.uid} = ${applications.uid})`;
  const selecting = (field: typeof given) => db.select({ field }).from(applications).toSQL().sql;

  test("compares two tables, where drizzle by itself would compare a column with itself", () => {
    expect(selecting(subquery(given))).toContain(`"reviews"."uid" = "applications"."uid"`);
    expect(selecting(given)).toContain(`WHERE "uid" = "uid"`);
  });

  test("also in what a statement returns", () => {
    const deletion = db.delete(applications).where(eq(applications.uid, "a"));
    expect(deletion.returning({ field: subquery(given) }).toSQL().sql).toContain(
      `"reviews"."uid" = "applications"."uid"`,
    );
  });
});

test("an upsert takes what it would have inserted", () => {
  const upsert = db
    .insert(counters)
    .values({ key: "a", count: 1, expiresAt: 2 })
    .onConflictDoUpdate({ target: counters.key, set: { expiresAt: excluded(counters.expiresAt) } });
  expect(upsert.toSQL().sql).toContain(`do update set "expires_at" = excluded."expires_at"`);
});
