import { expect, test } from "vitest";
import { signedIn } from "../support/browser.ts";
import { forgetPayments, payAtOnce } from "../support/payments.ts";

const ROUNDS = 10;

test("two hundred simultaneous payments, round after round, give one charge each time", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetPayments();
    const { charges, rows } = await payAtOnce(await signedIn("signed"), 200);
    expect({ round, charges, rows }).toEqual({ round, charges: 1, rows: 1 });
  }
}, 300_000);
