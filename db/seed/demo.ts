import { createHash, scryptSync } from "node:crypto";
import { totalOf } from "~/money/prices/pricing.ts";
import { answerWords, nameWords } from "../../app/applications/search-words.ts";
import { NO_INVOICING } from "../../app/conference/invoicing.ts";
import { billingDay } from "../../app/money/subscriptions/subscription.ts";
import { weightedScore } from "../../app/reviews/review.ts";
import { bookingAt } from "../../app/values/bookings.ts";
import type { Answers, Invoicing, Selection } from "../../app/values/catalogue.ts";
import { periodEnd } from "../../app/values/times.ts";
import type { Decision, PassType, RoundId } from "../../app/values/types.ts";
import { fullName } from "../../app/values/words.ts";
import { demoFormer } from "./demo-former.ts";
import { demoLibrary } from "./demo-library.ts";
import { PAYER, type Persona, personas } from "./demo-people.ts";
import { demoProgramme } from "./demo-programme.ts";
import { baseRows, CURRENT_CONFERENCE, DEADLINE_ZONE } from "./first-edition.ts";
import type { Rows } from "./rows.ts";

/** The password of every demo account. */
export const DEMO_PASSWORD = "conference-2023";

/** A charge in the ledger of the simulated card processor. */
export type LedgerRow = {
  transactionId: string;
  invoiceNumber: string;
  outcome: "captured";
  amountCents: number;
  cardBrand: string;
  cardLastFour: string;
  carried:
    | { conferenceId: string; uid: string; passType: PassType; addOns: Selection }
    | { uid: string; months: number };
  createdAt: number;
};

/** A subscription in the simulated card processor's ledger. */
export type RecurrenceRow = {
  id: string;
  invoiceNumber: string;
  amountCents: number;
  carried: { uid: string; months: number };
  /** YYYY-MM-DD. */
  startDate: string;
  chargeId: string;
  createdAt: number;
};

export type DemoSeed = {
  rows: Rows;
  releases: { conferenceId: string; roundId: RoundId; releasedAt: number }[];
  /** For each edition that offers invoices, how it takes money by hand. */
  invoicing: { id: string; conferenceId: string; at: number; says: Invoicing }[];
  charges: LedgerRow[];
  recurrences: RecurrenceRow[];
  files: { key: string; bytes: Uint8Array; contentType: string }[];
};

const DEMO_INVOICING: Invoicing = {
  ...NO_INVOICING,
  seller: "HPAIR\nPO Box 380 000\nCambridge, Massachusetts",
  payTo:
    "By bank transfer to HPAIR at the Example Savings Bank,\nrouting number 000 000 000, account number 0000 123 456.\nTransfers from abroad: EXSBUS00. Please pay the fees of both banks.",
};

/** When the demo's staff set how invoices are paid. */
const INVOICING_SAID = "2022-09-01T14:00:00Z";

const notifications = [
  {
    name: "welcome",
    severity: "INFO",
    audience: "applying",
    // This message must be true for two groups: people who have begun an application, and people who have submitted
    // theirs and are waiting.
    message: "We read every application to its end. Your decision comes by mail, and you can read it here.",
    showFrom: "2022-11-01T12:00:00Z",
    showUntil: null,
  },
  {
    name: "office-closed",
    severity: "IMPORTANT",
    audience: "everyone",
    // This message must be true for three groups: people who are waiting, people who have paid, and people who were
    // rejected.
    message: "Our office is closed from 24 December to 2 January. We answer mails after that.",
    showFrom: "2022-12-12T18:00:00Z",
    showUntil: "2023-01-03T05:00:00Z",
  },
  {
    name: "visa",
    severity: "CRITICAL",
    audience: "accepted",
    message: "If you need a visa, ask for your appointment today. Many consulates need eight weeks.",
    showFrom: "2022-12-05T14:00:00Z",
    showUntil: "2023-02-17T14:00:00Z",
  },
  {
    name: "reading",
    severity: "INFO",
    audience: "staff",
    message: "On Monday at 18:00 we compare the scores. What is scored by Sunday evening counts.",
    showFrom: "2022-12-12T14:00:00Z",
    showUntil: "2022-12-19T05:00:00Z",
  },
] as const;

