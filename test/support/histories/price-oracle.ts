import { env } from "cloudflare:workers";
import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { CONFERENCE } from "../money.ts";

/** What somebody who pays has chosen. */
export type Asked = {
  uid: string;
  buys: "pass" | "add-ons";
  passType: PassType;
  selection: Selection;
  code: string;
};

/**
 * The present price of the things that somebody asks to buy, and the grants that reduce this price; null if these
 * things are not sold to this person.
 */
export type Specified = {
  passCents: number;
  totalCents: number;
  /** The part of the total that credit pays, and the part that the card is charged. */
  creditCents: number;
  dueCents: number;
  items: string[];
  off: { id: string; cents: number }[];
} | null;

type Row = Record<string, string & number>;

/**
 * The price according to the specification (sections 3, 5, 6 and 9). It is calculated here a second time, from the
 * present rows, without using the code that charges. It is the round's price, less the award, less the code, plus the
 * add-ons. Credit pays as much of this price as possible. `now` is the time for which the price is asked (UTC ms).
 * Reductions used by the payment with the id `besides` are treated as still unused.
 */
export async function specified(
  { uid, buys, passType, selection, code }: Asked,
  now = Date.now(),
  besides = "",
): Promise<Specified> {
  const rows = await env.DB.batch<Row>([
    env.DB.prepare(
      `SELECT submitted_at, decision FROM applications JOIN decisions USING (conference_id, uid)
      WHERE conference_id = ? AND uid = ?`,
    ).bind(CONFERENCE, uid),
    env.DB.prepare(
      `SELECT r.id, r.deadline, p.cents FROM rounds AS r LEFT JOIN prices AS p
      ON p.conference_id = r.conference_id AND p.round_id = r.id AND p.ticket_id = ?
      WHERE r.conference_id = ? ORDER BY r.position`,
    ).bind(passType, CONFERENCE),
    env.DB.prepare(
      `SELECT 1 FROM tickets WHERE conference_id = ? AND id = ? AND on_sale
      AND (sale_from IS NULL OR sale_from <= ?) AND (sale_until IS NULL OR sale_until >= ?)`,
    ).bind(CONFERENCE, passType, now, now),
    env.DB.prepare("SELECT * FROM add_ons WHERE conference_id = ? AND ticket_id = ?").bind(
      CONFERENCE,
      passType,
    ),
    env.DB.prepare(
      `WITH used AS (SELECT u.grant_id, u.cents FROM grant_uses AS u JOIN holdings AS l ON l.id = u.holding_id
        JOIN holdings AS h ON h.payment_id = l.payment_id AND h.item = l.item
        WHERE h.state IN ('pending', 'held', 'ending') AND h.payment_id <> ?5)
      SELECT *, (SELECT cents FROM budgets WHERE id = g.budget_id) - (SELECT coalesce(sum(used.cents), 0) FROM used
          JOIN grants AS b ON b.id = used.grant_id WHERE b.budget_id = g.budget_id) AS budget_left,
        max_uses <= (SELECT count(*) FROM used WHERE grant_id = g.id) AS is_used_up
      FROM grants AS g WHERE conference_id = ?1 AND ended_at IS NULL AND (uid = ?2 OR code = ?3)
      AND (valid_from IS NULL OR valid_from <= ?4) AND (valid_until IS NULL OR valid_until >= ?4)`,
    ).bind(CONFERENCE, uid, code.toUpperCase().replaceAll(" ", ""), now, besides),
    env.DB.prepare("SELECT 1 FROM holdings WHERE uid = ? AND item = ? AND state = 'held'").bind(
      uid,
      passType,
    ),
    env.DB.prepare(
      `SELECT (SELECT coalesce(sum(CASE f.kind WHEN 'credit' THEN f.amount_cents ELSE f.credit_cents END), 0) FROM refunds AS f
          JOIN payments AS p ON p.id = f.payment_id WHERE p.delegate_uid = ?1 AND f.state = 'done' AND p.state <> 'voided')
        - (SELECT coalesce(sum(credit_cents), 0) FROM payments WHERE delegate_uid = ?1 AND id <> ?2
          AND state IN ('reserved', 'charging', 'unknown', 'captured', 'refund_pending', 'refunded')) AS cents`,
    ).bind(uid, besides),
  ]);
  const [[person], rounds, sold, addOns, grants, held, credit] = rows.map(({ results }) => results) as [
    Row[],
    Row[],
    Row[],
    Row[],
    Row[],
    Row[],
    Row[],
  ];
  const withCredit = (cents: number) => {
    const creditCents = Math.max(0, Math.min(cents, credit[0]!["cents"]!));
    return { creditCents, dueCents: cents - creditCents };
  };
  const chosen = chosenFrom(addOns, selection);
  if (!chosen) return null;
  if (buys === "add-ons") {
    const comesWithIt = chosen.some((addOn) => addOn["included"]);
    if (held.length === 0 || chosen.length === 0 || comesWithIt) return null;
    const totalCents = chosen.reduce((sum, addOn) => sum + addOn["cents"]!, 0);
    const items = chosen.map((addOn) => addOn["id"]!).sort();
    return { passCents: 0, totalCents, ...withCredit(totalCents), items, off: [] };
  }
  if (!person || sold.length === 0) return null;
  if (passType === "goldPlus" ? person["decision"] !== "Accepted" : person["decision"] === "Rejected")
    return null;
  const own = rounds.find((round) => person["submitted_at"]! <= round["deadline"]!);
  const priced = rounds.filter((round) => round["cents"] !== null);
  let left: number = own?.["cents"] ?? priced.at(-1)!["cents"]!;

  const isFor = (grant: Row) =>
    (grant["pass_type"] === null || grant["pass_type"] === passType) &&
    (grant["round_id"] === null || grant["round_id"] === own?.["id"]);
  const typed = grants.find((grant) => grant["kind"] === "code");
  if (code !== "" && !(typed && isFor(typed))) return null;
  const award = grants.find((grant) => grant["kind"] === "award" && isFor(grant));
  const off: { id: string; cents: number }[] = [];
  const taken: Record<string, number> = {};
  for (const grant of [award, typed]) {
    if (!grant) continue;
    const share =
      grant["percent"] === null ? grant["amount_cents"]! : Math.round((left * grant["percent"]!) / 100);
    const cents = share > left ? left : share;
    const budget = grant["budget_id"] ?? "";
    const sum = cents + (taken[budget] ?? 0);
    if (grant["is_used_up"] || (grant["budget_left"] !== null && sum > grant["budget_left"]!)) {
      // A code that takes nothing off is refused; an award that takes nothing off is left out.
      if (grant === typed) return null;
      continue;
    }
    taken[budget] = sum;
    off.push({ id: grant["id"]!, cents });
    left -= cents;
  }

  const included = addOns.filter((addOn) => addOn["included"] && !chosen.includes(addOn));
  const items: string[] = [passType, ...[...chosen, ...included].map((addOn) => addOn["id"]!)];
  const cents = chosen.reduce((sum, addOn) => sum + (addOn["included"] ? 0 : addOn["cents"]!), left);
  return { passCents: left, totalCents: cents, ...withCredit(cents), items: items.sort(), off };
}

