import { STANDARD_MAILS, STANDARD_TEXTS } from "~/editions/editor/standard-texts.ts";
import type {
  AddOn,
  AnswerFormat,
  Condition,
  PassEvent,
  Question,
  Section,
} from "../../app/values/catalogue.ts";
import { DECISIONS } from "../../app/values/types.ts";
import { agreement } from "./agreement.ts";
import { conferenceList } from "./conference-list.ts";
import type { Rows } from "./rows.ts";

/** The conference that is open for registration in a new installation. */
export const CURRENT_CONFERENCE = "aconf_2023";

/** The time zone in which the edition's deadlines are written and in which its money is booked. */
export const DEADLINE_ZONE = "America/New_York";

const instant = (text: string) => Date.parse(text);

// The end of 10 February 2023 in US Eastern time.
const refundsUntil = instant("2023-02-11T04:59:59.999Z");

/**
 * The events of the current edition, to which its passes admit. The row of the conference itself has only a city and a
 * year, and no days.
 */
const events: PassEvent[] = [
  {
    id: "harvard",
    name: "Harvard Conference 2023",
    ordinal: "thirty-first",
    venue: "Harvard campus",
    address: "Harvard Yard, Cambridge, MA 02138, USA",
    drawing: "campus",
    ownDrawing: null,
    firstDay: "2023-02-17",
    lastDay: "2023-02-19",
    timeZone: "America/New_York",
    minimumAge: 18,
    refundDepositCents: 5000,
    refundsUntil,
  },
  {
    id: "summit",
    name: "Virtual Summit",
    ordinal: null,
    venue: null,
    address: null,
    drawing: "summit",
    ownDrawing: null,
    firstDay: null,
    lastDay: null,
    minimumAge: null,
    timeZone: "America/New_York",
    refundDepositCents: 5000,
    refundsUntil,
  },
];

const rounds = [
  {
    id: "early",
    title: "Early applications",
    deadline: instant("2023-05-02T03:59:00.000Z"),
    decisionRelease: instant("2022-11-30T18:00:00.000Z"),
  },
  {
    id: "regular",
    title: "Regular applications",
    deadline: instant("2023-06-02T03:59:00.000Z"),
    decisionRelease: instant("2022-12-16T18:00:00.000Z"),
  },
  {
    id: "bonus",
    title: "Bonus applications",
    deadline: instant("2022-12-06T04:59:00.000Z"),
    decisionRelease: instant("2022-12-16T18:00:00.000Z"),
  },
] as const;

const tickets = [
  {
    id: "goldPlus",
    eventId: "harvard",
    title: "Harvard Conference ticket",
    cents: { early: 49500, regular: 55000, bonus: 55000 },
  },
  {
    id: "gold",
    eventId: "summit",
    title: "Virtual Summit ticket",
    cents: { early: 15000, regular: 15000, bonus: 15000 },
  },
] as const;

const addOn = (id: string, title: string, cents: number, more: Partial<AddOn> = {}): AddOn => ({
  id,
  ticketId: "goldPlus",
  title,
  cents,
  description: null,
  disabled: false,
  included: false,
  takenHome: false,
  variants: null,
  image: null,
  places: null,
  ...more,
});

const addOns = [
  addOn("h2023virtual", "Virtual summit", 0, {
    included: true,
    description: "All 24 hours of talks, panels and socials online.",
  }),
  addOn("h2023execsem", "Executive seminars", 7500, {
    description: "Small rounds in which an executive leads the discussion of a real case. Places are few.",
  }),
  addOn("h2023mug", "Mug", 2500, {
    description: "A sturdy mug with the conference emblem.",
    image: "/add-ons/mug.svg",
    takenHome: true,
  }),
  addOn("h2023hatwhite", "Hat (white)", 3000, {
    description: "A cotton cap with a stitched emblem. One size, adjustable.",
    image: "/add-ons/hat-white.svg",
    takenHome: true,
  }),
  addOn("h2023hatblack", "Hat (black)", 3000, {
    description: "The same cap in black. One size, adjustable.",
    image: "/add-ons/hat-black.svg",
    takenHome: true,
  }),
  addOn("h2023shirtblack", "Unisex black shirt", 3000, {
    description: "A black cotton T-shirt with the emblem on the chest.",
    variants: ["S", "M", "L", "XL"],
    image: "/add-ons/shirt-black.svg",
    takenHome: true,
  }),
];

