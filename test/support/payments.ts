import { env } from "cloudflare:workers";
import { demoUid } from "#db/seed/demo.ts";
import { Browser } from "./browser.ts";
import type { Program } from "./programs.ts";
import { deleting } from "./storage.ts";
import { answerWith } from "./worker.ts";

/** A complete payment for the in-person pass, as a browser posts it. */
export const PASS_PAYMENT = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
  intendedPassCost: "495",
};

/**
 * Makes the same payment for signed@ many times simultaneously, alternately on a page and by a program, and counts the
 * results. No payment continues before all of them have passed the first check: otherwise, the first payment could be
 * finished before the others have made that check.
 */
export async function payAtOnce(
  times: number,
  doors: (Browser | Program)[],
  rewrite = (sql: string): string => sql,
) {
  const DB = meeting(env.DB, times, rewrite);
  for (const door of doors) door.send = (request) => answerWith({ DB }, request);
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => {
      const door = doors[index % doors.length]!;
      return door instanceof Browser
        ? door.post("/register", PASS_PAYMENT)
        : door.call("triggerPayment", PASS_PAYMENT);
    }),
  );
  const uid = demoUid("signed");
  const charges = await env.SIMULATOR.prepare("SELECT count(*) AS n FROM charges WHERE carried LIKE ?")
    .bind(`%"uid":"${uid}"%`)
    .first<number>("n");
  const rows = await env.DB.prepare(
    "SELECT count(*) AS n FROM payments WHERE delegate_uid = ? AND state = 'captured'",
  )
    .bind(uid)
    .first<number>("n");
  return { statuses: answers.map(({ status }) => status), charges, rows };
}

/**
 * The reserving statement without one condition: that the delegate neither holds the same thing nor is paying for it.
 */
export const withoutLookingAtHoldings = (sql: string) =>
  sql.replace(
    'NOT EXISTS (SELECT 1 FROM "holdings" WHERE "holdings"."conference_id" = ? AND',
    "$& false AND",
  );

/** A D1 that makes requests wait once they have read the delegate's standing, until all of them have read it. */
export function meeting(
  database: D1Database,
  expected: number,
  rewrite: (sql: string) => string,
): D1Database {
  let arrived = 0;
  let openDoor = () => {};
  const door = new Promise<void>((resolve) => {
    openDoor = resolve;
  });
  return {
    prepare: (query: string) => database.prepare(rewrite(query)),
    async batch(statements: D1PreparedStatement[]) {
      const results = await database.batch(statements);
      if (statements.length >= STATEMENTS_OF_STANDING) {
        arrived += 1;
        if (arrived === expected) openDoor();
        await door;
      }
      return results;
    },
  } as D1Database;
}

/** The batch that reads the standing has at least this many statements. All other batches of a payment have fewer. */
const STATEMENTS_OF_STANDING = 10;

/** Turns signed@ into a person who has never tried to pay. */
export async function forgetPayments() {
  await env.DB.batch([
    ...deleting(
      "entries",
      "payment_id IN (SELECT id FROM payments WHERE delegate_uid = ?)",
      demoUid("signed"),
    ),
    env.DB.prepare("DELETE FROM payments WHERE delegate_uid = ?").bind(demoUid("signed")),
    env.DB.prepare("DELETE FROM orders WHERE payer_uid = ?").bind(demoUid("signed")),
    env.DB.prepare("DELETE FROM counters"),
  ]);
  await env.SIMULATOR.prepare("DELETE FROM charges").run();
}
