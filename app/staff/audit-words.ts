import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";

/** What the people and the rounds of an entry are called, by uid and by id. */
export type AuditNames = { people: ReadonlyMap<string, string>; rounds: ReadonlyMap<string, string> };

type Act = { action: string; object: string; detail: Record<string, unknown> };

/** What was done, where the name of the act is no sentence yet. */
const ACTS: Record<string, string> = {
  acceptInvitation: "joined the staff",
  acceptWaiver: "accepted the terms",
  addComment: "wrote a comment",
  addStaff: "added somebody to the staff",
  changeEmail: "asked for another e-mail address",
  changePassword: "changed the password",
  changeStaff: "changed what somebody on the staff may do",
  confirmEmail: "confirmed an e-mail address",
  declareConflict: "said that they should not read an application",
  exportEnd: "the download ended",
  export: "downloaded a file",
  inviteStaff: "invited somebody to the staff",
  makeCurrent: "made an edition the current one",
  openApplication: "opened an application",
  openDocument: "opened a document",
  publishEdition: "published an edition",
  publishNotification: "published a notification",
  refused: "was refused",
  releaseDecisions: "released decisions",
  removeStaff: "removed somebody from the staff",
  reopenApplication: "opened an application again for the delegate",
  revertEmail: "took the old e-mail address back",
  saveEdition: "saved the draft of an edition",
  saveReview: "saved a review",
  scheduleEdition: "scheduled the publication of an edition",
  scheduleRound: "moved the dates of a round",
  sendMailing: "sent a mail to a group",
  signIn: "logged in",
  submitApplication: "submitted an application",
  takeEditionBack: "took a publication back",
  takeReleaseBack: "took a release back",
  withdrawInvitation: "withdrew an invitation",
  wrongPassword: "typed a wrong password",
};

/** An act as people say it: "opened an application"; of one without words of its own, its name in words. */
export const actInWords = (action: string): string =>
  ACTS[action] ??
  action.replaceAll(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`);

/** What a filter of the log leaves in it, below the names of its fields; empty if it leaves everything. */
export const filterInWords = ({ who, what, object }: { who?: string; what?: string; object?: string }) =>
  [who && `who “${who}”`, what && `what “${actInWords(what)}”`, object && `about “${object}”`]
    .filter(Boolean)
    .join(", ");

/** What the details are called, where their names are no words. */
const LABELS: Record<string, string> = {
  amountCents: "amount",
  cents: "amount",
  dueAt: "at",
  decisionRelease: "decision release",
  releasedAt: "released",
  passType: "pass",
  invitedBy: "invited by",
  takenFrom: "taken from",
  isWhole: "complete",
  lastFour: "last four digits",
  onLeave: "on leave",
};

/** Instants from 2001 on, in milliseconds: nothing else that is recorded is a number of this size. */
const FIRST_INSTANT = 1_000_000_000_000;
const UTC = "UTC";

function valueInWords(name: string, value: unknown, names: AuditNames): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (/cents$/i.test(name)) return dollars(value);
    return value >= FIRST_INSTANT ? inZone(value, UTC) : String(value);
  }
  if (typeof value === "string") return names.people.get(value) ?? value;
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((one) => valueInWords(name, one, names)).join(", ");
  return Object.entries(value as object)
    .map(([part, one]) => `${labelOf(part)} ${valueInWords(part, one, names)}`)
    .join(", ");
}

const labelOf = (name: string) =>
  LABELS[name] ??
  name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`);

/** What moved from one value to another, a sentence each: "deadline from 1 May … to 3 May …". */
function movesInWords(from: object, to: object, names: AuditNames): string[] {
  const after = to as Record<string, unknown>;
  return Object.entries(from)
    .filter(([name, value]) => name in after && after[name] !== value)
    .map(
      ([name, value]) =>
        `${labelOf(name)} from ${valueInWords(name, value, names)} to ${valueInWords(name, after[name], names)}`,
    );
}

/** The details of an act as people read them; empty if there are none. */
export function detailInWords({ detail }: Pick<Act, "detail">, names: AuditNames): string {
  const { from, to, ...rest } = detail;
  if (isParts(from) && isParts(to))
    return [...movesInWords(from, to, names), detailInWords({ detail: rest }, names)]
      .filter(Boolean)
      .join("; ");
  return Object.entries(detail)
    .map(([name, value]) => `${labelOf(name)}: ${valueInWords(name, value, names)}`)
    .join("; ");
}

const isParts = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where the thing that an act is about is shown, by the first part of its name. */
const PAGES: Record<string, (id: string) => string> = {
  payments: (id) => `/admin/payments/${id}`,
  users: (id) => `/admin/accounts/${id}`,
  delegates: (id) => `/admin/payments/person/${id}`,
  staff: (id) => `/admin/manage-staff/${id}`,
  editions: (id) => `/admin/editions/${id}`,
  subscriptions: (id) => `/admin/subscriptions/${id}`,
  speakers: (id) => `/staff/speakers/${id}`,
  videos: (id) => `/staff/videos/${id}`,
  programme: (id) => `/admin/scheduling/${id}`,
  notifications: (id) => `/notifications/${id}`,
};

/** What a kind of thing is called. */
const KINDS: Record<string, string> = {
  users: "account",
  delegates: "delegate",
  payments: "payment",
  editions: "edition",
  subscriptions: "subscription",
  speakers: "speaker",
  videos: "video",
  programme: "session",
  notifications: "notification",
};

/** The thing that an act is about: what it is called, and where it is shown if anywhere. */
export function objectInWords(object: string, names: AuditNames): { name: string; href: string | null } {
  const [kind = "", id = "", more] = object.split("/");
  if (kind === "rounds" && more !== undefined)
    return { name: names.rounds.get(`${id}/${more}`) ?? object, href: null };
  // An application is named by its conference and its delegate.
  if (/^[ah]conf_/.test(kind) && id && more === undefined)
    return { name: names.people.get(id) ?? object, href: `/admin/delegates/${id}` };
  const person = more === undefined ? names.people.get(id) : undefined;
  const href = more === undefined && id ? (PAGES[kind]?.(id) ?? null) : null;
  if (person) return { name: person, href };
  return { name: href && KINDS[kind] ? `${KINDS[kind]} ${id}` : object, href };
}

/** All ids in an entry that may be of somebody. */
export const idsIn = ({ object, detail }: Pick<Act, "object" | "detail">): string[] => [
  ...object.split("/"),
  ...Object.values(detail).filter((value): value is string => typeof value === "string"),
];
