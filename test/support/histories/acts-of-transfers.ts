import { acceptTransfer, readOfferedPass } from "~/money/transfers/taking-over.server.ts";
import { offerPass, takeOfferBack } from "~/money/transfers/transfers.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { type Act, freeIn, oneOf, personIn, rows, staffIn } from "./act.ts";
import { addressOf } from "./setting.ts";
import type { Scene } from "./world.ts";

/** A random offer; the newest offers are chosen most often. */
const offerIn = async ({ draw }: Scene) =>
  oneOf(
    await rows<{ id: string; from: string; to: string | null; state: string }>(
      `SELECT id, from_uid AS "from", to_uid AS "to", state FROM transfers ORDER BY state = 'open', rowid`,
    ),
    () => 1 - draw() * draw() - Number.EPSILON,
  );

/** The acts of the holder of a pass, and of the person to whom the pass is offered. */
export const ACTS_OF_TRANSFERS: Record<string, Act> = {
  "a pass is offered": {
    weight: 8,
    async run(scene) {
      const { draw, note, request, isPlain } = scene;
      const held = oneOf(
        await rows<{ paymentId: string; uid: string }>(
          `SELECT payment_id AS paymentId, uid FROM holdings WHERE item = pass_type ORDER BY state = 'held', rowid`,
        ),
        () => 1 - draw() * draw() - Number.EPSILON,
      );
      if (!held) return;
      // Somebody who holds something cannot take over a pass, so such people are rarely offered one.
      const taker = isPlain || draw() < 0.8 ? await freeIn(scene) : undefined;
      const email = addressOf(taker ?? personIn(scene));
      note(`${held.uid.slice(0, 19)} offers the pass of ${held.paymentId} to ${email.slice(0, 19)}`);
      await request(held.uid, (context, visit) =>
        offerPass(context, visit, { paymentId: held.paymentId, email }),
      );
    },
  },
  "an offer is accepted": {
    weight: 10,
    async run(scene) {
      const { world, draw, note, request, isPlain } = scene;
      const offer = await offerIn(scene);
      if (!offer) return;
      // Sometimes somebody tries to accept an offer that was made to another person.
      const uid = offer.to !== null && (isPlain || draw() < 0.95) ? offer.to : personIn(scene);
      const page = await request(uid, (context, visit) => readOfferedPass(context, visit, offer.id));
      if (typeof page === "string" || "error" in page || "refused" in page.value) return;
      const { seen } = page.value;
      note(`${uid.slice(0, 19)} accepts ${offer.id}`);
      const ending = await request(uid, (context, visit) =>
        acceptTransfer(context, visit, { id: offer.id, seen }, leavesClosed(context, visit)),
      );
      if (typeof ending === "string" || "error" in ending || "refused" in ending.value) return;
      world.told.push({ what: "accepted", id: offer.id, uid });
    },
  },
  "an offer is taken back": {
    weight: 6,
    async run(scene) {
      const { world, draw, note, request } = scene;
      const offer = await offerIn(scene);
      if (!offer) return;
      const isStaff = draw() < 0.3;
      note(`${isStaff ? "staff take" : "its holder takes"} ${offer.id} back`);
      const ending = await request(isStaff ? staffIn(scene) : offer.from, (context, visit) =>
        takeOfferBack(context, visit, offer.id, { isStaff }),
      );
      if (typeof ending === "string" || "error" in ending || !ending.value) return;
      world.told.push({ what: "taken back", id: offer.id });
    },
  },
};
