import { createCode, endGrant, giveAward } from "~/money/awards/grant-desk.server.ts";
import { giveLinesBack } from "~/money/refunds/giving-back.server.ts";
import { exchange } from "~/money/transfers/exchanges.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { RefundKind } from "~/values/types.ts";
import { BILLS } from "../bills.ts";
import { pick } from "../faults.ts";
import { type Act, backOf, oneOf, paymentIn, personIn, rows, run, staffIn, toldOfGivingBack } from "./act.ts";
import { drawSize } from "./setting.ts";
import type { Scene } from "./world.ts";

/** Whether an award takes off the whole price: then it needs a budget, or a second person. */
const isWhole = ({ percent }: { percent: number | null }) => percent === 100;

/**
 * Gives back a held pass with everything that it includes, or makes only a gesture of goodwill. The pass is one whose
 * payment meets the condition.
 */
async function giveBackOf(
  scene: Scene,
  condition: string,
  { kind = "money", isGoodwill = false }: { kind?: RefundKind; isGoodwill?: boolean } = {},
) {
  const { world, draw, note, request, isPlain } = scene;
  const paid = oneOf(
    await rows<{ id: string; pass: string; cents: number }>(
      `SELECT p.id, p.pass_type AS pass, p.amount_cents AS cents FROM ${BILLS} AS p
      JOIN holdings AS h ON h.payment_id = p.id AND h.item = p.pass_type AND h.state = 'held'
      WHERE p.state = 'captured' AND p.amount_cents > 0 AND ${condition} ORDER BY p.pass_type = 'goldPlus', p.rowid`,
    ),
    () => 1 - draw() ** 2 - Number.EPSILON,
  );
  if (!paid) return;
  const gestures = isPlain ? [2_500] : [2_500, 10_000];
  const amountCents = pick(isGoodwill ? gestures : [null, paid.cents, paid.cents, 10_000], draw);
  const items = isGoodwill ? [] : [paid.pass];
  const seenCents = await backOf(paid.id);
  note(`staff give ${amountCents ?? "the usual"} of ${paid.id} back as ${kind} for ${items[0] ?? "nothing"}`);
  const asked = { paymentId: paid.id, items, amountCents, kind, seenCents };
  const ending = await request(
    staffIn(scene),
    (context, visit) => giveLinesBack(context, visit, { ...asked, reason: "Asked for" }),
    { seenCents },
  );
  toldOfGivingBack(world, ending, { cents: amountCents, items });
}

