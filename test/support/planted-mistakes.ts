import { TEXT_IDS } from "../../app/conference/texts.ts";
import type { EditionDocument, EditionQuestion } from "../../app/editions/edition-document.ts";
import { documentOfSeed, fiveRounds } from "./edition-documents.ts";

/**
 * Forty mistakes that directors make, each with the finding that must be reported: "level part/item/field". They were
 * written down before the linter existed, so the linter was not written to fit them.
 */
export type Mistake = {
  name: string;
  /** The correct edition into which the mistake is planted. */
  into: "seed" | "five rounds";
  plant: (edition: EditionDocument) => void;
  finds: string[];
  /** Last year's edition, if the mistake comes from copying it. */
  former?: () => EditionDocument;
  /** The published edition, if the mistake is a change. */
  published?: () => EditionDocument;
};

/**
 * A mistake that a director can make in the editor, and that would spoil the whole edition. `says` is the sentence that
 * must tell them about it.
 */
export type MistakeInWords = Mistake & {
  /**
   * The number of sessions that require a certain pass or add-on, by the id of that pass or add-on. Only mistakes about
   * sessions need this field.
   */
  gates?: Record<string, number>;
  says: string;
};

export const questionOf = (edition: EditionDocument, id: string): EditionQuestion =>
  edition.sections.flatMap(({ questions }) => questions).find((question) => question.id === id)!;

export function without(edition: EditionDocument, id: string): void {
  for (const section of edition.sections) {
    section.questions = section.questions.filter((question) => question.id !== id);
  }
}

const at = (text: string) => Date.parse(text);

