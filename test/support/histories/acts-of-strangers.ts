import { cancelInvoice } from "~/money/invoices/invoices.server.ts";
import { groupOrder } from "~/money/payers/groups.server.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import { findAttempt } from "~/money/reconciler/reconciler.server.ts";
import { withdraw } from "~/money/refunds/withdrawal.server.ts";
import { exchange } from "~/money/transfers/exchanges.server.ts";
import { acceptTransfer } from "~/money/transfers/taking-over.server.ts";
import { offerPass, takeOfferBack } from "~/money/transfers/transfers.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { PassType } from "~/values/types.ts";
import { CARD } from "../money-state.ts";
import { type Act, backOf, oneOf, rows } from "./act.ts";
import { policyFor } from "./acts-of-delegates.ts";
import { specified } from "./price-oracle.ts";
import { addressOf } from "./setting.ts";
import type { Scene } from "./world.ts";

/** An attempt by somebody to do something with other people's things. */
type Attempt = {
  /**
   * The owners of the thing that the attempt is about. Everybody else is a stranger. `likely` is the most interesting
   * stranger for this attempt, such as the owner of a part of the thing.
   */
  owners: string[];
  likely?: string | undefined;
  words: string;
  /** Makes the attempt, and returns whether it succeeded. For a stranger, it must never succeed. */
  verb: (context: Context, visit: SignedIn) => Promise<boolean>;
};

const wasDone = (answer: object) => !("refused" in answer || "problems" in answer);

/** A payment whose pass is still held, either by its delegate or by somebody else. */
const heldIn = async ({ draw }: Scene) =>
  oneOf(
    await rows<{ id: string; uid: string; payer: string; pass: string }>(
      `SELECT p.id, h.uid, p.delegate_uid AS payer, p.pass_type AS pass FROM payments AS p
      JOIN holdings AS h ON h.payment_id = p.id AND h.item = p.pass_type AND h.state = 'held'
      ORDER BY h.from_holding IS NOT NULL, p.rowid`,
    ),
    () => 1 - draw() ** 2 - Number.EPSILON,
  );

const openOffer = async ({ draw }: Scene) =>
  oneOf(
    await rows<{ id: string; from: string; to: string | null; pass: string }>(
      `SELECT t.id, from_uid AS "from", to_uid AS "to", h.pass_type AS pass FROM transfers AS t
      JOIN holdings AS h ON h.id = t.holding_id WHERE t.state = 'open' ORDER BY t.rowid`,
    ),
    draw,
  );

/**
 * The attempts by name, so that a trace says what was tried. An attempt is undefined as long as there is nothing that
 * it could be tried on.
 */
