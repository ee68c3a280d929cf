import { totalOf } from "~/money/prices/pricing.ts";
import { DAY } from "~/values/durations.ts";
import { answerWords, nameWords } from "../../app/applications/search-words.ts";
import { bookingAt } from "../../app/values/bookings.ts";
import type { Answers } from "../../app/values/catalogue.ts";
import { fullName } from "../../app/values/words.ts";
import { baseRows, DEADLINE_ZONE } from "./first-edition.ts";
import type { Rows } from "./rows.ts";

/** The edition that is over. The owner of one demo account took part in it, and now comes back. */
export const FORMER_CONFERENCE = "aconf_2022";
/** The account of a person who took part in `FORMER_CONFERENCE`, and has not yet applied to the current edition. */
export const RETURNING = "returning";

const YEAR = 365 * DAY;
const instant = (text: string) => Date.parse(text);

const answers: Record<string, Answers> = {
  about: {
    firstName: "Lakshmi",
    lastName: "Perera",
    dateOfBirth: "2001-04-09",
    phone: "+94112345679",
    nationality: "LK",
    residence: "LK",
  },
  education: {
    institution: "University of Colombo",
    level: "Undergraduate",
    field: "Geography",
    graduationYear: "2023",
  },
  participation: {
    participation: "In person",
    dietary: "Vegetarian",
    emergencyName: "Ruwan Perera",
    emergencyPhone: "+94112345680",
  },
  essays: {
    motivation:
      "My grandmother's tea estate lost its hillside in the rains of 2017. I have mapped landslides since then, first with her neighbours and now for my degree. I would like to meet people who decide where houses may stand.",
    challenge:
      "Families in Kegalle were offered land an hour from their work, so most went back below the slope. In one division the council bought plots beside the estate instead, and nobody returned. It cost less per house. I would begin with the bus timetable before I choose the land.",
    contribution:
      "I can read a slope and explain it to people who have to leave it. I hope to learn how other cities paid for moving. My department has promised to try one idea with the next division.",
  },
  scholarship: { scholarship: "No" },
};

const SUBMITTED = instant("2021-11-10T09:20:00Z");
const DECIDED = instant("2021-11-27T16:00:00Z");
const RELEASED = instant("2021-11-30T18:00:00Z");
const SIGNED = "2021-12-04T06:40:00Z";
const PAID = instant("2021-12-04T06:55:00Z");
const CENTS = 45_000;

type PaperOf = {
  account: string;
  conferenceId: string;
  questionId: string;
  fileName: string;
  lines: string[];
  uploadedAt: number;
};
type Paper = { row: NonNullable<Rows["documents"]>[number]; bytes: Uint8Array };

/**
 * Last year's edition. It has this year's form and passes, last year's dates, and one delegate, who comes back in the
 * demo.
 *
 * @param offset how far the portal's clock is ahead of real time (ms).
 * @param document makes the document of an application.
 */
export function demoFormer({
  now,
  offset,
  id,
  uidOf,
  document,
}: {
  now: number;
  offset: number;
  id: (name: string) => string;
  uidOf: (account: string) => string;
  document: (of: PaperOf) => Paper;
}) {
  const conferenceId = FORMER_CONFERENCE;
  const uid = uidOf(RETURNING);
  const { settings: _, conferences: __, ...base } = baseRows(now);
  const moved = Object.fromEntries(
    Object.entries(base).map(([table, rows]) => [table, rows.map((row) => ({ ...row, conferenceId }))]),
  ) as typeof base;
  const name = fullName(answers["about"]!["firstName"]!, undefined, answers["about"]!["lastName"]!);
  const resume = document({
    ...{ account: RETURNING, conferenceId, questionId: "resume", fileName: "resume.pdf" },
    lines: [name, "", "Education", "Geography, University of Colombo, 2023", "", "(An invented person.)"],
    uploadedAt: SUBMITTED - 60_000,
  });
  const lines = [
    { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: CENTS },
    { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
  ];
  const payment = {
    id: id(`payment ${RETURNING}`),
    conferenceId,
    delegateUid: uid,
    passType: "goldPlus" as const,
    addOns: { h2023virtual: true as const },
    amountCents: totalOf(lines.map(({ cents }) => cents)),
    lines,
    orderId: id(`payment ${RETURNING}`),
    state: "captured" as const,
    createdAt: PAID,
    resolvedAt: PAID + 1_800,
    booking: bookingAt(PAID + 1_800, DEADLINE_ZONE),
  };
  const order = {
    id: payment.orderId,
    conferenceId,
    payerUid: uid,
    means: "simulator",
    transactionId: `SIM-${id(`transaction ${RETURNING}`)}`,
    cardBrand: "Visa",
    cardLastFour: "1111",
    dueCents: payment.amountCents,
    leaseUntil: PAID - offset,
    createdAt: PAID,
  };
  return {
    releases: [],
    invoicing: [],
    recurrences: [],
    rows: {
      ...moved,
      rounds: moved.rounds.map(({ deadline, decisionRelease, ...round }) => ({
        ...round,
        deadline: deadline - YEAR,
        decisionRelease: decisionRelease - YEAR,
        releasedAt: round.id === "early" ? RELEASED : null,
        toldAt: round.id === "early" ? RELEASED : null,
      })),
      events: moved.events.map((event) => ({
        ...event,
        name: event.name.replace("2023", "2022"),
        ...(event.firstDay !== null && {
          ordinal: "thirtieth",
          firstDay: "2022-02-18",
          lastDay: "2022-02-20",
        }),
        refundsUntil: event.refundsUntil === null ? null : event.refundsUntil - YEAR,
      })),
      prices: moved.prices.map((price) =>
        price.ticketId === "goldPlus" ? { ...price, cents: price.cents - 4_500 } : price,
      ),
      agreements: moved.agreements.map((agreement) => ({
        ...agreement,
        openingLetter: agreement.openingLetter.replace(
          "Congratulations on your place at the conference.",
          "Congratulations on your place at the conference of 2022.",
        ),
      })),
      applications: [
        { conferenceId, uid, createdAt: SUBMITTED - 600_000, submittedAt: SUBMITTED, reviewCount: 0 },
      ],
      answers: Object.entries(answers).map(([sectionId, given]) => ({
        ...{ conferenceId, uid, sectionId, version: 1, savedAt: SUBMITTED - 60_000 },
        answers: given,
      })),
      searchWords: [
        ...nameWords(answers["about"]!),
        ...answerWords(moved.questions, Object.assign({}, ...Object.values(answers))),
      ].map((word) => ({ conferenceId, uid, word })),
      documents: [resume.row],
      decisions: [
        {
          ...{ conferenceId, uid, setAt: DECIDED, toldAt: RELEASED },
          decision: "Accepted" as const,
          setBy: uidOf("director"),
        },
      ],
      acceptances: [
        {
          ...{ conferenceId, uid, version: 1, fullName: name },
          statedDate: SIGNED.slice(0, 10),
          acceptedAt: instant(SIGNED),
        },
      ],
      orders: [order],
      payments: [payment],
    } satisfies Rows,
    charges: [
      {
        transactionId: order.transactionId,
        invoiceNumber: payment.id,
        outcome: "captured" as const,
        amountCents: payment.amountCents,
        cardBrand: "Visa",
        cardLastFour: "1111",
        carried: { conferenceId, uid, passType: payment.passType, addOns: payment.addOns },
        createdAt: PAID - offset,
      },
    ],
    files: [{ key: resume.row.objectKey, bytes: resume.bytes, contentType: "application/pdf" }],
  };
}
