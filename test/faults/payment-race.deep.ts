import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { forgetPayments, payAtOnce } from "../support/payments.ts";
import { programAs } from "../support/programs.ts";

const form = () => signedIn("signed");
const program = () => programAs(demoUid("signed"));

test.each([
  ["by form", 10, () => Promise.all([form()])],
  ["by form and by function", 20, () => Promise.all([form(), program()])],
])(
  "two hundred simultaneous payments %s, %i times, give one charge each time",
  async (_, rounds, doors) => {
    for (let round = 0; round < rounds; round += 1) {
      await forgetPayments();
      const { charges, rows } = await payAtOnce(200, await doors());
      expect({ round, charges, rows }).toEqual({ round, charges: 1, rows: 1 });
    }
  },
  600_000,
);
