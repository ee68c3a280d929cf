import { ownOrder } from "~/money/payments/checked-payment.server.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import { findAttempt } from "~/money/reconciler/reconciler.server.ts";
import { readWithdrawal, withdraw } from "~/money/refunds/withdrawal.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { pick } from "../faults.ts";
import { CARD } from "../money-state.ts";
import { type Act, freeIn, isAccepted, oneOf, paymentIn, personIn, rows, toldOfGivingBack } from "./act.ts";
import { payable, specified } from "./price-oracle.ts";
import { DEPOSIT, REFUNDS_UNTIL } from "./setting.ts";
import type { Scene } from "./world.ts";

const ADD_ONS: [string, true | string][] = [
  ["h2023mug", true],
  ["h2023shirtblack", "M"],
  ["h2023shirtblack", "S"],
  ["h2023execsem", true],
  ["h2023virtual", true],
];

/** Add-ons that can be bought later for a pass, at most one of each. */
const ONE_OF_EACH: typeof ADD_ONS = [
  ["h2023mug", true],
  ["h2023shirtblack", "M"],
  ["h2023execsem", true],
];

/**
 * The totals on pages that delegates have opened. A payment states the total of its page, and a delegate may return to
 * an old page.
 */
const pages = new WeakMap<object, Map<string, number>>();

async function pageOf(
  { world, draw }: Scene,
  asked: Parameters<typeof specified>[0],
): Promise<number | undefined> {
  const seen = pages.get(world) ?? new Map<string, number>();
  pages.set(world, seen);
  const key = JSON.stringify(asked);
  const old = seen.get(key);
  if (old !== undefined && draw() < 0.5) return old;
  const price = await specified(asked);
  if (price) seen.set(key, price.dueCents);
  return price?.dueCents;
}

type Order = { buys?: "pass" | "add-ons"; passType: PassType; selection: Selection; code?: string };

async function pay(scene: Scene, { buys = "pass", passType, selection, code = "" }: Order): Promise<void> {
  const { world, draw, note, request } = scene;
  const uid = personIn(scene);
  const asked = { uid, buys, passType, selection, code };
  const seen = await pageOf(scene, asked);
  const intended = !scene.isPlain && draw() < 0.75 ? seen : undefined;
  const gold = await rows("SELECT 1 FROM holdings WHERE uid = ? AND item = 'gold' AND state = 'held'", uid);
  const isOver = buys === "pass" && passType === "goldPlus";
  const heldPass = isOver && (scene.isPlain || draw() < 0.9 ? gold.length > 0 : draw() < 0.5) ? "gold" : null;
  const card = seen === 0 ? null : CARD;
  const parts = [passType, ...Object.entries(selection).map(([id, choice]) => `${id}:${choice}`)];
  note(
    `${uid.slice(0, 19)} pays ${buys === "pass" ? "" : "more for "}${parts.join(" ")}${code && ` with ${code}`}, page says ${intended ?? "nothing"}`,
  );
  const due = await payable(asked, heldPass);
  const dollars = intended === undefined ? undefined : intended / 100;
  const ending = await request(
    uid,
    (context, visit) =>
      payByCard(
        context,
        visit,
        ownOrder({
          ...{ buys, passType, selection, code, heldPass },
          intended: { passCost: undefined, total: dollars },
        }),
        card,
      ),
    { asked: { ...asked, intended } },
  );
  if (typeof ending === "string" || "error" in ending) return;
  const { value, made = [] } = ending;
  if ("refused" in value) {
    world.told.push({ what: "refused", made });
    // If the price was the same before and after this attempt, and the delegate asked for this price, then the payment
    // must be possible; only too many attempts may prevent it.
    const isRight =
      due !== null && (intended === undefined || intended === due) && (card !== null || due === 0);
    if (isRight && value.status !== 429 && due === (await payable(asked, heldPass)) && !world.isBusy())
      world.wrong.push(`refused although it could be paid: ${value.refused}`);
  } else world.told.push({ what: "attempt", id: value.attempt.id, state: value.attempt.state });
}

/**
 * The amount that the policy gives back if a pass is given up with everything held with it. It is calculated here a
 * second time.
 */
export async function policyFor(paymentId: string): Promise<number> {
  const lines = await rows<{ isPass: number; cents: number; left: number }>(
    `SELECT b.item = b.pass_type AS isPass, b.cents, b.cents - (SELECT coalesce(sum(l.cents), 0) FROM refund_lines AS l
      JOIN refunds AS f ON f.id = l.refund_id AND f.state <> 'refused' WHERE l.holding_id = b.id) AS left
    FROM holdings AS b WHERE b.payment_id = ?1 AND b.from_holding IS NULL
      AND b.item IN (SELECT item FROM holdings WHERE payment_id = ?1 AND state = 'held')`,
    paymentId,
  );
  if (Date.now() > REFUNDS_UNTIL) return 0;
  const left = lines.reduce((sum, line) => sum + line.left, 0);
  return Math.max(0, left - Math.min(DEPOSIT, lines.find(({ isPass }) => isPass)?.cents ?? 0));
}