type SeedQuestion = Omit<Question, "sectionId"> & {
  scholarshipRelated?: boolean;
  onSite?: boolean;
  forEmergencies?: boolean;
  askedLater?: boolean;
};

/**
 * The questions whose answers are needed to review an application: who the person is, what they study, and the texts
 * that they write. Only directors see the other answers.
 */
const FOR_REVIEWERS = new Set([
  ...["firstName", "middleName", "lastName", "residence"],
  ...["institution", "level", "otherLevel", "field", "graduationYear"],
  ...["participation", "linkedIn", "motivation", "challenge", "contribution", "resume"],
]);
type SeedSection = Section & { questions: SeedQuestion[] };

/** A question. Everybody who sees it must answer it, unless `more` says otherwise. */
const ask = (
  kind: Question["kind"],
  id: string,
  text: string,
  maxLength: number,
  more: Partial<SeedQuestion> = {},
): SeedQuestion => ({
  id,
  text,
  kind,
  maxLength,
  required: "always",
  requiredMessage: null,
  hint: null,
  dependsOn: null,
  options: null,
  mask: null,
  format: null,
  autocomplete: null,
  retired: false,
  ...more,
});

/**
 * A telephone number without a country code is read as a number in the delegate's country of residence. If the country
 * of residence is not given, the number is read as one in the country of their nationality.
 */
const telephone: AnswerFormat = { telephone: ["residence", "nationality"] };
const PHONE_HINT = "Start with + and your country code, such as +852 5123 4567.";
const COUNTRY_CODE_LENGTH = 2;
const DAY_LENGTH = 10;
const OPTION_LENGTH = 100;
const FILE_NAME_LENGTH = 255;
const ESSAY_LENGTH = 3000;

const otherLevel: Condition = { field: "level", values: ["Other"] };
const wantsScholarship: Condition = { field: "scholarship", values: ["Yes"] };

