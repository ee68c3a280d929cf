import { TEXT_IDS } from "../../app/conference/texts.ts";
import type { EditionDocument, EditionQuestion } from "../../app/editions/edition-document.ts";
import { PASS_TYPES } from "../../app/values/types.ts";
import { baseRows } from "../../db/seed/first-edition.ts";

/** Editions that make sense, for the tests of documents. Each call makes a new document. */

/** The edition with which a new installation starts. */
export function documentOfSeed(): EditionDocument {
  const rows = structuredClone(baseRows(0));
  const setting = (key: string) => rows.settings.find((row) => row.key === key)?.value ?? "";
  const conference = rows.conferences.find(({ id }) => id === rows.editions[0]?.conferenceId)!;
  const agreement = rows.agreements[0]!;
  return {
    format: 1,
    conference: {
      location: conference.location,
      year: conference.year,
      title: conference.title ?? null,
      track: conference.track ?? null,
      lat: conference.lat,
      lng: conference.lng,
    },
    deadlineZone: rows.editions[0]!.deadlineZone,
    site: {
      name: "HPAIR",
      shortName: "HPAIR",
      accent: "#a41034",
      logo: null,
      supportEmail: setting("supportEmail"),
      liveDataUrl: setting("liveDataUrl"),
      plan: {
        title: setting("hpairPlusTitle"),
        cents: Number(setting("hpairPlusCents")),
        months: Number(setting("hpairPlusMonths")),
      },
    },
    events: rows.events.map((event) => ({
      id: event.id,
      name: event.name,
      ordinal: event.ordinal ?? null,
      venue: event.venue ?? null,
      address: event.address ?? null,
      drawing: event.drawing ?? null,
      ownDrawing: event.ownDrawing ?? null,
      firstDay: event.firstDay ?? null,
      lastDay: event.lastDay ?? null,
      timeZone: event.timeZone,
      minimumAge: event.minimumAge ?? null,
      refundDepositCents: event.refundDepositCents,
      refundsUntil: event.refundsUntil,
    })),
    rounds: rows.rounds.map(({ id, title, deadline, decisionRelease }) => ({
      ...{ id, title, deadline, decisionRelease },
    })),
    passes: rows.tickets.map(({ conferenceId: _, position: __, ...pass }) => ({
      ...pass,
      cents: Object.fromEntries(
        rows.prices
          .filter(({ ticketId }) => ticketId === pass.id)
          .map(({ roundId, cents }) => [roundId, cents]),
      ),
    })),
    addOns: rows.addOns.map(({ conferenceId: _, position: __, ...addOn }) => addOn),
    sections: rows.sections.map(({ conferenceId: _, position: __, ...section }) => ({
      ...section,
      questions: rows.questions
        .filter(({ sectionId }) => sectionId === section.id)
        .map(({ conferenceId: _, position: __, sectionId: ___, ...question }) => ({
          scholarshipRelated: false,
          onSite: false,
          forEmergencies: false,
          askedLater: false,
          ...question,
        })),
    })),
    criteria: rows.criteria.map(({ id, title, hint, weight }) => ({ ...{ id, title, hint, weight } })),
    agreement: {
      openingLetter: agreement.openingLetter,
      codeOfConduct: agreement.codeOfConduct,
      refundPolicy: agreement.refundPolicy,
      liabilityRelease: agreement.liabilityRelease,
      signAgain: true,
    },
    texts: Object.fromEntries(rows.texts.map(({ id, body }) => [id, body])),
    mails: Object.fromEntries(
      rows.mailTemplates.map(({ decision, subject, body }) => [decision, { subject, body }]),
    ) as EditionDocument["mails"],
  };
}

const ask = (id: string, text: string, more: Partial<EditionQuestion> = {}): EditionQuestion => ({
  id,
  text,
  hint: null,
  kind: "short text",
  required: "always",
  requiredMessage: null,
  dependsOn: null,
  options: null,
  mask: null,
  format: null,
  maxLength: 200,
  autocomplete: null,
  scholarshipRelated: false,
  forReviewers: false,
  onSite: false,
  forEmergencies: false,
  askedLater: false,
  retired: false,
  ...more,
});

