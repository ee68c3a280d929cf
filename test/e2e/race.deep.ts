import { expect } from "@playwright/test";
import { CARD, test } from "./support.ts";

const AT_ONCE = 200;
const ROUNDS = 20;

/** Of one pass, as the page posts it and as a program sends it. */
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
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 302 || status === 200)).toHaveLength(1);
    expect(new Set(statuses.filter((status) => status >= 400))).toEqual(new Set([409]));
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