const sections: SeedSection[] = [
  {
    id: "about",
    title: "About you",
    introduction: "Please write your name as it appears in your passport. It will be on your badge.",
    questions: [
      ask("short text", "firstName", "First name", 100, { autocomplete: "given-name" }),
      ask("short text", "middleName", "Middle name", 100, {
        required: "never",
        autocomplete: "additional-name",
      }),
      ask("short text", "lastName", "Last name", 100, {
        required: { none: [{ field: "oneName", values: ["Yes"] }] },
        requiredMessage: "Enter your last name, or tick “I have only one name”.",
        autocomplete: "family-name",
      }),
      ask("choice", "oneName", "I have only one name", OPTION_LENGTH, {
        required: "never",
        hint: "Type it under First name. Leave Last name empty.",
        options: ["Yes"],
      }),
      ask("date", "dateOfBirth", "Date of birth", DAY_LENGTH, {
        hint: "To take part in person you must be 18 or older on the first day of the conference. The virtual summit is open to every age.",
        format: { years: { past: 110, ahead: 0 } },
        autocomplete: "bday",
      }),
      ask("country", "nationality", "Nationality", COUNTRY_CODE_LENGTH, {
        hint: "The country of the passport you would travel with.",
      }),
      ask("country", "residence", "Country of residence", COUNTRY_CODE_LENGTH, {
        hint: "Where you live and study now.",
        autocomplete: "country",
      }),
      ask("short text", "phone", "Phone number", 20, {
        hint: PHONE_HINT,
        format: telephone,
        autocomplete: "tel",
        forEmergencies: true,
      }),
    ],
  },
  {
    id: "education",
    title: "Education",
    introduction: null,
    questions: [
      ask("short text", "institution", "University or school", 200, {
        hint: "Its full name in English. If you have graduated, the one you attended last.",
        autocomplete: "organization",
        onSite: true,
      }),
      ask("choice", "level", "Level of study", OPTION_LENGTH, {
        options: ["Undergraduate", "Graduate", "Doctoral", "Recent graduate", "Other"],
      }),
      ask("short text", "otherLevel", "Which other level?", 100, {
        dependsOn: otherLevel,
        requiredMessage: "Tell us your level of study",
      }),
      ask("short text", "field", "Field of study", 200, {
        hint: "Your major or area of research, such as Economics or Public Health.",
      }),
      ask("short text", "graduationYear", "Year of graduation", 4, {
        hint: "Four digits. If you are still studying, the year in which you expect to finish.",
        mask: "0000",
        format: { years: { past: 80, ahead: 10 } },
      }),
    ],
  },
  {
    id: "participation",
    title: "Taking part",
    introduction: null,
    questions: [
      ask("choice", "participation", "How would you like to take part?", OPTION_LENGTH, {
        hint: "In person, for delegates who are 18 or older; or online, at the virtual summit.",
        options: ["In person", "Virtual"],
      }),
      ask("short text", "linkedIn", "LinkedIn profile", 200, {
        hint: "The full address, such as https://www.linkedin.com/in/your-name.",
        required: "never",
        autocomplete: "url",
      }),
      ask("short text", "dietary", "Dietary needs", 300, {
        hint: "Allergies, or food you do not eat for reasons of faith, health or conviction.",
        required: "never",
        onSite: true,
      }),
      ask("long text", "accessNeeds", "Access needs", 1000, {
        hint: "Anything we should prepare so that you can take part fully, such as step-free access or captions. This has no influence on the decision.",
        required: "never",
        onSite: true,
      }),
      ask("short text", "emergencyName", "Emergency contact: name", 200, {
        hint: "Somebody we may call if anything happens to you.",
        autocomplete: "off",
        forEmergencies: true,
        askedLater: true,
      }),
      ask("short text", "emergencyPhone", "Emergency contact: phone number", 20, {
        hint: PHONE_HINT,
        format: telephone,
        autocomplete: "off",
        forEmergencies: true,
        askedLater: true,
      }),
    ],
  },
  {
    id: "essays",
    title: "Essays",
    introduction:
      "We read these to get to know you. There are no right answers. Be concrete, and use your own words. Write up to 3,000 characters each. Most good answers are shorter.",
    questions: [
      ask("long text", "motivation", "What brings you to this conference, and why now?", ESSAY_LENGTH, {
        hint: "Tell us about a moment, a person or a piece of work that drew you to the questions Asia faces.",
      }),
      ask(
        "long text",
        "challenge",
        "Describe one challenge in Asia that you know at first hand. What has been tried, and what would you do differently?",
        ESSAY_LENGTH,
        { hint: "A small problem you understand well is better than a large one you have read about." },
      ),
      ask(
        "long text",
        "contribution",
        "What will other delegates learn from you, and what will you do with what you learn from them?",
        ESSAY_LENGTH,
        { hint: "Think of your studies, your work, your home or a disagreement that changed your mind." },
      ),
    ],
  },
  {
    id: "scholarship",
    title: "Scholarship",
    introduction:
      "We can support a small number of delegates. Asking for support has no influence on the decision about your application.",
    questions: [
      ask("choice", "scholarship", "Do you want to apply for a scholarship?", OPTION_LENGTH, {
        options: ["Yes", "No"],
      }),
      ask("number", "scholarshipAmount", "How much support do you need, in US dollars?", 5, {
        hint: "Whole dollars, digits only.",
        dependsOn: wantsScholarship,
      }),
      ask("long text", "scholarshipStatement", "Why do you need this support?", ESSAY_LENGTH, {
        hint: "Tell us how you would pay for the rest, and whether you have asked for support elsewhere.",
        dependsOn: wantsScholarship,
      }),
      ask("document upload", "budget_document", "Budget", FILE_NAME_LENGTH, {
        hint: "What you expect to spend on travel, housing, visa and registration.",
        dependsOn: wantsScholarship,
        scholarshipRelated: true,
      }),
      ask("document upload", "financial_statement", "Financial statement", FILE_NAME_LENGTH, {
        hint: "Proof of your or your family’s income, such as a tax return, a payslip or a letter from your university.",
        dependsOn: wantsScholarship,
        scholarshipRelated: true,
      }),
    ],
  },
  {
    id: "resume",
    title: "Resume",
    introduction: null,
    questions: [
      ask("document upload", "resume", "Resume", FILE_NAME_LENGTH, {
        hint: "One or two pages in English.",
      }),
    ],
  },
];

