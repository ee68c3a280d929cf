import { expect, test } from "vitest";
import { doubledColumns } from "./support/columns.ts";

test.each([
  ['select "users"."uid", "users"."email" from "users"', []],
  ['select "users"."email", "tokens"."email" from "users" inner join "tokens"', ["email"]],
  ['select "a"."id", "b"."id" as "b_id" from "a"', []],
  ['select "a"."id", (SELECT max("b"."id") FROM "b") as "id" from "a"', ["id"]],
  ['select count(*), coalesce("a"."id", "b"."id") as "x" from "a"', []],
  ["SELECT one.title, other.title FROM one", []],
  ['update "a" set "id" = 1 returning "id"', []],
])("%s has %j twice", (statement, doubled) => {
  expect(doubledColumns(statement)).toEqual(doubled);
});