/** When the decisions of each round were released, which is at the round's decisionRelease. */
const releases = [
  { roundId: "early", releasedAt: "2022-11-30T18:00:00Z" },
  { roundId: "regular", releasedAt: "2022-12-16T18:00:00Z" },
] as const;

/** When the demo's early decisions were released (UTC ms). */
export const EARLY_RELEASE = Date.parse(releases[0].releasedAt);
/** The applications that were assigned to each reader, and the reviews so far. */
const readings: {
  reader: string;
  account: string;
  review?: { scores: Record<string, number>; recommendation: Decision; savedAt: string };
  comment?: { text: string; createdAt: string };
}[] = [
  {
    reader: "reviewer",
    account: "unreleased",
    review: {
      scores: { motivation: 5, asia: 4, initiative: 4, voice: 4 },
      recommendation: "Accepted",
      savedAt: "2022-12-14T22:40:00Z",
    },
  },
  { reader: "reviewer", account: "submitted" },
  { reader: "reviewer", account: "deferred" },
  {
    reader: "director",
    account: "submitted",
    comment: {
      text: "The pilot with the three hostels is worth asking about. The council she names answered our letter in October.",
      createdAt: "2022-12-15T23:12:00Z",
    },
  },
  { reader: "director", account: "unreleased" },
];

export const DEMO_CARD = { cardBrand: "Visa", cardLastFour: "1111" };
export const AGREEMENT_VERSION = 1;
export const DEMO_LEASE = 90_000;

/** The same HPAIR+ plan as in the base seed. */
export const DEMO_PLAN = { title: "HPAIR+", cents: 4900, months: 12 };

const instant = (text: string) => Date.parse(text);
const digest = (value: string | Uint8Array) => createHash("sha256").update(value).digest();
const emailOf = (account: string) => `${account}@hpair.example`;

/** The uid of a demo account: 28 characters. It is the same at every seeding. */
export const demoUid = (account: string) =>
  createHash("sha256")
    .update(`uid ${emailOf(account)}`)
    .digest("base64url")
    .replace(/[-_]/g, "0")
    .slice(0, 28);

