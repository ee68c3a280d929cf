import { env } from "cloudflare:workers";
import { type Ending, pick } from "../faults.ts";
import { DIRECTOR } from "../money.ts";
import type { Scene, World } from "./world.ts";

/** Something that a person or a machine does in connection with money. */
export type Act = {
  /** How often the act is chosen, compared with other acts. */
  weight: number;
  /** Whether the act is done immediately and without a request, so that no other act happens at the same time. */
  isAlone?: boolean;
  run: (scene: Scene) => Promise<unknown>;
};

export async function rows<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}

export const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** A random item; undefined if there are none. */
export const oneOf = <Item>(items: readonly Item[], draw: () => number): Item | undefined =>
  items.length > 0 ? pick(items, draw) : undefined;

export const personIn = ({ world, draw, who }: Scene): string => who ?? pick(world.setting.people, draw).uid;

/** Whether the person may have the pass that only accepted people get. */
export const isAccepted = ({ world }: Scene, uid: string | undefined): boolean =>
  world.setting.people.some((one) => one.uid === uid && one.decision === "Accepted");

/** Somebody who holds nothing and is not paying for anything; undefined if there is nobody. */
export const freeIn = async ({ world, draw }: Scene): Promise<string | undefined> =>
  oneOf(
    await rows<{ uid: string }>(
      `SELECT value AS uid FROM json_each(?) AS p
      WHERE NOT EXISTS (SELECT 1 FROM holdings WHERE uid = p.value AND state <> 'ended') ORDER BY key`,
      JSON.stringify(world.setting.people.map(({ uid }) => uid)),
    ),
    draw,
  )?.uid;

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The id in a form. A form that is sent again has the same id as the first time. */
export const idOfForm = (draw: () => number): string =>
  Array.from({ length: 20 }, () => pick([...BASE32], draw)).join("");

/** The payer of an invoice, as printed on the invoice. */
export const BUYER = { buyerName: "A university", buyerAddress: "Its street" };

/** A director or, less often, a delegate who is on the staff. */
export const staffIn = ({ world, draw }: Scene): string =>
  draw() < 0.8 ? DIRECTOR : world.setting.people[0]!.uid;

export const paymentIn = async (draw: () => number) =>
  oneOf(
    await rows<{ id: string; uid: string; pass: string; cents: number; isOfAddOns: number }>(
      `SELECT id, delegate_uid AS uid, pass_type AS pass, amount_cents AS cents,
        instr(lines, '"id":"' || pass_type || '"') = 0 AS isOfAddOns FROM payments
      ORDER BY state = 'captured', rowid`,
    ),
    () => 1 - draw() * draw() - Number.EPSILON,
  );

/**
 * Records in `world.told` what somebody who asked for a refund was told: that it was refused, or the refund's id.
 * Records nothing if the request failed or was not answered.
 */
export function toldOfGivingBack(
  world: World,
  ending: Ending<{ refused: string } | { refund: string }> & { made?: string[] },
  asked: { cents: number | null; items: string[] },
): void {
  if (typeof ending === "string" || "error" in ending) return;
  if ("refused" in ending.value) world.told.push({ what: "refused", made: ending.made ?? [] });
  else world.told.push({ what: "given back", id: ending.value.refund, ...asked });
}

export const backOf = async (paymentId: string) =>
  (
    await rows<{ cents: number }>(
      "SELECT coalesce(sum(amount_cents), 0) AS cents FROM refunds WHERE payment_id = ? AND state <> 'refused'",
      paymentId,
    )
  )[0]!.cents;
