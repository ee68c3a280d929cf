import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { demoUid } from "#db/demo.ts";
import { type Browser, signedIn } from "../support/browser.ts";

const CARD = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
  intendedPassCost: "495",
};

async function payAtOnce(browser: Browser, times: number) {
  const answers = await Promise.all(Array.from({ length: times }, () => browser.post("/register", CARD)));
  const charges = await env.SIMULATOR.prepare("SELECT count(*) AS n FROM charges WHERE carried LIKE ?")
    .bind(`%"uid":"${demoUid("signed")}"%`)
    .first<number>("n");
  const rows = await env.DB.prepare(
    "SELECT count(*) AS n FROM payments WHERE delegate_uid = ? AND state = 'captured'",
  )
    .bind(demoUid("signed"))
    .first<number>("n");
  return { statuses: answers.map(({ status }) => status), charges, rows };
}

const forgetAttempts = () =>
  env.DB.batch([
    env.DB.prepare("DELETE FROM payments WHERE delegate_uid = ?").bind(demoUid("signed")),
    env.DB.prepare("DELETE FROM counters"),
  ]);

test("fifty simultaneous payments give one charge and one row", async () => {
  const browser = await signedIn("signed");
  const { statuses, charges, rows } = await payAtOnce(browser, 50);
  expect({ charges, rows }).toEqual({ charges: 1, rows: 1 });
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  expect(statuses.every((status) => status < 500)).toBe(true);
});

test("without the unique index the same fifty charge more than once", async () => {
  await forgetAttempts();
  await env.SIMULATOR.prepare("DELETE FROM charges").run();
  await env.DB.prepare("DROP INDEX payments_one_live").run();
  const browser = await signedIn("signed");
  const { charges } = await payAtOnce(browser, 50);
  expect(charges).toBeGreaterThan(1);
});
