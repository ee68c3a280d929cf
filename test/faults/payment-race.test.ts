import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { forgetPayments, payAtOnce, withoutLookingAtHoldings } from "../support/payments.ts";
import { programAs } from "../support/programs.ts";

const form = () => signedIn("signed");
const program = () => programAs(demoUid("signed"));

beforeEach(forgetPayments);

test("fifty simultaneous payments give one charge and one row", async () => {
  const { statuses, charges, rows } = await payAtOnce(50, [await form()]);
  expect({ charges, rows }).toEqual({ charges: 1, rows: 1 });
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  expect(statuses.every((status) => status < 500)).toBe(true);
});

test("twenty-five by form and twenty-five by function at once give one charge and one row", async () => {
  const { statuses, charges, rows } = await payAtOnce(50, [await form(), await program()]);
  expect({ charges, rows }).toEqual({ charges: 1, rows: 1 });
  expect(statuses.filter((status) => status === 302 || status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
});

test.each([
  ["forms", () => Promise.all([form()])],
  ["forms and functions", () => Promise.all([form(), program()])],
])("without the condition and the unique index the same fifty charge more than once: %s", async (_, doors) => {
  await env.DB.prepare("DROP INDEX IF EXISTS holdings_one_live").run();
  const { charges } = await payAtOnce(50, await doors(), withoutLookingAtHoldings);
  expect(charges).toBeGreaterThan(1);
});
