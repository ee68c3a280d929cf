import { createHash } from "node:crypto";
import { type Column, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY, HOUR } from "~/values/durations.ts";
import { answerWords } from "../../app/applications/search-words.ts";
import { searchWordsOf } from "../../app/values/search.ts";
import { profiles, users } from "../schema/accounts.ts";
import { acceptances, answers, applications, documents, searchWords } from "../schema/applications.ts";
import { decisions } from "../schema/decisions.ts";
import {
  orders,
  payments,
  refundLines,
  refunds,
  subscriptionPeriods,
  subscriptions,
} from "../schema/money.ts";
import { assignments, comments, reviews } from "../schema/reviews.ts";
import { staff } from "../schema/staff.ts";
import { SIMULATOR_SCHEMA } from "../simulator.ts";
import { asciiName, COUNTRIES, FIELDS, LEVELS, TOPICS } from "./crowd-lists.ts";
import {
  AGREEMENT_VERSION,
  DEMO_CARD,
  DEMO_LEASE,
  DEMO_PLAN,
  demoPasswordHash,
  EARLY_RELEASE,
  plainPdf,
} from "./demo.ts";
import { EARLY_DECISIONS } from "./demo-people.ts";
import { baseRows, CURRENT_CONFERENCE } from "./first-edition.ts";

// Makes any number of applications, to measure how the portal behaves as it grows. The database makes each row from its
// number, so that even a hundred thousand applications take only seconds. `crowd.ts` makes fewer applications, with
// more variety.

export type Scale = {
  /** How many applications exist after the seed. */
  applications: number;
  /** How many of these applications exist before the seed. */
  from?: number;
  /** The time on the portal's clock (UTC ms). The stories make sense on 17 December 2022, the date of the demo. */
  now: number;
  /** The real time at the same moment (UTC ms). */
  realNow: number;
};

/** The number of readers. The applications are divided among them. */
const READERS = 40;
/**
 * How many people's rows one statement writes. It is limited so that no statement takes longer than a second or two.
 */
const PEOPLE_A_STATEMENT = 25_000;
const DECIDED_UNTIL = Date.parse("2022-11-20T00:00:00Z");
/**
 * Some applications that were submitted between `DECIDED_UNTIL` and this time were decided only after the early
 * decisions had been released. Their decisions wait for the next release.
 */
