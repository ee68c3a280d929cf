import { env } from "cloudflare:workers";
import { ownOrder } from "~/money/payments/checked-payment.server.ts";
import { payByCard } from "~/money/payments/payments.server.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { pick, request, sharing } from "./faults.ts";
import { CONFERENCE, specifiedPrice, visitOf } from "./money.ts";
import { CARD } from "./money-state.ts";

/** This many delegates pay at the same time and share their round trips. */
const WAVE = 100;

const SUBMITTED = [
  "2022-11-11T18:05:00Z",
  "2022-12-06T04:59:00.000Z",
  "2022-12-06T04:59:00.001Z",
  "2023-05-02T03:58:59.999Z",
  "2023-05-02T03:59:00.000Z",
  "2023-05-02T03:59:00.001Z",
  "2023-06-02T03:59:00.000Z",
].map((instant) => Date.parse(instant));

/** Ids and choices that forms and programs might send. */
const IDS = [
  "h2023virtual",
  "h2023execsem",
  "h2023mug",
  "h2023hatwhite",
  "h2023hatblack",
  "h2023shirtblack",
  "h2023shirtblack",
];
const STRANGE_IDS = ["h2022mug", "goldPlus", "", "__proto__", "constructor", "h2023mug "];
const SIZES = ["S", "M", "L", "XL"];
const STRANGE_CHOICES: unknown[] = ["XXL", "m", "", "true", false, null, 1, {}, ["M"]];
const STRANGE_COSTS: unknown[] = [
  0,
  -495,
  494.99,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "495 ",
  "0x1ef",
  "1e3",
  [495],
  {},
  null,
  0.1 + 0.2,
  true,
];

type Drawn = {
  uid: string;
  submittedAt: number;
  passType: PassType;
  selection: Selection;
  passCost: unknown;
  total: unknown;
  /** Null if nothing may be charged. */
  cents: number | null;
};

/**
 * Makes random requests by delegates who only have to pay, and compares the results with the specification's prices.
 * Every charge must have the right price. Nothing may be charged if something has no price, or if the request expects
 * another price. All other requests must lead to a charge.
 */
export async function payAtRandom(
  count: number,
  draw: () => number,
): Promise<{ charged: number; refused: number; wrong: unknown[] }> {
  const gateway = new FakeGateway();
  const database = sharing(env.DB);
  const wrong: unknown[] = [];
  for (let made = 0; made < count; made += WAVE) {
    const drawn = Array.from({ length: WAVE }, (_, index) => drawRequest(made + index, draw));
    await enter(drawn);
    const before = gateway.charges.length;
    await Promise.all(drawn.map((one) => pay(one, gateway, database)));
    const charges = gateway.charges.slice(before);
    for (const one of drawn) {
      const amounts = charges
        .filter(({ carried }) => carried.uid === one.uid)
        .map(({ amountCents }) => amountCents);
      const expected = one.cents === null ? [] : [one.cents];
      if (amounts.join() !== expected.join()) wrong.push({ ...one, charged: amounts });
    }
  }
  const charged = gateway.charges.length;
  return { charged, refused: count - charged, wrong };
}

function drawRequest(index: number, draw: () => number): Drawn {
  const uid = String(index).padStart(28, "0");
  const submittedAt = pick(SUBMITTED, draw);
  const passType = draw() < 0.75 ? "goldPlus" : "gold";
  const entries: [string, unknown][] = [];
  const most = passType === "gold" && draw() < 0.7 ? 0 : Math.floor(draw() * 5);
  for (let chosen = 0; chosen < most; chosen += 1) {
    const id = pick(draw() < 0.05 ? STRANGE_IDS : IDS, draw);
    const right = id === "h2023shirtblack" ? pick(SIZES, draw) : true;
    entries.push([id, draw() < 0.05 ? pick([...STRANGE_CHOICES, true, "M"], draw) : right]);
  }
  const selection = Object.fromEntries(entries) as Selection;
  const price = specifiedPrice(passType, selection, submittedAt);
  const pass = specifiedPrice(passType, {}, submittedAt)! / 100;
  const passCost = claim(pass, draw);
  const total = price === null ? undefined : claim(price / 100, draw);
  const isAgreed = passCost.agrees && (total === undefined || total.agrees);
  return {
    uid,
    submittedAt,
    passType,
    selection,
    passCost: passCost.value,
    total: total?.value,
    cents: isAgreed ? price : null,
  };
}

/** An amount as a client might send it, and whether it agrees with the price. */
function claim(dollars: number, draw: () => number): { value: unknown; agrees: boolean } {
  const kind = draw();
  if (kind < 0.3) return { value: undefined, agrees: true };
  if (kind < 0.6) return { value: dollars, agrees: true };
  if (kind < 0.75) return { value: String(dollars), agrees: true };
  if (kind < 0.9) return { value: dollars.toFixed(2), agrees: true };
  if (kind < 0.95) return { value: dollars + 1, agrees: false };
  return { value: pick(STRANGE_COSTS, draw), agrees: false };
}

async function enter(drawn: Drawn[]): Promise<void> {
  const list = JSON.stringify(drawn.map(({ uid, submittedAt }) => ({ uid, submittedAt })));
  const each = (columns: string) => `SELECT ${columns} FROM json_each(?1)`;
  const uid = "value ->> 'uid'";
  await env.DB.batch(
    [
      `INSERT INTO users (uid, email, email_key, password_hash, created_at) ${each(`${uid}, ${uid}, ${uid}, '', 0`)}`,
      `INSERT INTO applications (conference_id, uid, created_at, submitted_at) ${each(`'${CONFERENCE}', ${uid}, 0, value ->> 'submittedAt'`)}`,
      `INSERT INTO decisions (conference_id, uid, decision, set_at) ${each(`'${CONFERENCE}', ${uid}, 'Accepted', 0`)}`,
      `INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) ${each(`'${CONFERENCE}', ${uid}, 1, '', '2022-12-10', 0`)}`,
    ].map((sql) => env.DB.prepare(sql).bind(list)),
  );
}

async function pay(
  { uid, passType, selection, passCost, total }: Drawn,
  gateway: FakeGateway,
  database: D1Database,
) {
  const known = visitOf(uid);
  const asked = {
    buys: "pass" as const,
    passType,
    selection,
    intended: { passCost, total },
    heldPass: null,
    code: "",
  };
  await request(
    { database, gateway, mailer: null },
    null,
    "pay",
    (context) => payByCard(context, known, ownOrder(asked), CARD),
    {
      known,
    },
  );
}