/** The chosen add-ons; null if one of them is not on offer, or not in the chosen variant. */
function chosenFrom(addOns: Row[], selection: Selection): Row[] | null {
  const chosen: Row[] = [];
  for (const [id, choice] of Object.entries(selection)) {
    const addOn = addOns.find((one) => one["id"] === id);
    if (!addOn || (addOn["disabled"] && !addOn["included"])) return null;
    const sizes: unknown[] = JSON.parse(addOn["variants"] ?? "[]");
    if (sizes.length > 0 ? !sizes.includes(choice) : choice !== true) return null;
    chosen.push(addOn);
  }
  return chosen;
}

/**
 * How many cents somebody could be charged now; null if they cannot be charged. They cannot be charged if they already
 * have something that they ask for, or if something is sold out.
 */
export async function payable(asked: Asked, heldPass: PassType | null): Promise<number | null> {
  const price = await specified(asked);
  if (!price) return null;
  const live = "state IN ('pending', 'held', 'ending')";
  const { results } = await env.DB.prepare(
    `SELECT 1 FROM holdings WHERE uid = ?1 AND ${live} AND item IN (SELECT value FROM json_each(?2))
    UNION ALL SELECT 1 FROM holdings WHERE uid = ?1 AND ${live} AND ?3 = 'gold' AND ?5 = 'pass' AND item = 'goldPlus'
    UNION ALL SELECT 1 FROM holdings WHERE uid = ?1 AND ?3 = 'goldPlus' AND ?5 = 'pass' AND item = 'gold'
      AND (state = 'pending' OR state = 'held' AND ?4 IS NOT 'gold')
    UNION ALL SELECT 1 FROM (SELECT id, places FROM tickets UNION ALL SELECT id, places FROM add_ons) AS t
      WHERE t.id IN (SELECT value FROM json_each(?2))
        AND t.places <= (SELECT count(*) FROM holdings WHERE item = t.id AND ${live})
    LIMIT 1`,
  )
    .bind(asked.uid, JSON.stringify(price.items), asked.passType, heldPass, asked.buys)
    .all();
  return results.length > 0 ? null : price.dueCents;
}