const ATTEMPTS: Record<string, (scene: Scene) => Promise<Attempt | undefined>> = {
  async exchange({ draw }) {
    const shirt = oneOf(
      await rows<{ id: string; uid: string; variant: string }>(
        `SELECT payment_id AS id, uid, variant FROM holdings WHERE item = 'h2023shirtblack' AND state = 'held' ORDER BY rowid`,
      ),
      draw,
    );
    if (!shirt) return undefined;
    const { id: paymentId, variant: seen } = shirt;
    const asked = { paymentId, item: "h2023shirtblack", seen, variant: seen === "L" ? "M" : "L" };
    return {
      owners: [shirt.uid],
      words: `exchanges the shirt of ${shirt.id}`,
      verb: async (context, visit) => wasDone(await exchange(context, visit, asked, { isStaff: false })),
    };
  },
  async "give up"(scene) {
    const paid = await heldIn(scene);
    if (!paid) return undefined;
    const asked = {
      paymentId: paid.id,
      expectedCents: await policyFor(paid.id),
      seenCents: await backOf(paid.id),
    };
    return {
      // If the pass was taken over, nobody is its owner: the new holder has not paid for it, and the person who paid
      // for it no longer has it.
      owners: paid.uid === paid.payer ? [paid.payer] : [],
      likely: paid.uid === paid.payer ? undefined : scene.draw() < 0.7 ? paid.uid : paid.payer,
      words: `gives up the pass of ${paid.id}`,
      verb: async (context, visit) => wasDone(await withdraw(context, visit, asked)),
    };
  },
  async offer(scene) {
    const paid = await heldIn(scene);
    if (!paid) return undefined;
    const asked = { paymentId: paid.id, email: addressOf(scene.world.setting.people[0]!.uid) };
    return {
      owners: [paid.uid],
      words: `offers the pass of ${paid.id}`,
      verb: async (context, visit) => wasDone(await offerPass(context, visit, asked)),
    };
  },
  async look({ draw }) {
    const paid = oneOf(
      await rows<{ id: string; uid: string }>("SELECT id, delegate_uid AS uid FROM payments ORDER BY rowid"),
      draw,
    );
    if (!paid) return undefined;
    return {
      owners: [paid.uid],
      words: `looks at ${paid.id}`,
      verb: async (context, visit) => (await findAttempt(context, visit, paid.id)) !== null,
    };
  },
  async "take an offer back"(scene) {
    const offer = await openOffer(scene);
    if (!offer) return undefined;
    return {
      owners: [offer.from],
      words: `takes ${offer.id} back`,
      verb: (context, visit) => takeOfferBack(context, visit, offer.id, { isStaff: false }),
    };
  },
  async "accept an offer"(scene) {
    const offer = await openOffer(scene);
    if (!offer) return undefined;
    const things = await rows<{ id: string }>(
      `SELECT id FROM holdings WHERE uid = ? AND pass_type = ? AND state IN ('pending', 'held', 'ending')
      ORDER BY payment_id, id`,
      ...[offer.from, offer.pass],
    );
    const asked = { id: offer.id, seen: things.map(({ id }) => id).join(" ") };
    return {
      owners: [offer.from, offer.to ?? ""],
      words: `accepts ${offer.id}`,
      verb: async (context, visit) => wasDone(await acceptTransfer(context, visit, asked, () => [])),
    };
  },
  async "cancel an invoice"({ draw }) {
    const invoice = oneOf(
      await rows<{ id: string; uid: string }>(
        `SELECT p.id, o.payer_uid AS uid FROM payments AS p JOIN orders AS o ON o.id = p.id
        JOIN invoices AS i ON i.order_id = o.id WHERE p.state = 'reserved' ORDER BY p.rowid`,
      ),
      draw,
    );
    if (!invoice) return undefined;
    return {
      owners: [invoice.uid],
      words: `cancels the invoice ${invoice.id}`,
      verb: async (context, visit) =>
        wasDone(await cancelInvoice(context, visit, invoice.id, visit.viewer.uid)),
    };
  },
  async "pay without being asked"({ draw }) {
    const wish = oneOf(
      await rows<{ id: string; uid: string; pass: PassType; addOns: string; email: string }>(
        `SELECT id, uid, pass_type AS pass, add_ons AS addOns, email FROM payer_requests
        WHERE ended_at IS NULL ORDER BY rowid`,
      ),
      draw,
    );
    if (!wish) return undefined;
    const { uid, pass: passType } = wish;
    const wished = { uid, buys: "pass", passType, selection: JSON.parse(wish.addOns), code: "" } as const;
    const asked = { ids: [wish.id], seenCents: (await specified(wished))?.totalCents ?? 0 };
    return {
      owners: [wish.email.split("@")[0]!],
      words: `pays for ${uid.slice(0, 19)}`,
      verb: async (context, visit) => wasDone(await payByCard(context, visit, groupOrder(asked), CARD)),
    };
  },
};

/** The acts of people who try to do something with other people's things. */
export const ACTS_OF_STRANGERS: Record<string, Act> = {
  "a stranger tries": {
    weight: 8,
    async run(scene) {
      const { world, draw, note, request } = scene;
      for (const [name, attemptIn] of Object.entries(ATTEMPTS)) {
        const attempt = await attemptIn(scene);
        if (!attempt) continue;
        const strangers = world.setting.people.filter(({ uid }) => !attempt.owners.includes(uid));
        const uid = attempt.likely ?? oneOf(strangers, draw)?.uid;
        if (uid === undefined) continue;
        note(`${uid.slice(0, 19)}, a stranger, ${attempt.words}`);
        const ending = await request(uid, async (context, visit) => ({
          isDone: await attempt.verb(context, visit),
        }));
        if (typeof ending === "string") return;
        // This person may have become the owner in the meantime.
        if ("value" in ending && ending.value.isDone && !world.isBusy())
          world.wrong.push(`a stranger may ${name}`);
      }
    },
  },
};