const mailsOf = (conference: string): EditionDocument["mails"] => ({
  Accepted: { subject: `Welcome to the ${conference}`, body: "Dear {firstName},\n\nWelcome: {link}" },
  "Deferred to virtual": { subject: "Meet us online", body: "Dear {firstName},\n\nCome online: {link}" },
  Waitlisted: { subject: "You are waiting", body: "Dear {firstName},\n\nPlease wait: {link}" },
  Rejected: { subject: "Your application", body: "Dear {fullName},\n\nNot this time: {link}" },
});

/** `aconf_2024`: five rounds, two events with different days, and all times in Hong Kong time. */
export function fiveRounds(): EditionDocument {
  const timeZone = "Asia/Hong_Kong";
  const rounds = [
    ["pioneer", "Pioneers", "2023-11-05T23:59+08:00", "2023-11-25T12:00+08:00", 40000],
    ["first", "First round", "2023-12-15T23:59+08:00", "2024-01-10T12:00+08:00", 45000],
    ["second", "Second round", "2024-01-31T23:59+08:00", "2024-02-20T12:00+08:00", 50000],
    ["third", "Third round", "2024-03-15T23:59+08:00", "2024-04-05T12:00+08:00", 50000],
    ["late", "Late round", "2024-04-30T23:59+08:00", "2024-05-20T12:00+08:00", 60000],
  ] as const;
  const sale = {
    onSale: true,
    saleFrom: Date.parse("2023-11-25T12:00+08:00"),
    saleUntil: Date.parse("2024-07-31T23:59+08:00"),
    payBy: Date.parse("2024-06-30T23:59+08:00"),
    places: null,
  };
  return {
    format: 1,
    conference: {
      location: "HONG KONG",
      year: 2024,
      title: "Harbours and Bridges",
      track: null,
      lat: 22.3,
      lng: 114.2,
    },
    deadlineZone: timeZone,
    site: {
      name: "Harbour Forum",
      shortName: "Harbour",
      accent: "#005a78",
      logo: "/files/logo.png",
      supportEmail: "help@harbourforum.org",
      liveDataUrl: "https://live.harbourforum.org/table",
      plan: { title: "Harbour+", cents: 2900, months: 6 },
    },
    events: [
      {
        id: "forum",
        name: "Asia Conference 2024",
        ordinal: "thirty-third",
        venue: "Kowloon campus",
        address: null,
        drawing: "harbour",
        ownDrawing: null,
        firstDay: "2024-08-16",
        lastDay: "2024-08-19",
        timeZone,
        minimumAge: 18,
        refundDepositCents: 8000,
        refundsUntil: Date.parse("2024-08-02T23:59+08:00"),
      },
      {
        id: "academy",
        name: "Academy of Asia",
        ordinal: null,
        venue: null,
        address: null,
        drawing: null,
        ownDrawing: null,
        firstDay: "2024-08-23",
        lastDay: "2024-08-24",
        timeZone,
        minimumAge: null,
        refundDepositCents: 2000,
        refundsUntil: Date.parse("2024-08-02T23:59+08:00"),
      },
    ],
    rounds: rounds.map(([id, title, deadline, release]) => ({
      ...{ id, title, deadline: Date.parse(deadline), decisionRelease: Date.parse(release) },
    })),
    passes: PASS_TYPES.map((id) => ({
      id,
      title: id === "gold" ? "Academy ticket" : "Asia Conference ticket",
      eventId: id === "gold" ? "academy" : "forum",
      ...sale,
      cents: Object.fromEntries(rounds.map(([round, , , , cents]) => [round, id === "gold" ? 9900 : cents])),
    })),
    addOns: ["Ferry tour", "Notebook"].map((title) => ({
      id: title.split(" ")[0]!.toLowerCase(),
      ticketId: "goldPlus",
      title,
      description: null,
      cents: 3500,
      disabled: false,
      included: false,
      takenHome: true,
      variants: title === "Notebook" ? ["lined", "plain"] : null,
      image: null,
      places: null,
    })),
    sections: [
      {
        id: "about",
        title: "You",
        introduction: "For the summer of 2024 in Hong Kong.",
        questions: [
          ask("firstName", "First name", { forReviewers: true }),
          ask("lastName", "Last name", { forReviewers: true }),
          ask("dateOfBirth", "Date of birth", {
            kind: "date",
            maxLength: 10,
            hint: "To come to Kowloon you must be 18 or older on the first day.",
            format: { years: { past: 100, ahead: 0 } },
          }),
          ask("residence", "Country of residence", { kind: "country", maxLength: 2 }),
          ask("phone", "Phone number", { maxLength: 25, format: { telephone: ["residence"] } }),
        ],
      },
      {
        id: "participation",
        title: "Your plans",
        introduction: null,
        questions: [
          ask("participation", "How would you take part?", {
            kind: "choice",
            options: ["In person", "Online"],
            forReviewers: true,
          }),
          ask("languages", "Which languages do you speak?", {
            kind: "several of many",
            options: ["Cantonese", "English", "Japanese", "Other"],
            maxLength: 1000,
          }),
          ask("otherLanguage", "Which others?", {
            dependsOn: { field: "languages", values: ["Other"] },
          }),
          ask("visa", "Do you need a visa?", { kind: "choice", options: ["Yes", "No"] }),
          ask("passport", "Number of your passport", {
            required: { all: [{ field: "visa", values: ["Yes"] }] },
            requiredMessage: "We need it for the letter.",
          }),
          ask("nickname", "Nickname", { required: "never", retired: true }),
        ],
      },
    ],
    criteria: [{ id: "clarity", title: "Clarity", hint: null, weight: 1 }],
    agreement: {
      openingLetter: "Welcome to the Asia Conference 2024, from 16 to 19 August 2024.",
      codeOfConduct: "Be kind. You must be 18 or older.",
      refundPolicy: "Until 2 August 2024 we give back all but $80, or $20 for the Academy.",
      liabilityRelease: "I come at my own risk.",
      signAgain: false,
    },
    texts: {
      ...Object.fromEntries(TEXT_IDS.map(({ id, title }) => [id, `${title}.`])),
      passInPerson: "Meet us on the **Kowloon campus** on 16–19 August 2024.",
    },
    mails: mailsOf("Asia Conference 2024"),
  };
}

