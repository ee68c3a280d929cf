import { env } from "cloudflare:workers";
import { demoUid } from "#db/demo.ts";
import type { Browser } from "./browser.ts";

/** A complete payment of the in-person pass, as a browser posts it. */
export const PASS_PAYMENT = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
  intendedPassCost: "495",
};

/** Posts the same payment many times at once and counts what came of it for signed@. */
export async function payAtOnce(browser: Browser, times: number) {
  const answers = await Promise.all(
    Array.from({ length: times }, () => browser.post("/register", PASS_PAYMENT)),
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

/** Makes signed@ somebody who has never tried to pay. */
export async function forgetPayments() {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM payments WHERE delegate_uid = ?").bind(demoUid("signed")),
    env.DB.prepare("DELETE FROM counters"),
  ]);
  await env.SIMULATOR.prepare("DELETE FROM charges").run();
}