const LATE_UNTIL = Date.parse("2022-12-10T00:00:00Z");
const LATE_DECISIONS = Date.parse("2022-12-16T16:40:00Z");
const PASSES = {
  gold: [{ id: "gold", title: "Virtual Summit ticket", variant: null, cents: 15_000 }],
  goldPlus: [
    { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
    { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
  ],
};
const DEPOSIT_CENTS = 5_000;

const dialect = new SQLiteSyncDialect();
const text = (value: string) => sql.raw(`'${value.replaceAll("'", "''")}'`);
const number = (value: number) => sql.raw(String(value));
const json = (value: unknown) => text(JSON.stringify(value));
const written = (statement: SQL) => dialect.sqlToQuery(statement.inlineParams()).sql;
/** A column of `people` (see below). */
const p = (name: string) => sql.raw(`p.${name}`);
const chosen = (list: readonly unknown[], index: SQL) => sql`(${json(list)} ->> ${index})`;

/** A number from 0 to `below` - 1. It looks random, but is always the same for the same person and salt. */
const draw = (salt: number, below: number | SQL) =>
  sql`((((n + 7) * ${number(2_654_435_761 + salt * 40_503_002)}) >> 11) % ${typeof below === "number" ? number(below) : below})`;

const named = (names: string) => names.split(" ").map((name) => [name, asciiName(name), searchWordsOf(name)]);
const countries = COUNTRIES.map(({ code, dial, institutions }) => ({
  ...{ code, institutions },
  prefix: dial.replace(/0+$/, ""),
  digits: /0+$/.exec(dial)![0].length,
}));
const given = COUNTRIES.flatMap((country) => named(country.given));
const family = COUNTRIES.flatMap((country) => named(country.family));
const NAMES_A_COUNTRY = 10;

/**
 * The people whose numbers run from `from` to `applications` - 1, as a table `p`. All rows below are made from this
 * table. It has no names of people, because the lists of names are long and few rows need names.
 */
function people({ from = 0, applications: to, now }: Scale): SQL {
  const reads = (salt: number, percent: number) => sql`(is_read AND ${draw(salt, 100)} < ${number(percent)})`;
  return sql`
    WITH RECURSIVE numbers(n) AS (SELECT ${number(from)} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${number(to - 1)}),
    drawn AS (SELECT n, printf('scale%023d', n) AS uid,
      ${draw(1, countries.length)} AS country,
      ${number(now - 2 * HOUR)} - ${draw(2, 75 * 24)} * ${number(HOUR)} - n % ${number(HOUR)} AS handed_in,
      ${draw(3, 100)} >= 12 AS is_submitted,
      CASE WHEN ${draw(4, 10)} < 8 THEN 'In person' ELSE 'Virtual' END AS participation,
      1996 + ${draw(5, 8)} AS birth_year,
      ${draw(6, 100)} AS fate, ${draw(7, 100)} AS luck, ${draw(8, 100)} AS purse
      FROM numbers WHERE n < ${number(to)}),
    judged AS (SELECT *, CASE WHEN is_submitted THEN handed_in END AS submitted_at,
      is_submitted AND fate < 60 AS is_read,
      CASE WHEN is_submitted AND handed_in < ${number(DECIDED_UNTIL)} AND luck < 90 THEN ${number(Date.parse(EARLY_DECISIONS))}
        WHEN is_submitted AND handed_in < ${number(LATE_UNTIL)} AND luck < 15 THEN ${number(LATE_DECISIONS)} END AS set_at
      FROM drawn),
    decided AS (SELECT *, ${number(READERS)} AS readers,
      CASE WHEN set_at IS NULL THEN NULL WHEN fate % 20 < 9 THEN 'Accepted'
        WHEN fate % 20 < 12 AND participation = 'In person' THEN 'Deferred to virtual'
        WHEN fate % 20 < 15 THEN 'Waitlisted' ELSE 'Rejected' END AS decision,
      CASE WHEN ${reads(9, 70)} THEN 1 ELSE 0 END AS first_reviewed,
      CASE WHEN ${reads(10, 50)} THEN 1 ELSE 0 END AS second_reviewed
      FROM judged),
    p AS (SELECT *, decision = 'Accepted' AND set_at <= ${number(EARLY_RELEASE)} AND purse < 75 AS has_signed,
      decision = 'Accepted' AND set_at <= ${number(EARLY_RELEASE)} AND purse < 55 AS has_paid,
      CASE participation WHEN 'Virtual' THEN 'gold' ELSE 'goldPlus' END AS pass_type,
      CASE participation WHEN 'Virtual' THEN ${number(15_000)} ELSE ${number(49_500)} END AS cents,
      ${number(Date.parse("2022-12-02T10:00:00Z"))} + ${draw(11, 240)} * ${number(HOUR)} AS paid_at
      FROM decided) `;
}

const givenName = sql`(country * ${number(NAMES_A_COUNTRY)} + ${draw(12, NAMES_A_COUNTRY)})`;
const familyName = sql`(country * ${number(NAMES_A_COUNTRY)} + ${draw(13, NAMES_A_COUNTRY)})`;
const partOf = (list: readonly unknown[], index: SQL, part: number) =>
  sql`(${json(list)} -> ${index} ->> ${number(part)})`;
const email = sql`(${partOf(given, givenName, 1)} || '.' || ${partOf(family, familyName, 1)} || '.' || n || '@scale.example')`;
const phone = (salt: number) => sql`((${json(countries)} -> country ->> 'prefix')
  || substr(printf('%012d', ${draw(salt, 999_983)} * ${number(7_919)}), -(${json(countries)} -> country ->> 'digits')))`;
const asked = baseRows(0).questions.filter(({ id }) => id === "institution");
/** The words of the institutions, as a search looks for them. */
const institutionWords = sql`(${json(
  COUNTRIES.map(({ institutions }) => institutions.map((institution) => answerWords(asked, { institution }))),
)} -> country)`;
const institutions = sql`(${json(countries)} -> country -> 'institutions')`;
/** The index of the institution at which a person studies, among the institutions of their country. */
const institution = draw(53, sql`json_array_length(${institutions})`);
const emergency = sql`${partOf(given, sql`(country * ${number(NAMES_A_COUNTRY)} + ${draw(14, NAMES_A_COUNTRY)})`, 0)}`;
const field = chosen(FIELDS, draw(15, FIELDS.length));
const topic = (part: number) => partOf(TOPICS, draw(16, TOPICS.length), part);

/** The uids of the first and the second reader of an application, who are never the same person. */
const firstReader = sql`printf('scale-reader%016d', n % readers)`;
const secondReader = sql`printf('scale-reader%016d', (n + 1 + ${draw(17, READERS - 1)}) % readers)`;

/** An INSERT of one row for each row that `source` finds. Existing rows are kept. */
function insertion<Table extends SQLiteTable>(
  table: Table,
  values: Partial<Record<keyof Table["$inferInsert"], SQL>>,
  prefix: SQL,
  source: SQL,
): string {
  const columns = getTableColumns(table) as Record<string, Column>;
  const named = Object.entries(values) as [string, SQL][];
  const names = sql.join(
    named.map(([key]) => sql.identifier(columns[key]!.name)),
    sql`, `,
  );
  const selected = sql.join(
    named.map(([, value]) => value),
    sql`, `,
  );
  return written(
    sql`INSERT INTO ${sql.identifier(getTableName(table))} (${names}) ${prefix} SELECT ${selected} ${source} ON CONFLICT DO NOTHING`,
  );
}

/**
 * The booking of money that moves at a given time. No accountant ever reads these bookings, so it does no harm that
 * their days are in UTC.
 */
const bookedAt = (at: SQL) =>
  sql`json_object('at', ${at}, 'on', strftime('%Y-%m-%d', (${at}) / 1000, 'unixepoch'))`;

const paper = plainPdf(["Resume", "", "(An invented person.)"]);

/**
 * The file that all documents share. The seed writes only rows. The caller of the seed stores this file only under the
 * keys of the newest documents, because the staff's checks look for the files of those documents. Nobody opens the
 * other documents.
 */
export const scalePaper = { bytes: paper, contentType: "application/pdf" };

const conferenceId = text(CURRENT_CONFERENCE);

/** The scores that the first or the second reader gave, and their weighted mean in hundredths. */
function scoring(reader: 1 | 2) {
  const { criteria } = baseRows(0);
  const scores = criteria.map(({ id, weight }, index) => ({
    id,
    weight: number(weight),
    score: sql`(1 + ${draw(20 + reader * 10 + index, 5)})`,
  }));
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const sum = sql.join(
    scores.map(({ weight, score }) => sql`${weight} * ${score}`),
    sql` + `,
  );
  return {
    scores: sql`json_object(${sql.join(
      scores.map(({ id, score }) => sql`${text(id)}, ${score}`),
      sql`, `,
    )})`,
    score: sql`CAST(round(100.0 * (${sum}) / ${number(weights)}) AS INTEGER)`,
  };
}

function rowsOf(scale: Scale, passwordHash: SQL): string[] {
  const offset = scale.now - scale.realNow;
  const all = people(scale);
  const from = (condition = sql`true`) => sql`FROM p WHERE ${condition}`;
  const madeAt = sql`handed_in - ${number(9 * DAY)}`;
  const realMadeAt = sql`${madeAt} - ${number(offset)}`;
  const savedAt = sql`handed_in - ${number(HOUR)}`;
  const isSubscriber = sql`n % 50 = 7`;
  const subscription = sql`printf('SIM-SCALE-%d', n)`;
  const subscriptionId = sql`printf('scale-sub%011d', n)`;
  const subscribedAt = sql`${realMadeAt} + 300000`;
  const paidUntil = sql`(strftime('%s', (${subscribedAt}) / 1000, 'unixepoch', ${text(`+${DEMO_PLAN.months} months`)}) * 1000)`;
  const paymentId = sql`printf('scale-pay%011d', n)`;
  const [first, second] = [scoring(1), scoring(2)];
  const isRefunded = sql`has_paid AND n % 40 = 3`;
  const answersOf = (sectionId: string, given: SQL, condition?: SQL) =>
    insertion(
      answers,
      {
        conferenceId,
        uid: p("uid"),
        sectionId: text(sectionId),
        version: number(1),
        answers: given,
        savedAt,
      },
      all,
      from(condition),
    );
  const isSubmitted = sql`is_submitted`;
  const readingOf = (reader: SQL) =>
    insertion(
      assignments,
      {
        conferenceId,
        uid: p("uid"),
        staffUid: reader,
        reason: text("Least to read so far"),
        assignedAt: savedAt,
      },
      all,
      from(sql`is_read`),
    );
  const reviewOf = (reader: SQL, { scores, score }: typeof first, done: string) =>
    insertion(
      reviews,
      {
        ...{ conferenceId, uid: p("uid"), staffUid: reader, scores, score, version: number(1) },
        recommendation: sql`CASE WHEN ${score} > 320 THEN 'Accepted' WHEN ${score} > 250 THEN 'Waitlisted' ELSE 'Rejected' END`,
        ...{ createdAt: p("handed_in"), savedAt: p("handed_in") },
      },
      all,
      from(sql.raw(done)),
    );
  const order = (values: Parameters<typeof insertion<typeof orders>>[1], condition: SQL) =>
    insertion(
      orders,
      {
        ...{ conferenceId, payerUid: p("uid"), dueCents: p("cents"), means: text("simulator") },
        ...{ cardBrand: text(DEMO_CARD.cardBrand), cardLastFour: text(DEMO_CARD.cardLastFour) },
        ...values,
      },
      all,
      from(condition),
    );
  const attempt = (values: Parameters<typeof insertion<typeof payments>>[1], condition: SQL) =>
    insertion(
      payments,
      {
        ...{ conferenceId, delegateUid: p("uid"), passType: p("pass_type"), amountCents: p("cents") },
        addOns: sql`CASE pass_type WHEN 'gold' THEN '{}' ELSE '{"h2023virtual":true}' END`,
        lines: sql`CASE pass_type WHEN 'gold' THEN ${json(PASSES.gold)} ELSE ${json(PASSES.goldPlus)} END`,
        orderId: values.id,
        grounds: sql`json_object('submittedAt', submitted_at, 'decision', decision,
          'agreementVersion', ${number(AGREEMENT_VERSION)}, 'beside', NULL)`,
        ...values,
      },
      all,
      from(condition),
    );
  return [
    insertion(
      users,
      {
        ...{ uid: p("uid"), email, emailKey: email, passwordHash },
        ...{ emailVerifiedAt: realMadeAt, createdAt: realMadeAt },
        hpairPlusSubscriptionId: sql`CASE WHEN ${isSubscriber} THEN ${subscription} END`,
      },
      all,
      from(),
    ),
    insertion(profiles, { uid: p("uid"), createdAt: realMadeAt }, all, from()),
    insertion(
      applications,
      {
        ...{
          conferenceId,
          uid: p("uid"),
          submittedAt: p("submitted_at"),
          createdAt: sql`${madeAt} + 600000`,
        },
        reviewCount: sql`first_reviewed + second_reviewed`,
        meanScore: sql`CASE WHEN first_reviewed + second_reviewed > 0 THEN CAST(round(
          1.0 * (first_reviewed * ${first.score} + second_reviewed * ${second.score})
          / (first_reviewed + second_reviewed)) AS INTEGER) END`,
        spread: sql`CASE WHEN first_reviewed + second_reviewed > 1 THEN abs(${first.score} - ${second.score}) END`,
      },
      all,
      from(),
    ),
    answersOf(
      "about",
      sql`json_object('firstName', ${partOf(given, givenName, 0)}, 'lastName', ${partOf(family, familyName, 0)},
        'dateOfBirth', printf('%d-%02d-%02d', birth_year, 1 + ${draw(50, 12)}, 1 + ${draw(51, 28)}),
        'phone', ${phone(52)}, 'nationality', ${json(countries)} -> country ->> 'code',
        'residence', ${json(countries)} -> country ->> 'code')`,
    ),
    answersOf(
      "education",
      sql`json_object('institution', ${institutions} ->> ${institution},
        'level', ${chosen(LEVELS, draw(54, LEVELS.length))}, 'field', ${field},
        'graduationYear', CAST(birth_year + 22 + ${draw(55, 3)} AS TEXT))`,
    ),
    answersOf(
      "participation",
      sql`json_object('participation', participation, 'emergencyName',
        ${emergency} || ' ' || ${partOf(family, familyName, 0)}, 'emergencyPhone', ${phone(56)},
        'dietary', CASE WHEN ${draw(57, 5)} = 0 THEN 'Vegetarian' ELSE '' END)`,
      isSubmitted,
    ),
    answersOf(
      "essays",
      sql`json_object(
        'motivation', 'I study ' || ${field} || ', and what I read about ' || ${topic(0)} || ' rarely sounds like what a neighbour says about it.',
        'challenge', 'What was tried first was ' || ${topic(1)} || '; it helped for a season. Nobody asked about ' || ${topic(2)} || '.',
        'contribution', 'I can show how we measured it and where we were wrong.')`,
      isSubmitted,
    ),
    answersOf("scholarship", json({ scholarship: "No" }), isSubmitted),
    ...[partOf(given, givenName, 2), partOf(family, familyName, 2)].map((words) =>
      insertion(
        searchWords,
        { conferenceId, word: sql`word.value`, uid: p("uid") },
        all,
        sql`FROM p, json_each(${words}) AS word WHERE true`,
      ),
    ),
    ...[
      sql`json_each(${institutionWords} -> ${institution})`,
      sql`json_each(json_array('~=' || (${json(countries)} -> country ->> 'code')))`,
    ].map((words) =>
      insertion(
        searchWords,
        { conferenceId, word: sql`word.value`, uid: p("uid") },
        all,
        sql`FROM p, ${words} AS word WHERE is_submitted`,
      ),
    ),
    insertion(
      documents,
      {
        ...{ id: sql`printf('scale-doc%011d', n)`, conferenceId, uid: p("uid"), questionId: text("resume") },
        ...{ fileName: text("resume.pdf"), contentType: text(scalePaper.contentType) },
        ...{ size: number(paper.length), sha256: text(createHash("sha256").update(paper).digest("hex")) },
        objectKey: sql`printf('%s/applications/%s/resume/scale-doc%011d', ${conferenceId}, uid, n)`,
        uploadedAt: savedAt,
      },
      all,
      from(isSubmitted),
    ),
    ...[firstReader, secondReader].map(readingOf),
    reviewOf(firstReader, first, "first_reviewed"),
    reviewOf(secondReader, second, "second_reviewed"),
    insertion(
      comments,
      {
        ...{ id: sql`printf('scale-note%010d', n)`, conferenceId, uid: p("uid"), staffUid: firstReader },
        ...{
          text: text("The question about who answers at night is worth asking."),
          createdAt: p("handed_in"),
        },
      },
      all,
      from(sql`first_reviewed AND n % 8 = 0`),
    ),
    insertion(
      decisions,
      {
        ...{ conferenceId, uid: p("uid"), decision: p("decision"), setAt: p("set_at") },
        toldAt: sql`CASE WHEN set_at <= ${number(EARLY_RELEASE)} THEN ${number(EARLY_RELEASE)} END`,
      },
      all,
      from(sql`decision IS NOT NULL`),
    ),
    insertion(
      acceptances,
      {
        ...{ conferenceId, uid: p("uid"), version: number(AGREEMENT_VERSION) },
        fullName: sql`${partOf(given, givenName, 0)} || ' ' || ${partOf(family, familyName, 0)}`,
        statedDate: sql`date((paid_at - ${number(HOUR)}) / 1000, 'unixepoch')`,
        acceptedAt: sql`paid_at - ${number(HOUR)}`,
      },
      all,
      from(sql`has_signed`),
    ),
    order(
      {
        id: sql`printf('scale-try%011d', n)`,
        leaseUntil: sql`paid_at - 300000 - ${number(offset)} + ${number(DEMO_LEASE)}`,
        createdAt: sql`paid_at - 300000`,
      },
      sql`has_paid AND n % 20 = 1`,
    ),
    attempt(
      {
        id: sql`printf('scale-try%011d', n)`,
        state: text("declined"),
        createdAt: sql`paid_at - 300000`,
        resolvedAt: sql`paid_at - 298000`,
      },
      sql`has_paid AND n % 20 = 1`,
    ),
    order(
      {
        id: paymentId,
        transactionId: sql`printf('SIM-SCALE-PAY-%d', n)`,
        leaseUntil: sql`paid_at - ${number(offset)} + ${number(DEMO_LEASE)}`,
        createdAt: p("paid_at"),
      },
      sql`has_paid`,
    ),
    attempt(
      {
        id: paymentId,
        state: sql`CASE WHEN ${isRefunded} THEN 'refunded' ELSE 'captured' END`,
        createdAt: p("paid_at"),
        resolvedAt: sql`paid_at + 1800`,
        booking: bookedAt(sql`paid_at + 1800`),
      },
      sql`has_paid`,
    ),
    insertion(
      refunds,
      {
        ...{ id: sql`printf('scale-ref%011d', n)`, conferenceId, paymentId, kind: text("money") },
        ...{
          amountCents: sql`cents - ${number(DEPOSIT_CENTS)}`,
          reason: text("No visa"),
          state: text("pending"),
        },
        transactionId: sql`printf('SIM-SCALE-REF-%d', n)`,
        requestedBy: firstReader,
        leaseUntil: sql`paid_at + ${number(DAY - offset + DEMO_LEASE)}`,
        createdAt: sql`paid_at + ${number(DAY)}`,
      },
      all,
      from(isRefunded),
    ),
    insertion(
      refundLines,
      {
        refundId: sql`printf('scale-ref%011d', n)`,
        holdingId: sql`printf('scale-pay%011d-00', n)`,
        cents: sql`cents - ${number(DEPOSIT_CENTS)}`,
        ends: number(1),
      },
      all,
      from(isRefunded),
    ),
    // The lines of the refunds exist now, so the refunds can be marked as done and booked.
    written(sql`UPDATE ${refunds} SET state = 'done', resolved_at = created_at + 1800,
      booking = ${bookedAt(sql`created_at + 1800`)} WHERE id GLOB 'scale-ref*' AND state = 'pending'`),
    insertion(
      subscriptions,
      {
        ...{ id: subscriptionId, uid: p("uid"), title: text(DEMO_PLAN.title), state: text("active") },
        ...{ amountCents: number(DEMO_PLAN.cents), intervalMonths: number(DEMO_PLAN.months) },
        ...{ gateway: text("simulator"), transactionId: sql`printf('SIM-SCALE-SUB-%d', n)` },
        gatewaySubscriptionId: subscription,
        ...{ cardBrand: text(DEMO_CARD.cardBrand), cardLastFour: text(DEMO_CARD.cardLastFour) },
        ...{
          paidUntil,
          leaseUntil: paidUntil,
          createdAt: subscribedAt,
          resolvedAt: sql`${subscribedAt} + 2400`,
        },
      },
      all,
      from(isSubscriber),
    ),
    insertion(
      subscriptionPeriods,
      {
        ...{ id: sql`printf('scale-period%08d', n)`, subscriptionId, amountCents: number(DEMO_PLAN.cents) },
        transactionId: sql`printf('SIM-SCALE-SUB-%d', n)`,
        ...{ periodFrom: subscribedAt, periodUntil: paidUntil, createdAt: subscribedAt },
      },
      all,
      from(isSubscriber),
    ),
  ];
}

/** The staff who read the applications. */
function readers({ realNow }: Scale, passwordHash: SQL): string[] {
  const numbers = sql`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL
    SELECT n + 1 FROM numbers WHERE n < ${number(READERS - 1)})`;
  const uid = sql`printf('scale-reader%016d', n)`;
  const address = sql`printf('reader-%03d@scale.example', n)`;
  const createdAt = number(realNow - 100 * DAY);
  const source = sql`FROM numbers WHERE true`;
  return [
    insertion(
      users,
      {
        ...{
          uid,
          email: address,
          emailKey: address,
          passwordHash,
          admin: number(1),
        },
        ...{ emailVerifiedAt: createdAt, createdAt },
      },
      numbers,
      source,
    ),
    insertion(profiles, { uid, createdAt }, numbers, source),
    insertion(staff, { uid, abilities: text('["read"]'), createdAt }, numbers, source),
  ];
}

const parts = ({ from = 0, applications: to, ...scale }: Scale): Scale[] => {
  const found: Scale[] = [];
  for (let start = from; start < to; start += PEOPLE_A_STATEMENT)
    found.push({ ...scale, from: start, applications: Math.min(to, start + PEOPLE_A_STATEMENT) });
  return found;
};

/**
 * The statements that add applications in every state, from a draft to a refunded pass, with everything that belongs to
 * them. The database must already hold the base seed and the demo accounts. The same number of applications always
 * makes the same people, and a larger number adds more people. Every account has the demo's password and an address
 * that ends in `@scale.example`. Existing rows are kept, so that an interrupted run can be repeated.
 */
export function scaleStatements(scale: Scale): string[] {
  const passwordHash = text(demoPasswordHash());
  return [...readers(scale, passwordHash), ...parts(scale).flatMap((part) => rowsOf(part, passwordHash))];
}

/** The charges, refunds and subscriptions of the same people, for the simulated card processor's own database. */
export function scaleLedgerStatements(scale: Scale): string[] {
  const offset = number(scale.now - scale.realNow);
  const { cardBrand, cardLastFour } = DEMO_CARD;
  return [
    ...SIMULATOR_SCHEMA.split("\n"),
    ...parts(scale).flatMap((part) => {
      const all = people(part);
      return [
        sql`INSERT INTO charges (transaction_id, invoice_number, outcome, amount_cents, card_brand, card_last_four, carried, created_at) ${all}
          SELECT printf('SIM-SCALE-PAY-%d', n), printf('scale-pay%011d', n), 'captured', cents, ${text(cardBrand)}, ${text(cardLastFour)},
            json_object('conferenceId', ${conferenceId}, 'uid', uid, 'passType', pass_type, 'addOns',
              json(CASE pass_type WHEN 'gold' THEN '{}' ELSE '{"h2023virtual":true}' END)), paid_at - ${offset}
          FROM p WHERE has_paid ON CONFLICT DO NOTHING`,
        sql`INSERT INTO charges (transaction_id, invoice_number, outcome, amount_cents, card_brand, card_last_four, carried, created_at) ${all}
          SELECT printf('SIM-SCALE-SUB-%d', n), printf('scale-sub%011d', n), 'captured', ${number(DEMO_PLAN.cents)}, ${text(cardBrand)},
            ${text(cardLastFour)}, json_object('uid', uid, 'months', ${number(DEMO_PLAN.months)}),
            handed_in - ${number(9 * DAY - 300_000)} - ${offset}
          FROM p WHERE n % 50 = 7 ON CONFLICT DO NOTHING`,
        sql`INSERT INTO refunds (transaction_id, invoice_number, charge_id, amount_cents, created_at) ${all}
          SELECT printf('SIM-SCALE-REF-%d', n), printf('scale-ref%011d', n), printf('SIM-SCALE-PAY-%d', n),
            cents - ${number(DEPOSIT_CENTS)}, paid_at + ${number(DAY)} - ${offset}
          FROM p WHERE has_paid AND n % 40 = 3 ON CONFLICT DO NOTHING`,
        sql`INSERT INTO recurrences (id, invoice_number, status, amount_cents, carried, start_date, charge_id, created_at) ${all}
          SELECT printf('SIM-SCALE-%d', n), printf('scale-sub%011d', n), 'active', ${number(DEMO_PLAN.cents)},
            json_object('uid', uid, 'months', ${number(DEMO_PLAN.months)}),
            date((handed_in - ${number(9 * DAY - 300_000)} - ${offset}) / 1000, 'unixepoch', ${text(`+${DEMO_PLAN.months} months`)}),
            printf('SIM-SCALE-SUB-%d', n), handed_in - ${number(9 * DAY - 300_000)} - ${offset}
          FROM p WHERE n % 50 = 7 ON CONFLICT DO NOTHING`,
      ].map(written);
    }),
  ];
}