/** The acts of the staff. Delegates may do some of these acts too, so sometimes a delegate does such an act. */
export const ACTS_OF_STAFF: Record<string, Act> = {
  "give lines back": {
    weight: 12,
    async run(scene) {
      const { world, draw, note, request, isPlain } = scene;
      const paid = await paymentIn(draw);
      if (!paid) return;
      const held = await rows<{ item: string; cents: number }>(
        "SELECT item, cents FROM holdings WHERE payment_id = ? AND item <> pass_type ORDER BY item",
        paid.id,
      );
      const what = isPlain ? draw() / 2 : draw();
      const addOn = oneOf(held, draw);
      const whole = paid.isOfAddOns ? held.map(({ item }) => item) : [paid.pass];
      const items = what < 0.45 ? whole : what < 0.75 && addOn ? [addOn.item] : [];
      const amounts = [null, null, 0, paid.cents, 2_500, addOn?.cents ?? 1_000, 10_000, paid.cents - 100];
      const amountCents = isPlain ? null : pick(amounts, draw);
      const kind = draw() < 0.6 ? "money" : "credit";
      const seenCents = draw() < 0.95 ? await backOf(paid.id) : 0;
      note(
        `staff give ${amountCents ?? "the usual"} of ${paid.id} back as ${kind} for ${items.join(" ") || "nothing"}`,
      );
      const asked = { paymentId: paid.id, items, amountCents, kind, seenCents, reason: "Asked for" } as const;
      const ending = await request(
        staffIn(scene),
        (context, visit) => giveLinesBack(context, visit, { ...asked, items }),
        { seenCents },
      );
      toldOfGivingBack(world, ending, { cents: amountCents, items });
    },
  },
  "a pass is kept as credit": {
    weight: 3,
    run: (scene) => giveBackOf(scene, "p.payer_uid = p.delegate_uid", { kind: "credit" }),
  },
  "what was paid with credit is given back": {
    weight: 3,
    run: (scene) => giveBackOf(scene, "p.credit_cents > 0"),
  },
  "what another person paid for is given back": {
    weight: 8,
    run: (scene) =>
      giveBackOf(scene, "p.payer_uid <> p.delegate_uid", { kind: scene.draw() < 0.3 ? "credit" : "money" }),
  },
  "a gesture of goodwill": {
    weight: 5,
    run: (scene) => giveBackOf(scene, "p.payer_uid = p.delegate_uid", { kind: "credit", isGoodwill: true }),
  },
  "a gesture of goodwill for the card": {
    weight: 4,
    run: (scene) =>
      giveBackOf(scene, "p.means NOT IN ('none', 'cash', 'bank transfer')", { isGoodwill: true }),
  },
  "what came in by hand is given back": {
    weight: 3,
    run: (scene) => giveBackOf(scene, "p.means IN ('cash', 'bank transfer')"),
  },
  "a size is exchanged": {
    weight: 16,
    async run(scene) {
      const { world, draw, note, request } = scene;
      const shirt = oneOf(
        await rows<{ id: string; uid: string; variant: string }>(
          `SELECT payment_id AS id, uid, variant FROM holdings WHERE item = 'h2023shirtblack'
            AND (from_holding IS NULL OR state = 'held') ORDER BY state = 'held', rowid`,
        ),
        () => 1 - draw() * draw() - Number.EPSILON,
      );
      if (!shirt) return;
      const variant = pick(["S", "M", "L", "XXL"], draw);
      const isStaff = draw() < 0.4;
      note(
        `${isStaff ? "staff exchange" : "its holder exchanges"} the shirt ${shirt.variant} of ${shirt.id} for ${variant}`,
      );
      const asked = { paymentId: shirt.id, item: "h2023shirtblack", seen: shirt.variant, variant };
      const ending = await request(isStaff ? staffIn(scene) : shirt.uid, (context, visit) =>
        exchange(context, visit, asked, { isStaff }),
      );
      if (typeof ending === "string" || "error" in ending || "refused" in ending.value) return;
      if (variant === "XXL") world.wrong.push("exchanged for a size that is not made");
    },
  },
  "an award is given": {
    weight: 4,
    async run(scene) {
      const { draw, note, request, isPlain } = scene;
      const uid = personIn(scene);
      const size = drawSize(draw);
      note(`${uid.slice(0, 19)} gets an award of ${JSON.stringify(size)}`);
      const isPaidFor = isPlain || draw() < 0.5;
      const budgetId = isPaidFor || isWhole(size) ? "budget-0" : null;
      await request(staffIn(scene), (context, visit) =>
        giveAward(context, visit, newId(), uid, { title: "Scholarship", size, budgetId }),
      );
    },
  },
  "a grant ends": {
    weight: 3,
    async run(scene) {
      const { draw, note, request } = scene;
      const grant = oneOf(await rows<{ id: string }>("SELECT id FROM grants ORDER BY rowid"), draw);
      if (!grant) return;
      note(`${grant.id} ends`);
      await request(staffIn(scene), (context, visit) => endGrant(context, visit, grant.id));
    },
  },
  "an award is changed": {
    weight: 3,
    async run(scene) {
      const { draw, note, request } = scene;
      const award = oneOf(
        await rows<{ id: string; uid: string }>(
          "SELECT id, uid FROM grants WHERE kind = 'award' AND ended_at IS NULL ORDER BY rowid",
        ),
        draw,
      );
      if (!award) return;
      const { uid } = award;
      const size = drawSize(draw);
      note(`the award of ${uid.slice(0, 19)} becomes ${JSON.stringify(size)}`);
      await request(staffIn(scene), async (context, visit) => {
        await endGrant(context, visit, award.id);
        const budgetId = isWhole(size) ? "budget-0" : null;
        return giveAward(context, visit, newId(), uid, { title: "Scholarship", size, budgetId });
      });
    },
  },
  "a code is made": {
    weight: 2,
    async run(scene) {
      const { world, draw, note, request } = scene;
      const { code } = pick(world.setting.codes, draw);
      const size = drawSize(draw);
      note(`${code} is made again with ${JSON.stringify(size)}`);
      const limits = { passType: null, roundId: null, maxUses: 1, lastDay: null, budgetId: "budget-0" };
      await request(staffIn(scene), (context, visit) =>
        createCode(context, visit, newId(), { code, title: "Friends again", size, ...limits }),
      );
    },
  },
  "the price of a pass changes": {
    weight: 3,
    async run({ draw, note }) {
      const [pass, off] = [pick(["goldPlus", "gold"], draw), pick([-5_000, -333, 1, 100, 2_500], draw)];
      note(`${pass} costs ${off} more`);
      await run("UPDATE prices SET cents = max(1000, cents + ?) WHERE ticket_id = ?", off, pass);
    },
  },
  "a pass is taken off sale, or put back": {
    weight: 2,
    async run({ draw, note }) {
      const pass = pick(["goldPlus", "gold"], draw);
      note(`${pass} is sold no more, or again`);
      await run("UPDATE tickets SET on_sale = NOT on_sale WHERE id = ?", pass);
    },
  },
  "a budget changes": {
    weight: 2,
    async run({ draw, note }) {
      const more = pick([1_000, 20_000, 60_000, 60_000], draw);
      note(`the budget grows by ${more}`);
      await run("UPDATE budgets SET cents = cents + ?", more);
    },
  },
};