/** The amount on the page for giving up a pass, which must be the amount in the policy; null if the page refuses. */
async function pageOfWithdrawal({ world, request }: Scene, paid: { id: string; uid: string }) {
  const due = await policyFor(paid.id);
  const page = await request(paid.uid, async (context, visit) => {
    const found = await readWithdrawal(context, visit, paid.id);
    return "refused" in found ? found : { ...found, isSame: due === (await policyFor(paid.id)) };
  });
  if (typeof page === "string" || "error" in page || "refused" in page.value) return null;
  const { amountCents, isSame } = page.value;
  if (isSame && amountCents !== due)
    world.wrong.push(`the page of giving up says ${amountCents} instead of ${due}`);
  return page.value;
}

/** The acts of delegates. */
export const ACTS_OF_DELEGATES: Record<string, Act> = {
  "pay for a pass": {
    weight: 30,
    async run(scene) {
      const { world, draw, isPlain } = scene;
      const buyer = isPlain || draw() < 0.5 ? { ...scene, who: scene.who ?? (await freeIn(scene)) } : scene;
      const passType =
        draw() < (isPlain ? 0.85 : 0.7) && (!isPlain || isAccepted(scene, buyer.who)) ? "goldPlus" : "gold";
      const most = passType === "goldPlus" ? Math.floor(draw() * 3) : draw() < 0.05 ? 1 : 0;
      const chosen = Array.from({ length: most }, () => pick(ADD_ONS, draw));
      const code =
        isPlain || draw() < 0.65 ? "" : draw() < 0.92 ? pick(world.setting.codes, draw).code : "NO-SUCH-CODE";
      return pay(buyer, { passType, selection: Object.fromEntries(chosen), code });
    },
  },
  "use the first code": {
    weight: 3,
    run: (scene) =>
      pay(scene, {
        passType: "gold",
        selection: {},
        code: scene.world.setting.codes[0]!.code.toLowerCase(),
      }),
  },
  "whoever has an award pays": {
    weight: 6,
    async run(scene) {
      const award = oneOf(
        await rows<{ uid: string; pass: PassType | null }>(
          `SELECT uid, pass_type AS pass FROM grants AS g WHERE kind = 'award' AND ended_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM holdings WHERE uid = g.uid AND state <> 'ended') ORDER BY budget_id IS NOT NULL, rowid`,
        ),
        () => 1 - scene.draw() ** 2 - Number.EPSILON,
      );
      if (!award) return;
      return pay({ ...scene, who: award.uid }, { passType: award.pass ?? "goldPlus", selection: {} });
    },
  },
  "buy add-ons later": {
    weight: 8,
    async run(scene) {
      const { draw } = scene;
      const holder = oneOf(
        await rows<{ uid: string }>(
          "SELECT uid FROM holdings WHERE item = 'goldPlus' AND state = 'held' ORDER BY rowid",
        ),
        draw,
      );
      const buyer = draw() < 0.8 ? { ...scene, who: holder?.uid } : scene;
      const chosen = Array.from({ length: 1 + Math.floor(draw() * 2) }, () => pick(ADD_ONS, draw));
      const passType = draw() < 0.95 ? "goldPlus" : "gold";
      return pay(buyer, { buys: "add-ons", passType, selection: Object.fromEntries(chosen) });
    },
  },
  "spend credit": {
    weight: 18,
    async run(scene) {
      const { draw } = scene;
      const person = oneOf(
        await rows<{ uid: string }>(
          `SELECT DISTINCT p.delegate_uid AS uid FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id
          WHERE f.state = 'done' AND (f.kind = 'credit' AND f.amount_cents > 0 OR f.credit_cents > 0) ORDER BY uid`,
        ),
        draw,
      );
      if (!person) return;
      const spender = { ...scene, who: person.uid };
      const held = await rows<{ item: string }>(
        "SELECT item FROM holdings WHERE uid = ? AND state = 'held'",
        person.uid,
      );
      const has = (item: string) => held.some((one) => one.item === item);
      const others = scene.isPlain ? ONE_OF_EACH.filter(([id]) => !has(id)) : ADD_ONS;
      const selection = Object.fromEntries([pick(others.length > 0 ? others : ADD_ONS, draw)]);
      if (draw() < (has("goldPlus") ? 0.9 : 0.1))
        return pay(spender, { buys: "add-ons", passType: "goldPlus", selection });
      const passType = draw() < 0.7 ? "goldPlus" : "gold";
      return pay(spender, { passType, selection: {} });
    },
  },
  "look at an attempt": {
    weight: 4,
    async run({ draw, note, request }) {
      const paid = await paymentIn(draw);
      if (!paid) return;
      note(`${paid.uid.slice(0, 19)} looks at ${paid.id}`);
      await request(paid.uid, (context, visit) => findAttempt(context, visit, paid.id));
    },
  },
  "give up a pass": {
    weight: 6,
    async run(scene) {
      const { world, draw, note, request } = scene;
      const paid = await paymentIn(draw);
      if (!paid) return;
      const page = await pageOfWithdrawal(scene, paid);
      if (!page) return;
      const { amountCents, seenCents } = page;
      note(`${paid.uid.slice(0, 19)} gives ${paid.id} up for ${amountCents}`);
      const asked = { paymentId: paid.id, expectedCents: amountCents, seenCents };
      const ending = await request(paid.uid, (context, visit) => withdraw(context, visit, asked), {
        seenCents,
        holder: paid.uid,
      });
      toldOfGivingBack(world, ending, { cents: amountCents, items: [paid.pass] });
    },
  },
  "read what giving up means": {
    weight: 2,
    async run(scene) {
      const paid = await paymentIn(scene.draw);
      if (paid) await pageOfWithdrawal(scene, paid);
    },
  },
};