/**
 * `hconf_2026`: one round, one pass on sale for an event without days and without a minimum age, and only the questions
 * that are necessary.
 */
export function smallestEdition(): EditionDocument {
  return {
    format: 1,
    conference: { location: "HARVARD", year: 2026, title: null, track: null, lat: 42.4, lng: -71.1 },
    deadlineZone: "UTC",
    site: {
      name: "Small",
      shortName: "Small",
      accent: "#333333",
      logo: null,
      supportEmail: "office@small.edu",
      liveDataUrl: "/admin",
      plan: { title: "Small+", cents: 100, months: 1 },
    },
    events: [
      {
        id: "talk",
        name: "Talk",
        ordinal: null,
        venue: null,
        address: null,
        drawing: null,
        ownDrawing: null,
        firstDay: null,
        lastDay: null,
        timeZone: "UTC",
        minimumAge: null,
        refundDepositCents: 0,
        refundsUntil: null,
      },
    ],
    rounds: [
      {
        id: "only",
        title: "Applications",
        deadline: Date.parse("2025-12-01T23:59Z"),
        decisionRelease: Date.parse("2026-01-05T12:00Z"),
      },
    ],
    passes: PASS_TYPES.map((id) => ({
      ...{ id, title: id === "gold" ? "No ticket" : "Ticket", onSale: id === "goldPlus", eventId: "talk" },
      ...{ saleFrom: null, saleUntil: null, payBy: null, places: null, cents: { only: 1000 } },
    })),
    addOns: [],
    sections: [
      {
        id: "about",
        title: "Application",
        introduction: null,
        questions: [
          ask("firstName", "First name", { forReviewers: true }),
          ask("lastName", "Last name", { forReviewers: true }),
          ask("dateOfBirth", "Date of birth", { kind: "date" }),
        ],
      },
      {
        id: "participation",
        title: "Taking part",
        introduction: null,
        questions: [
          ask("participation", "How would you take part?", { kind: "choice", options: ["In person"] }),
        ],
      },
    ],
    criteria: [{ id: "any", title: "Everything", hint: null, weight: 1 }],
    agreement: {
      openingLetter: "Welcome.",
      codeOfConduct: "Be kind.",
      refundPolicy: "No refunds.",
      liabilityRelease: "At my own risk.",
      signAgain: false,
    },
    texts: {},
    mails: mailsOf("talk"),
  };
}