/**
 * The rows with which every installation starts: the specification's values, and our texts. They are safe to use in
 * production.
 */
const criteria = [
  {
    id: "motivation",
    title: "Motivation",
    hint: "Knows why they want to attend, and what they will do with it afterwards.",
    weight: 2,
  },
  {
    id: "asia",
    title: "Engagement with Asia",
    hint: "Has thought about, worked on or lived with its questions.",
    weight: 2,
  },
  {
    id: "initiative",
    title: "Initiative",
    hint: "Started, led or changed something, however small.",
    weight: 1,
  },
  { id: "voice", title: "Voice", hint: "Writes clearly, and would add to a discussion.", weight: 1 },
];

export function baseRows(now: number) {
  const conferenceId = CURRENT_CONFERENCE;
  return {
    settings: [
      { key: "currentConference", value: conferenceId },
      { key: "supportEmail", value: "help@hpair.example" },
      { key: "siteName", value: "HPAIR" },
      { key: "siteShortName", value: "HPAIR" },
      { key: "accent", value: "#a41034" },
      { key: "logo", value: "" },
      { key: "hpairPlusTitle", value: "HPAIR+" },
      { key: "hpairPlusCents", value: "4900" },
      { key: "hpairPlusMonths", value: "12" },
    ],
    conferences: conferenceList,
    editions: [
      {
        conferenceId,
        deadlineZone: DEADLINE_ZONE,
      },
    ],
    events: events.map((event, position) => ({ ...event, conferenceId, position })),
    rounds: rounds.map((round, position) => ({ ...round, conferenceId, position, releasedAt: null })),
    tickets: tickets.map(({ id, title, eventId }, position) => ({
      ...{ conferenceId, id, title, eventId, position },
      ...{ onSale: true, saleFrom: null, saleUntil: null, payBy: null, places: null },
    })),
    criteria: criteria.map((criterion, position) => ({ ...criterion, conferenceId, position })),
    mailTemplates: DECISIONS.map((decision) => ({ ...STANDARD_MAILS[decision], decision, conferenceId })),
    prices: tickets.flatMap((ticket) =>
      rounds.map(({ id }) => ({ conferenceId, ticketId: ticket.id, roundId: id, cents: ticket.cents[id] })),
    ),
    addOns: addOns.map((definition, position) => ({ ...definition, conferenceId, position })),
    sections: sections.map(({ questions: _, ...section }, position) => ({
      ...section,
      conferenceId,
      position,
    })),
    // Positions are numbered across all sections.
    questions: sections
      .flatMap(({ id: sectionId, questions }) => questions.map((question) => ({ ...question, sectionId })))
      .map((question, position) => ({
        ...question,
        conferenceId,
        position,
        forReviewers: FOR_REVIEWERS.has(question.id),
      })),
    texts: Object.entries(STANDARD_TEXTS).map(([id, body]) => ({ conferenceId, id, body })),
    agreements: [{ ...agreement, conferenceId, createdAt: now }],
  } satisfies Rows;
}
