import { askForInvoice } from "~/money/invoices/issuing.server.ts";
import { groupOrder } from "~/money/payers/groups.server.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { pick } from "../faults.ts";
import { CONFERENCE, DIRECTOR } from "../money.ts";
import { CARD } from "../money-state.ts";
import { type Act, BUYER, personIn, rows, run } from "./act.ts";
import { type Asked, payable, specified } from "./price-oracle.ts";
import { addressOf } from "./setting.ts";
import type { Scene } from "./world.ts";

const MOST_PEOPLE = 4;

/** Asks somebody to pay for a pass. This replaces an earlier request for the same pass. */
async function ask(payer: string, { uid, passType, selection }: Asked): Promise<string> {
  const id = newId();
  const [gold] = await rows("SELECT 1 FROM holdings WHERE uid = ? AND item = 'gold' AND state = 'held'", uid);
  const heldPass = passType === "goldPlus" && gold ? "gold" : null;
  await run(
    "UPDATE payer_requests SET ended_at = 0 WHERE uid = ? AND pass_type = ? AND ended_at IS NULL",
    ...[uid, passType],
  );
  await run(
    `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, held_pass, email, email_key, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ...[id, CONFERENCE, uid, passType, JSON.stringify(selection), heldPass],
    ...[addressOf(payer), emailKeyOf(payer)],
  );
  return id;
}

/** The e-mail address by which a visit identifies its viewer. */
const emailKeyOf = (uid: string) => `${uid}@hpair.example`.toLowerCase();

/**
 * The people for whom somebody pays, the requests of these people, and the total on the page, which is sometimes out of
 * date.
 */
async function group(scene: Scene) {
  const { world, draw } = scene;
  const payer = draw() < 0.5 ? DIRECTOR : personIn(scene);
  const passType: PassType = draw() < 0.7 ? "goldPlus" : "gold";
  const drawn = Array.from({ length: 2 + Math.floor(draw() * (MOST_PEOPLE - 1)) }, () =>
    pick(world.setting.people, draw),
  );
  const uids = [...new Set(drawn.map(({ uid }) => uid))].filter((uid) => uid !== payer);
  const wished = uids.map((uid): Asked => {
    const selection: Selection = passType === "goldPlus" && draw() < 0.3 ? { h2023mug: true } : {};
    return { uid, buys: "pass", passType, selection, code: "" };
  });
  const prices = await Promise.all(wished.map((one) => payable(one, null)));
  // Usually, people whose passes cannot be paid for are left out. Sometimes they are not left out.
  const people = draw() < 0.7 ? wished.filter((_, index) => prices[index] !== null) : wished;
  const ids: string[] = [];
  for (const one of people) ids.push(await ask(payer, one));
  const costs = await Promise.all(people.map((one) => specified(one)));
  const isOld = draw() < 0.05;
  const seenCents = costs.reduce((sum, price) => sum + (price?.totalCents ?? 0), 0) + (isOld ? 100 : 0);
  const names = people.map(({ uid }) => uid.slice(0, 19)).join(", ");
  return { payer, people, asked: { ids, seenCents }, words: `${seenCents} for ${names}` };
}

/** The acts of people who pay for others. */
export const ACTS_OF_PAYERS: Record<string, Act> = {
  "one pays for several": {
    weight: 12,
    async run(scene) {
      const { world, note, request } = scene;
      const { payer, people, asked, words } = await group(scene);
      note(`${payer.slice(0, 19)} pays ${words}`);
      const ending = await request(
        payer,
        (context, visit) => payByCard(context, visit, groupOrder(asked), CARD),
        { group: people },
      );
      if (typeof ending === "string" || "error" in ending) return;
      const { value, made = [] } = ending;
      if ("attempt" in value)
        world.told.push({ what: "attempt", id: value.attempt.id, state: value.attempt.state });
      // If the manifest could not be written to the file store, the payment is released immediately.
      else if (value.status !== 503) world.told.push({ what: "refused", made });
    },
  },
  "one asks for one invoice for several": {
    weight: 8,
    async run(scene) {
      const { world, note, request } = scene;
      const { payer, people, asked, words } = await group(scene);
      note(`${payer.slice(0, 19)} asks for one invoice over ${words}`);
      const ending = await request(
        payer,
        (context, visit) => askForInvoice(context, visit, groupOrder(asked), BUYER),
        { group: people },
      );
      if (typeof ending === "string" || "error" in ending) return;
      const { value, made = [] } = ending;
      if ("id" in value) world.told.push({ what: "attempt", id: value.id, state: "reserved" });
      else world.told.push({ what: "refused", made });
    },
  },
};