const demoId = (name: string) =>
  Array.from(digest(name).subarray(0, 20), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");

/**
 * One hash of `DEMO_PASSWORD`, shared by all accounts: hashing is deliberately slow, and separate hashes would protect
 * nothing, because the password is public.
 */
export function demoPasswordHash(): string {
  const salt = digest("the demo accounts' salt").subarray(0, 16);
  const [N, r, p] = [16384, 8, 5];
  const hash = scryptSync(DEMO_PASSWORD, salt, 32, { N, r, p, maxmem: 64 * 1024 * 1024 });
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** A one-page PDF with plain lines of text. It consists of as few PDF objects as possible. */
export function plainPdf(lines: string[]): Uint8Array {
  const latin = (text: string) => text.normalize("NFD").replace(/[^\x20-\x7e]/g, "");
  const shown = lines.map((line) => `(${latin(line).replace(/[\\()]/g, "\\$&")}) Tj T*`);
  const content = ["BT /F1 12 Tf 72 720 Td 18 TL", ...shown, "ET"].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file + table + trailer);
}

const fullNameOf = ({ firstName, middleName, lastName }: Answers) =>
  fullName(firstName, middleName, lastName);

/**
 * The documents of a submitted application. Each item has the id of the question, the file name, and the lines of the
 * page.
 */
function paperwork(account: string, answers: Record<string, Answers>): [string, string, string[]][] {
  const { about = {}, education = {}, scholarship = {} } = answers;
  const name = fullNameOf(about);
  const study = `${education["field"]}, ${education["institution"]}, ${education["graduationYear"]}`;
  const papers: [string, string, string[]][] = [
    ["resume", "resume.pdf", [name, emailOf(account), "", "Education", study, "", "(An invented person.)"]],
  ];
  if (scholarship["scholarship"] === "Yes") {
    const amount = `Support asked for: USD ${scholarship["scholarshipAmount"]}`;
    papers.push(
      [
        "budget_document",
        "budget.pdf",
        [`Budget of ${name}`, "", "Travel, room, visa, registration", amount],
      ],
      ["financial_statement", "financial-statement.pdf", [`Financial statement of ${name}`, "", amount]],
    );
  }
  return papers;
}

/** A document of an application: its row, and the bytes for the file store. */
function document({
  account,
  conferenceId,
  questionId,
  fileName,
  lines,
  uploadedAt,
}: {
  account: string;
  conferenceId: string;
  questionId: string;
  fileName: string;
  lines: string[];
  uploadedAt: number;
}) {
  const id = demoId(`document ${account} ${questionId}`);
  const uid = demoUid(account);
  const bytes = plainPdf(lines);
  const row = {
    ...{ id, conferenceId, uid, questionId, fileName, uploadedAt },
    contentType: "application/pdf",
    size: bytes.length,
    sha256: digest(bytes).toString("hex"),
    objectKey: `${conferenceId}/applications/${uid}/${questionId}/${id}`,
  };
  return { row, bytes };
}

/**
 * The rows and files of made-up people. All times except `now` are fixed. The stories make sense if the portal's clock
 * shows 17 December 2022, 15:00 UTC, or shortly after.
 *
 * @param now the time on the portal's clock, which then runs on from this time
 * @param realNow the real time at the same moment
 * @param cast the people; the demo accounts if this is left out
 */
export function demoRows({
  now,
  realNow,
  cast = personas,
}: {
  now: number;
  realNow: number;
  cast?: Persona[];
}): DemoSeed {
  const conferenceId = CURRENT_CONFERENCE;
  const offset = now - realNow;
  const hash = demoPasswordHash();

  const people = cast.map((persona) => ({
    ...persona,
    uid: demoUid(persona.account),
    // Accounts and sessions have real times.
    createdAt: instant(persona.createdAt) - offset,
  }));
  const applicants = people.flatMap(({ account, uid, createdAt, application }) =>
    application
      ? [
          {
            ...application,
            account,
            uid,
            createdAt: createdAt + offset + 600_000,
            savedAt: instant(application.savedAt),
          },
        ]
      : [],
  );
  const documents = applicants.flatMap(({ account, submittedAt, savedAt, answers }) =>
    submittedAt === null
      ? []
      : paperwork(account, answers).map(([questionId, fileName, lines]) =>
          document({ account, conferenceId, questionId, fileName, lines, uploadedAt: savedAt }),
        ),
  );
  const { criteria: rubric, questions } = baseRows(now);
  const reviews = readings.flatMap(({ reader, account, review }) =>
    review
      ? {
          conferenceId,
          uid: demoUid(account),
          staffUid: demoUid(reader),
          scores: review.scores,
          score: weightedScore(rubric, review.scores),
          recommendation: review.recommendation,
          version: 1,
          createdAt: instant(review.savedAt),
          savedAt: instant(review.savedAt),
        }
      : [],
  );
  const payments = applicants.flatMap(({ account, uid, payment }) => {
    if (!payment) return [];
    const { passType, addOns, lines } = payment;
    const paidAt = instant(payment.paidAt);
    return {
      id: demoId(`payment ${account}`),
      conferenceId,
      delegateUid: uid,
      passType,
      addOns,
      amountCents: totalOf(lines.map(({ cents }) => cents)),
      lines,
      orderId: demoId(`payment ${account}`),
      state: "captured" as const,
      createdAt: paidAt,
      resolvedAt: paidAt + 1_800,
      booking: bookingAt(paidAt + 1_800, DEADLINE_ZONE),
      transactionId: `SIM-${demoId(`transaction ${account}`)}`,
    };
  });
  const orders = payments.map(({ orderId, delegateUid, amountCents, createdAt, transactionId }) => ({
    ...{
      id: orderId,
      conferenceId,
      payerUid: delegateUid,
      means: "simulator",
      transactionId,
      ...DEMO_CARD,
    },
    ...{ dueCents: amountCents, leaseUntil: createdAt - offset + DEMO_LEASE, createdAt },
  }));

  // Subscriptions have real times, like accounts, because the processor knows nothing about the portal's clock.
  const subscribed = people.flatMap(({ account, uid, createdAt, hpairPlusSubscriptionId }) => {
    if (!hpairPlusSubscriptionId) return [];
    const from = createdAt + 300_000;
    const paidUntil = periodEnd(from, DEMO_PLAN.months);
    return {
      id: demoId(`subscription ${account}`),
      uid,
      title: DEMO_PLAN.title,
      amountCents: DEMO_PLAN.cents,
      intervalMonths: DEMO_PLAN.months,
      state: "active" as const,
      gateway: "simulator",
      transactionId: `SIM-${demoId(`subscription transaction ${account}`)}`,
      gatewaySubscriptionId: hpairPlusSubscriptionId,
      ...DEMO_CARD,
      paidUntil,
      leaseUntil: paidUntil,
      createdAt: from,
      resolvedAt: from + 2_400,
    };
  });

  // The library is added only together with the demo accounts. If it were added with other people too, the database
  // would have it twice.
  const library = cast === personas ? demoLibrary(demoId, demoUid) : { rows: {}, files: [] };

  return {
    rows: {
      settings: [
        { key: "clockOffset", value: String(offset) },
        { key: "liveDataUrl", value: "https://example.org/live-data" },
      ],
      users: people.map(
        ({ account, uid, createdAt, unconfirmed, admin = false, hpairPlusSubscriptionId = null }) => ({
          uid,
          email: emailOf(account),
          emailKey: emailOf(account),
          passwordHash: hash,
          emailVerifiedAt: unconfirmed ? null : createdAt,
          admin,
          hpairPlusSubscriptionId,
          createdAt,
        }),
      ),
      staff: people.flatMap(({ uid, name, abilities, capacity = 1, institution = null, createdAt }) =>
        abilities
          ? [{ uid, name: name ?? null, abilities: [...abilities], capacity, institution, createdAt }]
          : [],
      ),
      profiles: people.map(({ uid, createdAt }) => ({ uid, createdAt })),
      notifications: notifications.map(({ name, severity, audience, message, showFrom, showUntil }) => ({
        id: demoId(`notification ${name}`),
        message,
        severity,
        audience,
        showFrom: instant(showFrom),
        showUntil: showUntil === null ? null : instant(showUntil),
        createdAt: instant(showFrom),
      })),
      applications: applicants.map(({ uid, createdAt, submittedAt }) => {
        const scores = reviews.filter((review) => review.uid === uid).map(({ score }) => score);
        return {
          conferenceId,
          uid,
          createdAt,
          submittedAt: submittedAt === null ? null : instant(submittedAt),
          reviewCount: scores.length,
          meanScore: scores.length > 0 ? Math.round(totalOf(scores) / scores.length) : null,
          spread: scores.length > 1 ? Math.max(...scores) - Math.min(...scores) : null,
        };
      }),
      assignments: readings.map(({ reader, account }) => ({
        conferenceId,
        uid: demoUid(account),
        staffUid: demoUid(reader),
        reason: "Least to read so far",
        assignedAt: instant("2022-12-13T17:00:00Z"),
      })),
      reviews,
      comments: readings.flatMap(({ reader, account, comment }) =>
        comment
          ? {
              id: demoId(`comment ${reader} ${account}`),
              conferenceId,
              uid: demoUid(account),
              staffUid: demoUid(reader),
              text: comment.text,
              createdAt: instant(comment.createdAt),
            }
          : [],
      ),
      searchWords: applicants.flatMap(({ uid, submittedAt, answers }) =>
        [
          ...nameWords(answers["about"] ?? {}),
          ...(submittedAt === null
            ? []
            : answerWords(questions, Object.assign({}, ...Object.values(answers)))),
        ].map((word) => ({ conferenceId: CURRENT_CONFERENCE, word, uid })),
      ),
      answers: applicants.flatMap(({ uid, savedAt, answers }) =>
        Object.entries(answers).map(([sectionId, given]) => ({
          conferenceId,
          uid,
          sectionId,
          version: 1,
          answers: given,
          savedAt,
        })),
      ),
      documents: documents.map(({ row }) => row),
      detailChanges: applicants.flatMap(({ uid, details = [] }) =>
        details.map(({ changes, savedAt }, index) => ({
          ...{ conferenceId, uid, version: index + 1, changes },
          savedAt: instant(savedAt),
        })),
      ),
      decisions: applicants.flatMap(({ uid, decision }) =>
        decision
          ? {
              conferenceId,
              uid,
              decision: decision.decision,
              setBy: demoUid("director"),
              setAt: instant(decision.setAt),
              toldAt: instant(decision.setAt) <= EARLY_RELEASE ? EARLY_RELEASE : null,
            }
          : [],
      ),
      acceptances: applicants.flatMap(({ uid, answers, waiverAcceptedAt }) =>
        waiverAcceptedAt
          ? {
              conferenceId,
              uid,
              version: AGREEMENT_VERSION,
              fullName: fullNameOf(answers["about"] ?? {}),
              statedDate: waiverAcceptedAt.slice(0, 10),
              acceptedAt: instant(waiverAcceptedAt),
            }
          : [],
      ),
      orders,
      payments: payments.map(({ transactionId: _, ...payment }) => payment),
      payerRequests: applicants.flatMap(({ account, uid, asked }) =>
        asked
          ? {
              id: demoId(`request of ${account}`),
              ...{ conferenceId, uid, passType: asked.passType, addOns: asked.addOns },
              ...{ email: emailOf(PAYER), emailKey: emailOf(PAYER), createdAt: instant(asked.askedAt) },
            }
          : [],
      ),
      ...library.rows,
      ...demoProgramme(demoId, demoUid),
      subscriptions: subscribed,
      subscriptionPeriods: subscribed.map(({ id, transactionId, amountCents, createdAt, paidUntil }) => ({
        id: demoId(`period ${id}`),
        subscriptionId: id,
        transactionId,
        amountCents,
        periodFrom: createdAt,
        periodUntil: paidUntil,
        createdAt,
      })),
    },
    releases: releases.map(({ roundId, releasedAt }) => ({
      conferenceId,
      roundId,
      releasedAt: instant(releasedAt),
    })),
    // A new installation offers no invoices until a person has set how they are paid.
    invoicing:
      cast === personas
        ? [
            {
              id: demoId(`invoicing ${conferenceId}`),
              conferenceId,
              at: instant(INVOICING_SAID),
              says: DEMO_INVOICING,
            },
          ]
        : [],
    charges: [
      ...payments.map(({ id, delegateUid, passType, addOns, amountCents, transactionId, createdAt }) => ({
        transactionId,
        invoiceNumber: id,
        outcome: "captured" as const,
        amountCents,
        ...DEMO_CARD,
        carried: { conferenceId, uid: delegateUid, passType, addOns },
        // The processor knows nothing about the portal's clock.
        createdAt: createdAt - offset,
      })),
      ...subscribed.map(({ id, uid, amountCents, intervalMonths, transactionId, createdAt }) => ({
        transactionId,
        invoiceNumber: id,
        outcome: "captured" as const,
        amountCents,
        ...DEMO_CARD,
        carried: { uid, months: intervalMonths },
        createdAt,
      })),
    ],
    recurrences: subscribed.map((row) => ({
      id: row.gatewaySubscriptionId,
      invoiceNumber: row.id,
      amountCents: row.amountCents,
      carried: { uid: row.uid, months: row.intervalMonths },
      startDate: billingDay(row.paidUntil),
      chargeId: row.transactionId,
      createdAt: row.createdAt,
    })),
    files: [
      ...documents.map(({ row, bytes }) => ({
        key: row.objectKey,
        bytes,
        contentType: row.contentType,
      })),
      ...library.files,
    ],
  };
}

/** The edition that is over. It is added to a database that already has the `demoRows` of the demo accounts. */
export function formerEdition({ now, realNow }: { now: number; realNow: number }): DemoSeed {
  const offset = now - realNow;
  return demoFormer({ now, offset, id: demoId, uidOf: demoUid, document });
}
