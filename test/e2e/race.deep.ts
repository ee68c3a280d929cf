import { expect } from "@playwright/test";
import { CARD, test } from "./support.ts";

const AT_ONCE = 200;
const ROUNDS = 20;

/** A payment for one pass. The page posts these fields, and a program sends the same ones. */
const PAYMENT = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  ...CARD,
  intendedPassCost: "495",
};

test("two hundred payments at once, by form and by function, are one charge", async ({ portal, origin }) => {
  test.setTimeout(ROUNDS * 60_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await portal.accountLike("signed");
    const cookie = await portal.cookieOf(account);
    const bearer = await signIn(origin, account);
    const posts = Array.from({ length: AT_ONCE }, (_, index) =>
      index % 2 === 0
        ? fetch(`${origin}/register`, {
            method: "POST",
            body: new URLSearchParams(PAYMENT),
            headers: { Cookie: cookie, Origin: origin },
            redirect: "manual",
          })
        : fetch(`${origin}/triggerPayment`, {
            method: "POST",
            body: JSON.stringify({ data: PAYMENT }),
            headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
          }),
    );
    const answers = await Promise.all(posts);
    // An answer without a request id does not come from the portal: the development server lost its connection to the
    // portal.
    const [answered, lost] = [true, false].map((own) =>
      answers.filter(({ headers }) => headers.has("X-Request-Id") === own),
    ) as [Response[], Response[]];
    expect(lost.length, "answers lost by the development server").toBeLessThan(AT_ONCE / 10);
    const paid = answered.filter(({ status }) => status === 302 || status === 200);
    expect(paid.length).toBeLessThanOrEqual(1);
    expect(paid.length + lost.length).toBeGreaterThanOrEqual(1);
    expect(answered.length - paid.length).toBe(answered.filter(({ status }) => status === 409).length);
    const rows = await portal.query("SELECT state FROM payments WHERE delegate_uid = ?", account.uid);
    expect(rows).toEqual([{ state: "captured" }]);
    expect(await portal.charges(account.uid)).toEqual([{ outcome: "captured", amount_cents: 49_500 }]);
  }
});

async function signIn(origin: string, { email, password }: { email: string; password: string }) {
  const answer = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  const { idToken } = (await answer.json()) as { idToken: string };
  return idToken;
}
