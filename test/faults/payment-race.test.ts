import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { signedIn } from "../support/browser.ts";
import { forgetPayments, payAtOnce } from "../support/payments.ts";

test("fifty simultaneous payments give one charge and one row", async () => {
  const { statuses, charges, rows } = await payAtOnce(await signedIn("signed"), 50);
  expect({ charges, rows }).toEqual({ charges: 1, rows: 1 });
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  expect(statuses.every((status) => status < 500)).toBe(true);
});

test("without the unique index the same fifty charge more than once", async () => {
  await forgetPayments();
  await env.DB.prepare("DROP INDEX payments_one_live").run();
  const { charges } = await payAtOnce(await signedIn("signed"), 50);
  expect(charges).toBeGreaterThan(1);
});
