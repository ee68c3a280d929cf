import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { DAY, HOUR } from "~/values/durations.ts";
import type { Decision, PassType } from "~/values/types.ts";
import { pick } from "../faults.ts";
import { putIntoForce } from "../invoicing.ts";
import { CONFERENCE, DIRECTOR } from "../money.ts";
import { MONEY_TABLES, stopClocks } from "../money-state.ts";
import { RECOUNTED } from "../storage.ts";

/** The time at which every history begins (UTC ms). */
const BEGIN = Date.parse("2019-02-08T12:00:00Z");
/** The last moment at which the events' refund policy gives money back. */
export const REFUNDS_UNTIL = BEGIN + 5 * HOUR;
export const DEPOSIT = 5_000;

/**
 * The number of people in a crowd, in which many want the same thing at the same time. Without a crowd, there are only
 * a few people.
 */
const CROWD = 50;
export const uidOf = (index: number) => `history-delegate-${String(index).padStart(2, "0")}`.padEnd(28, "0");

export const addressOf = (uid: string) => `${uid}@hpair.example`;

type Person = { uid: string; decision: Decision; isLate: boolean };

type Grant = {
  id: string;
  title: string;
  percent: number | null;
  amountCents: number | null;
  passType: PassType | null;
  roundId: string | null;
  maxUses: number | null;
  budgetId: string | null;
};

/** The situation before a history begins. */
export type Setting = {
  people: Person[];
  budgets: { id: string; cents: number }[];
  codes: (Grant & { code: string })[];
  awards: (Grant & { uid: string })[];
  places: Record<string, number | null>;
  /** The moment at which the pass is taken off sale (UTC ms); null for never. */
  saleUntil: number | null;
  /** For each round, the prices of the passes in cents, before anybody changes them. */
  prices: Record<PassType, Record<string, number>>;
};

/** How much a grant takes off; sometimes more than there is to pay. */
const SIZES = [
  { percent: 10, amountCents: null },
  { percent: 33, amountCents: null },
  { percent: 100, amountCents: null },
  { percent: null, amountCents: 10_000 },
  { percent: null, amountCents: 20_001 },
  { percent: null, amountCents: 60_000 },
];

export const drawSize = (draw: () => number) => pick(SIZES, draw);

function drawGrant(id: string, title: string, draw: () => number): Grant {
  return {
    ...{ id, title, ...drawSize(draw) },
    passType: draw() < 0.7 ? null : pick(["gold", "goldPlus"], draw),
    roundId: draw() < 0.9 ? null : pick(["early", "regular"], draw),
    maxUses: draw() < 0.5 ? null : pick([1, 1, 2, 3], draw),
    budgetId: draw() < 0.5 ? null : "budget-0",
  };
}

/** The prices of the specification, in cents. */
const PRICES = {
  goldPlus: { early: 49_500, regular: 55_000, bonus: 55_000 },
  gold: { early: 15_000, regular: 15_000, bonus: 15_000 },
};

/** Prices that leave fractions of a cent when a percentage is taken, and passes that cost no more than the deposit. */
function oddPrices(draw: () => number): typeof PRICES {
  const more = pick([-1, 1, 33], draw);
  const gold = pick([15_001, DEPOSIT - 1, 3_333], draw);
  const { early, regular, bonus } =
    draw() < 0.7 ? PRICES.goldPlus : { early: 4_000, regular: 4_444, bonus: 4_444 };
  return {
    goldPlus: { early: early + more, regular: regular + more, bonus: bonus + more },
    gold: { early: gold, regular: gold, bonus: gold },
  };
}

const limit = (draw: () => number, places: number[]) => (draw() < 0.65 ? null : pick(places, draw));

/**
 * Draws a setting. In a crowd, everybody wants to use the same code, which has a small budget. Without a crowd, a few
 * people have awards and codes.
 */
export function drawSetting(draw: () => number, isCrowd: boolean): Setting {
  const people = Array.from({ length: isCrowd ? CROWD : pick([2, 2, 3, 4], draw) }, (_, index) => ({
    uid: uidOf(index),
    decision: isCrowd || draw() < 0.85 ? ("Accepted" as const) : ("Deferred to virtual" as const),
    isLate: draw() < 0.4,
  }));
  const codes = Array.from({ length: isCrowd ? 1 : 2 }, (_, index) => ({
    ...drawGrant(`code-${index}`, `Friends ${index}`, draw),
    ...(isCrowd && {
      passType: null,
      roundId: null,
      percent: null,
      amountCents: 10_000,
      budgetId: "budget-0",
    }),
    code: `CODE-${index}`,
  }));
  const awards = (isCrowd ? [] : people).flatMap(({ uid }, index) =>
    draw() < 0.3 ? { ...drawGrant(`award-${index}`, "Scholarship", draw), maxUses: 1, uid } : [],
  );
  return {
    people,
    budgets: [
      { id: "budget-0", cents: isCrowd ? 45_000 : pick([0, 5_000, 30_000, 60_000, 60_000, 200_000], draw) },
    ],
    codes,
    awards,
    places: {
      goldPlus: limit(draw, isCrowd ? [10, 40] : [1, 2]),
      gold: limit(draw, [1, 2]),
      h2023mug: limit(draw, [1]),
      h2023shirtblack: limit(draw, [1, 2]),
    },
    saleUntil: draw() < 0.9 ? null : BEGIN + HOUR,
    prices: draw() < 0.5 ? PRICES : oddPrices(draw),
  };
}