export const PLANTED: Mistake[] = [
  // Rounds
  {
    name: "there is no round",
    into: "five rounds",
    plant: (edition) => {
      edition.rounds = [];
    },
    finds: ["error rounds"],
  },
  {
    name: "the second round ends before the first, so that no date reaches it",
    into: "five rounds",
    plant: ({ rounds }) => {
      rounds[1]!.deadline = at("2023-10-15T23:59+08:00");
    },
    finds: ["note rounds/first/deadline"],
  },
  {
    name: "the last decisions are released after the event",
    into: "five rounds",
    plant: ({ rounds }) => {
      rounds[4]!.decisionRelease = at("2024-08-21T12:00+08:00");
    },
    finds: ["error rounds/late/decisionRelease"],
  },
  {
    name: "decisions are released while people still apply",
    into: "five rounds",
    plant: ({ rounds }) => {
      rounds[2]!.decisionRelease = at("2024-01-20T12:00+08:00");
    },
    finds: ["note rounds/second/decisionRelease"],
  },
  {
    name: "a deadline is in the hour that comes twice",
    into: "five rounds",
    plant: (edition) => {
      edition.deadlineZone = "America/New_York";
      edition.rounds[0]!.deadline = at("2023-11-05T05:30Z");
    },
    finds: ["note rounds/pioneer/deadline"],
  },
  // Passes and their sale
  {
    name: "a pass has no price in one round",
    into: "seed",
    plant: ({ passes }) => {
      delete passes[1]!.cents["regular"];
    },
    finds: ["error passes/gold/cents.regular"],
  },
  {
    name: "a pass admits to an event that is not there",
    into: "seed",
    plant: ({ passes }) => {
      passes[1]!.eventId = "gala";
    },
    finds: ["error passes/gold/eventId"],
  },
  {
    name: "the sale ends before those of the last round know that they are accepted",
    into: "five rounds",
    plant: ({ passes }) => {
      passes[1]!.saleUntil = at("2024-05-01T23:59+08:00");
      passes[1]!.payBy = null;
    },
    finds: ["error passes/goldPlus/saleUntil"],
  },
  {
    name: "the sale ends before it begins",
    into: "five rounds",
    plant: ({ passes }) => {
      passes[0]!.saleUntil = at("2023-11-01T23:59+08:00");
    },
    finds: ["error passes/gold/saleUntil"],
  },
  {
    name: "the sale begins after the event",
    into: "seed",
    plant: ({ passes }) => {
      passes[0]!.saleFrom = at("2023-03-01T17:00Z");
    },
    finds: ["error passes/goldPlus/saleFrom"],
  },
  {
    name: "accepted delegates must pay before they are accepted",
    into: "five rounds",
    plant: ({ passes }) => {
      passes[1]!.payBy = at("2024-05-01T23:59+08:00");
    },
    finds: ["error passes/goldPlus/payBy"],
  },
  {
    name: "the late round is cheaper than the one before",
    into: "five rounds",
    plant: ({ passes }) => {
      passes[1]!.cents["late"] = 6000;
    },
    finds: ["note passes/goldPlus/cents.late"],
  },
  // Events
  {
    name: "refunds may be asked for after the event",
    into: "seed",
    plant: ({ events }) => {
      events[0]!.refundsUntil = at("2023-03-10T23:59-05:00");
    },
    finds: ["note events/harvard/refundsUntil"],
  },
  {
    name: "the event ends before it begins",
    into: "seed",
    plant: ({ events }) => {
      events[0]!.lastDay = "2023-02-07";
    },
    finds: ["error events/harvard/lastDay"],
  },
  {
    name: "the event still counts as it did the year before",
    into: "five rounds",
    plant: () => {},
    former: () => {
      const former = fiveRounds();
      former.conference.year = 2023;
      return former;
    },
    finds: ["note events/forum/ordinal"],
  },
  {
    name: "an age is asked for, but not the date of birth",
    into: "seed",
    plant: (edition) => without(edition, "dateOfBirth"),
    finds: ["error events/harvard/minimumAge"],
  },
  // Gates
  {
    name: "the dates of birth that are taken are all too young for the event",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "dateOfBirth").format = { years: { past: 16, ahead: 0 } };
    },
    finds: ["error questions/dateOfBirth/format"],
  },
  {
    name: "a question depends on one that is not there",
    into: "seed",
    plant: (edition) => without(edition, "level"),
    finds: ["error questions/otherLevel/dependsOn"],
  },
  {
    name: "a question depends on one that is asked no more",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "scholarship").retired = true;
    },
    finds: [
      "error questions/scholarshipAmount/dependsOn",
      "error questions/scholarshipStatement/dependsOn",
      "error questions/budget_document/dependsOn",
      "error questions/financial_statement/dependsOn",
    ],
  },
  {
    name: "a question depends on an option that was renamed",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "level").options = ["Undergraduate", "Graduate", "Something else"];
    },
    finds: ["error questions/otherLevel/dependsOn"],
  },
  {
    name: "two questions depend on each other",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "level").dependsOn = { field: "otherLevel", values: ["Night school"] };
    },
    finds: ["error questions/level/dependsOn", "error questions/otherLevel/dependsOn"],
  },
  {
    name: "an answer is required if another is two things at once",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "linkedIn").required = {
        all: [
          { field: "level", values: ["Graduate"] },
          { field: "level", values: ["Doctoral"] },
        ],
      };
    },
    finds: ["error questions/linkedIn/required"],
  },
  {
    name: "an option ends with a space, so that nobody can choose it",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "scholarship").options = ["Yes", "No "];
    },
    finds: ["error questions/scholarship/options"],
  },
  {
    name: "a mask is longer than the answer may be",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "graduationYear").mask = "00/0000";
    },
    finds: ["error questions/graduationYear/mask"],
  },
  // The form
  {
    name: "nobody is asked for the first name",
    into: "five rounds",
    plant: (edition) => without(edition, "firstName"),
    finds: ["error questions/firstName"],
  },
  {
    name: "the date of birth is a text",
    into: "five rounds",
    plant: (edition) => {
      Object.assign(questionOf(edition, "dateOfBirth"), { kind: "short text", format: null });
    },
    finds: ["error questions/dateOfBirth/kind"],
  },
  {
    name: "nobody can answer “In person”, by which the rule of age is known",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "participation").options = ["On site", "Virtual"];
    },
    finds: ["error questions/participation/options"],
  },
  {
    name: "a choice has no options",
    into: "five rounds",
    plant: (edition) => {
      questionOf(edition, "visa").options = null;
    },
    finds: ["error questions/visa/options"],
  },
  {
    name: "the field for a telephone number is too short for one",
    into: "seed",
    plant: (edition) => {
      questionOf(edition, "emergencyPhone").maxLength = 8;
    },
    finds: ["error questions/emergencyPhone/maxLength"],
  },
  {
    name: "a question has another kind than the one that was answered",
    into: "five rounds",
    plant: (edition) => {
      Object.assign(questionOf(edition, "visa"), { kind: "short text", options: null });
    },
    published: fiveRounds,
    finds: ["note questions/visa/kind"],
  },
  // Add-ons, criteria, agreement, mails
  {
    name: "what is included costs something",
    into: "seed",
    plant: ({ addOns }) => {
      addOns[0]!.cents = 1500;
    },
    finds: ["error add-ons/h2023virtual/cents"],
  },
  {
    name: "readers have nothing to score by",
    into: "seed",
    plant: (edition) => {
      edition.criteria = [];
    },
    finds: ["error criteria"],
  },
  {
    name: "the release of liability is empty",
    into: "seed",
    plant: ({ agreement }) => {
      agreement.liabilityRelease = " \n";
    },
    finds: ["error agreement/liabilityRelease"],
  },
  {
    name: "the mail to those who wait is missing",
    into: "seed",
    plant: ({ mails }) => {
      mails.Waitlisted.body = "";
    },
    finds: ["error mails/Waitlisted/body"],
  },
  {
    name: "a mail has a placeholder that does not exist",
    into: "seed",
    plant: ({ mails }) => {
      mails.Accepted.body = mails.Accepted.body.replace("{firstName}", "{first name}");
    },
    finds: ["error mails/Accepted/body"],
  },
  {
    name: "the subject of a mail has two lines",
    into: "five rounds",
    plant: ({ mails }) => {
      mails.Rejected.subject = "Your application\nBcc: everybody@example.org";
    },
    finds: ["error mails/Rejected/subject"],
  },
  // What was copied and not changed
  {
    name: "a hint names the year before",
    into: "five rounds",
    plant: (edition) => {
      questionOf(edition, "participation").hint = "In person on 16–19 August 2023, or online.";
    },
    finds: ["note questions/participation/hint"],
  },
  {
    name: "a mail names the city of another year",
    into: "five rounds",
    plant: ({ mails }) => {
      mails.Accepted.body += "\n\nSee you in Kuala Lumpur!";
    },
    finds: ["note mails/Accepted/body"],
  },
  {
    name: "a text names the other conference",
    into: "five rounds",
    plant: ({ texts }) => {
      texts["welcome"] = "Welcome to the Harvard Conference.";
    },
    finds: ["note texts/welcome"],
  },
  // Brand
  {
    name: "the colour cannot be read on the page",
    into: "seed",
    plant: ({ site }) => {
      site.accent = "#ffd23f";
    },
    finds: ["error site/accent"],
  },
];

