/** A text on a page, which directors write in Markdown. */
type TextDefinition = {
  id: string;
  /** The name by which directors know the text; `where` says on which page it is shown. */
  title: string;
  where: string;
  /** The words that may be used in the text as placeholders in braces. */
  placeholders: readonly string[];
  /** The greatest length, in characters. */
  longest: number;
};

const EDITION = ["conference", "theme"] as const;
const EVENT = ["event", "facts", "days", "venue", "minimumAge"] as const;

/** All texts, in the order in which a delegate sees them. */
export const TEXT_IDS = [
  {
    id: "visitorLead",
    title: "What the portal is for",
    where: "home page of visitors, under the name of the conference",
    placeholders: EDITION,
    longest: 500,
  },
  {
    id: "decisionAccepted",
    title: "Decision: Accepted",
    where: "page of the decision",
    placeholders: EDITION,
    longest: 2_000,
  },
  {
    id: "decisionDeferred",
    title: "Decision: Deferred to virtual",
    where: "page of the decision",
    placeholders: EDITION,
    longest: 2_000,
  },
  {
    id: "decisionWaitlisted",
    title: "Decision: Waitlisted",
    where: "page of the decision",
    placeholders: EDITION,
    longest: 2_000,
  },
  {
    id: "decisionRejected",
    title: "Decision: Rejected",
    where: "page of the decision",
    placeholders: EDITION,
    longest: 2_000,
  },
  {
    id: "letter",
    title: "Letter of acceptance",
    where: "the letter, under the sentence that confirms the acceptance and the delegate's data",
    placeholders: [...EVENT, "contact"],
    longest: 3_000,
  },
  {
    id: "passInPerson",
    title: "What the in-person pass is for",
    where: "page of the in-person pass, under its event",
    placeholders: EVENT,
    longest: 2_000,
  },
  {
    id: "passVirtual",
    title: "What the virtual pass includes",
    where: "page of the virtual pass, under its event",
    placeholders: EVENT,
    longest: 2_000,
  },
  {
    id: "registered",
    title: "Welcome to people who have a pass",
    where: "home page of delegates who have paid",
    placeholders: EDITION,
    longest: 1_000,
  },
  {
    id: "help",
    title: "More questions and answers",
    where: "help page, under the questions that the portal answers from the data of the edition",
    placeholders: EDITION,
    longest: 5_000,
  },
] as const satisfies readonly TextDefinition[];

export type TextId = (typeof TEXT_IDS)[number]["id"];

/** The texts of an edition by id. A text that nobody has written is absent, and its page shows nothing in its place. */
export type Texts = Partial<Record<TextId, string>>;

const IDS: ReadonlySet<string> = new Set(TEXT_IDS.map(({ id }) => id));

/** The texts in these rows, by id; rows with unknown ids are left out. */
export const textsFrom = (rows: { id: string; body: string }[]): Texts =>
  Object.fromEntries(
    rows.filter(({ id, body }) => IDS.has(id) && body.trim() !== "").map(({ id, body }) => [id, body]),
  );