/** For money above this amount, two people are needed. */
export const SECOND_PERSON = 30_000;
export const WRITE_OFF = 25_00;
const INVOICING = {
  ...{ seller: "S", payTo: "P", tax: "", taxRate: 770, taxNumber: "T", days: 1 },
  ...{ secondPersonCents: SECOND_PERSON, writeOffCents: WRITE_OFF },
  // In a history, one person gives money back without a second person's confirmation, so this limit is higher than any
  // refund.
  moneyOutCents: 100_000_00,
};

const SUBMITTED = { early: BEGIN - 40 * DAY, late: BEGIN - 20 * DAY };

const EMPTIED = [
  ...["grant_uses", ...MONEY_TABLES, "grants", "budgets"].map((table) => `DELETE FROM ${table}`),
  ...RECOUNTED,
];

/** The demo's subscriptions are deleted, because their charges are deleted too. */
const WITHOUT_LIBRARY = [
  "DELETE FROM subscription_periods",
  "DELETE FROM subscriptions",
  "UPDATE users SET hpair_plus_subscription_id = NULL",
];

/** Called once for each test file: adds fifty delegates who only have to pay, and stops the clocks. */
export async function prepareHistories(): Promise<void> {
  stopClocks();
  vi.setSystemTime(BEGIN);
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
  const deadlines = { bonus: BEGIN - 90 * DAY, early: BEGIN - 30 * DAY, regular: BEGIN - 10 * DAY };
  await env.DB.batch([
    // Rows of the audit log, of the ledger and of credit notes are normally never deleted. In these tests, the rows of
    // one history are deleted before the next history.
    run("DROP TRIGGER IF EXISTS audit_kept"),
    run("DROP TRIGGER IF EXISTS entries_kept"),
    run("DROP TRIGGER IF EXISTS credit_notes_kept"),
    ...[...EMPTIED, ...WITHOUT_LIBRARY].map((sql) => run(sql)),
    ...Object.entries(deadlines).map(([id, deadline]) =>
      run("UPDATE rounds SET deadline = ?, decision_release = 0, released_at = 0 WHERE id = ?", deadline, id),
    ),
    putIntoForce(INVOICING),
    run("UPDATE events SET refunds_until = ?, refund_deposit_cents = ?", REFUNDS_UNTIL, DEPOSIT),
    ...[DIRECTOR, ...Array.from({ length: CROWD }, (_, index) => uidOf(index))].flatMap((uid) => [
      run(
        `INSERT OR IGNORE INTO users (uid, email, email_key, email_verified_at, password_hash, created_at)
          VALUES (?1, ?2, ?2, 0, '', 0)`,
        uid,
        addressOf(uid),
      ),
      run(
        "INSERT OR IGNORE INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, ?)",
        ...[CONFERENCE, uid, SUBMITTED.early],
      ),
      run(
        "INSERT OR IGNORE INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', 0)",
        ...[CONFERENCE, uid],
      ),
      run(
        "INSERT OR IGNORE INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) VALUES (?, ?, 1, 'Mei Chen', '2019-02-01', 0)",
        ...[CONFERENCE, uid],
      ),
      // In the histories, people other than the director act for the staff too.
      run("INSERT OR REPLACE INTO money_since VALUES (?, 0)", uid),
    ]),
  ]);
}

/** Restores everything to the state before a history. */
export async function lay({
  people,
  budgets,
  codes,
  awards,
  places,
  saleUntil,
  prices,
}: Setting): Promise<void> {
  vi.setSystemTime(BEGIN);
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
  const grant = (kind: string, one: Grant & { uid?: string; code?: string }) =>
    run(
      `INSERT INTO grants (id, conference_id, kind, title, code, uid, percent, amount_cents, pass_type, round_id, max_uses,
        budget_id, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      ...[
        one.id,
        CONFERENCE,
        kind,
        one.title,
        one.code ?? null,
        one.uid ?? null,
        one.percent,
        one.amountCents,
      ],
      ...[one.passType, one.roundId, one.maxUses, one.budgetId, DIRECTOR],
    );
  await env.DB.batch([
    ...EMPTIED.map((sql) => run(sql)),
    run("UPDATE tickets SET on_sale = 1, sale_until = ?, places = NULL", saleUntil),
    run("UPDATE add_ons SET places = NULL"),
    ...Object.entries(places).flatMap(([id, number]) =>
      ["tickets", "add_ons"].map((table) => run(`UPDATE ${table} SET places = ? WHERE id = ?`, number, id)),
    ),
    ...Object.entries(prices).flatMap(([pass, byRound]) =>
      Object.entries(byRound).map(([round, cents]) =>
        run("UPDATE prices SET cents = ? WHERE ticket_id = ? AND round_id = ?", cents, pass, round),
      ),
    ),
    ...people.flatMap(({ uid, decision, isLate }) => [
      run(
        "UPDATE applications SET submitted_at = ? WHERE uid = ?",
        isLate ? SUBMITTED.late : SUBMITTED.early,
        uid,
      ),
      run("UPDATE decisions SET decision = ? WHERE uid = ?", decision, uid),
    ]),
    ...budgets.map(({ id, cents }) =>
      run("INSERT INTO budgets VALUES (?, ?, 'Diversity fund', ?, ?, 0)", id, CONFERENCE, cents, DIRECTOR),
    ),
    ...codes.map((one) => grant("code", one)),
    ...awards.map((one) => grant("award", one)),
  ]);
}