/** The only notes that the linter gives for the correct editions, which are unusual on purpose. */
export const EXPECTED_NOTES = {
  seed: [
    // These are the specification's own dates: applications continue after the releases and after the event.
    "note rounds/early/deadline",
    "note rounds/early/decisionRelease",
    "note rounds/regular/deadline",
    "note rounds/regular/decisionRelease",
    // The early round is still open when the bonus round ends.
    "note rounds/bonus/deadline",
    // A new installation's address is only an example.
    "note site/supportEmail",
  ],
  "five rounds": [],
  // This edition has no texts of its own, so its pages show only the portal's texts.
  smallest: TEXT_IDS.map(({ id }) => `note texts/${id}`),
};

export const goodEdition = { seed: documentOfSeed, "five rounds": fiveRounds };

const SINCE: Omit<MistakeInWords, "into" | "former">[] = [
  {
    name: "a price of fifty cents",
    plant: ({ passes }) => {
      passes[1]!.cents["late"] = 50;
    },
    finds: ["note passes/goldPlus/cents.late"],
    says: "It costs $0.50, and $495 in the edition before: at least ten times less or more.",
  },
  {
    name: "a price with a zero too many",
    plant: ({ passes }) => {
      passes[0]!.cents["late"] = 990_000;
    },
    finds: ["note passes/gold/cents.late"],
    says: "It costs $9,900, and $",
  },
  {
    name: "sessions for those with an add-on that is off",
    plant: ({ addOns }) => {
      addOns[0]!.disabled = true;
    },
    gates: { ferry: 2 },
    finds: ["note add-ons/ferry/disabled"],
    says: "2 sessions of the programme are only for those who have “Ferry tour”, which nobody can get while it is not on sale.",
  },
  {
    name: "a mask that its own example does not fit",
    plant: (edition) => {
      Object.assign(questionOf(edition, "passport"), { mask: "00-0000", hint: "Such as 12-345." });
    },
    finds: ["note questions/passport/mask"],
    says: "The hint gives “12-345” as an example, which the mask 00-0000 does not accept.",
  },
  {
    name: "a placeholder that does not exist, in a text",
    plant: ({ texts }) => {
      texts["registered"] = "Welcome to the {confrence}.";
    },
    finds: ["note texts/registered"],
    says: "“{confrence}” is not filled in here, so people read the braces. Use only {conference}, {theme}, exactly so.",
  },
  {
    name: "a placeholder where nothing is filled in",
    plant: ({ agreement }) => {
      agreement.liabilityRelease = "I come to the {event} at my own risk.";
    },
    finds: ["note agreement/liabilityRelease"],
    says: "Nothing is filled in here, so people read “{event}” as it stands.",
  },
  {
    name: "a deadline ten years from the others",
    plant: ({ rounds }) => {
      rounds[3]!.deadline = at("2034-03-15T23:59+08:00");
    },
    finds: ["note rounds/third/deadline"],
    says: "15 March 2034, 23:59 GMT+8 is about 118 months away from most dates of this edition.",
  },
  {
    name: "a weekday that is not that of its date",
    plant: ({ agreement }) => {
      agreement.openingLetter = "We begin on Friday, 17 August 2024.";
    },
    finds: ["note agreement/openingLetter"],
    says: "“Friday, 17 August 2024” is a Saturday.",
  },
  {
    name: "a price in a text that is none of the catalogue",
    plant: ({ texts }) => {
      texts["passInPerson"] = "The ticket is $450, the ferry tour $40.";
    },
    finds: ["note texts/passInPerson"],
    says: "This names “$40”, which nothing in this edition costs.",
  },
  {
    name: "an age in a text that no event asks for",
    plant: ({ agreement }) => {
      agreement.codeOfConduct = "Be kind. You must be at least 21 years old.";
    },
    finds: ["note agreement/codeOfConduct"],
    says: "This says “at least 21 years”, but no event of this edition asks for that age.",
  },
  {
    name: "a paid add-on that costs nothing",
    plant: ({ addOns }) => {
      addOns[0]!.cents = 0;
    },
    finds: ["note add-ons/ferry/cents"],
    says: "It is sold for $0.00. Enter a price",
  },
  {
    name: "a venue in another city",
    plant: ({ events }) => {
      events[0]!.venue = "Sinchon campus in Seoul";
    },
    finds: ["note events/forum/venue"],
    says: "The venue names SEOUL, but the edition is in HONG KONG.",
  },
  {
    name: "a least age of 81",
    plant: ({ events }) => {
      events[0]!.minimumAge = 81;
    },
    finds: ["note events/forum/minimumAge"],
    says: "The event asks for an age of 81, and this is a conference of students.",
  },
  {
    name: "telephone numbers of no country",
    plant: (edition) => {
      questionOf(edition, "phone").format = { telephone: [] };
    },
    finds: ["note questions/phone/format"],
    says: "Choose “Country of residence” here.",
  },
  // Five more mistakes.
  {
    name: "the mail of another decision",
    plant: ({ mails }) => {
      mails.Rejected.body = "Dear {fullName},\n\nCongratulations! Go on here: {link}";
    },
    finds: ["note mails/Rejected/body"],
    says: "Delegates with the decision “Rejected” read “Congratulations”.",
  },
  {
    name: "a text that somebody meant to finish",
    plant: ({ texts }) => {
      texts["visitorLead"] = "Apply by [date], and bring TBD.";
    },
    finds: ["note texts/visitorLead"],
    says: "“[date]”, “TBD” still waits to be replaced.",
  },
  {
    name: "an event of four months",
    plant: ({ events }) => {
      events[1]!.lastDay = "2024-12-24";
    },
    finds: ["note events/academy/lastDay"],
    says: "The event lasts 124 days.",
  },
  {
    name: "a pass that is sold when its event is over",
    plant: ({ passes }) => {
      passes[1]!.saleUntil = at("2024-09-30T23:59+08:00");
    },
    finds: ["note passes/goldPlus/saleUntil"],
    says: "This is after “Asia Conference 2024” is over",
  },
  {
    name: "the theme of the edition before",
    plant: ({ texts }) => {
      texts["decisionAccepted"] = "You are one of the Architects of Asia: Building Tomorrow.";
    },
    finds: ["note texts/decisionAccepted"],
    says: "This still says “Architects of Asia: Building Tomorrow” of the edition before.",
  },
];

/**
 * Mistakes that nobody noticed when teams made editions, and some that are similar. The linter reports all of them as
 * notes.
 */
export const PLANTED_SINCE: MistakeInWords[] = SINCE.map((mistake) => ({
  ...mistake,
  into: "five rounds",
  former: documentOfSeed,
}));
