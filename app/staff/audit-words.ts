import { roleNoun } from "~/access/abilities.ts";
import { scoreInWords } from "~/reviews/review.ts";
import { NOTICE_AUDIENCE_LABELS } from "~/site/notice-audiences.ts";
import { ABILITIES, type Ability } from "~/values/abilities.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { asBeginning, listInWords } from "~/values/words.ts";
import { AUDIENCES } from "./audiences.ts";
import { ACTS } from "./audit-acts.ts";

/** A thing on which people act: its name and, if there is one, the page that shows it. */
export type Thing = { name: string; href: string | null };

/**
 * The names of people by uid, and the names of things by their id in the log ("payments/…"). Also the time zone of all
 * times.
 */
export type AuditNames = {
  people: ReadonlyMap<string, string>;
  things: ReadonlyMap<string, Thing>;
  zone: string;
};

/**
 * The person who acted, with a link to the page of their account. By that page, people with the same name can be told
 * apart.
 */
export type Actor = Thing;

type Detail = Record<string, unknown>;
type Act = { action: string; object: string; detail: Detail };

/**
 * An act in words. `before` and `after` stand around the thing that the act is about. `detail` contains the other
 * details of the act.
 */
export type ActInWords = { before: string; thing: Thing | null; after: string; detail: string };

const spelledOut = (name: string) =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`);

const wordsOf = (action: string) => (Object.hasOwn(ACTS, action) ? ACTS[action as AuditAct] : undefined);

/**
 * The name of a kind of act, such as "opened an application". A kind that is no longer recorded is named by its id,
 * split into words.
 */
export const actInWords = (action: string): string => wordsOf(action)?.[0] ?? spelledOut(action);

/** The conditions of a filter of the log in words; empty if the filter selects everything. */
export const filterInWords = ({ who, what, object }: { who?: string; what?: string; object?: string }) =>
  [who && `who “${who}”`, what && `what “${actInWords(what)}”`, object && `about “${object}”`]
    .filter(Boolean)
    .join(", ");

/** Labels for details whose keys would not be clear to a reader. */
const LABELS: Record<string, string> = {
  amountCents: "amount",
  cents: "amount",
  audience: "for",
  decisionRelease: "decision release",
  capacity: "reading",
};

/** Details that are never shown after a sentence. Most of them are ids or versions, which mean nothing to people. */
const SILENT = [
  ...["refund", "taking", "request", "requests", "transfer", "plan", "undoes", "comment", "period", "act"],
  ...["reversal", "publication", "revision", "version", "documentId", "conference", "published", "by"],
  ...["disabled", "isWhole", "onLeave"],
];

/** What somebody typed is shown to the letter. */
const asTyped = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The values of some details, in words. */
const SAID: Record<string, (value: never, names: AuditNames, act: Act) => string | undefined> = {
  reason: asTyped,
  title: asTyped,
  name: asTyped,
  score: (value: number) => scoreInWords(value),
  percent: (value: number) => String(value),
  capacity: (value: number) => (value === 1 ? "one share" : `${value} shares`),
  abilities: (value: unknown) =>
    Array.isArray(value) && value.every((one): one is Ability => ABILITIES.includes(one))
      ? roleNoun(value)
      : undefined,
  audience: (value: string) =>
    ({ ...AUDIENCES, ...NOTICE_AUDIENCE_LABELS })[value as keyof typeof NOTICE_AUDIENCE_LABELS],
  severity: (value: unknown) => (typeof value === "string" ? value.toLowerCase() : undefined),
  passType: (value: string) => (value === "goldPlus" ? "a Gold+ pass" : "a Gold pass"),
  instead: (value: string, { things }) => things.get(`editions/${value}`)?.name,
  budgetId: (value: string, { things }) => things.get(`budgets/${value}`)?.name,
  questionId: (value: string, { things }) => things.get(`questions/${value}`)?.name,
  item: (value: string, names, act) => listed(value, names, act),
  neighbour: (value: string, names, act) => listed(value, names, act),
  // For an edition, `changed` has the paths of the values that changed. For decisions, it is the number of decisions
  // that changed.
  changed: (value: string[] | number) =>
    Array.isArray(value)
      ? listInWords([...new Set(value.map((path) => String(path).split("/")[0]!))].map(spelledOut))
      : undefined,
};

/**
 * The name of an item. If a list was sorted, the item is one of the sorted things. In every other act, it is a thing
 * that is sold.
 */
const listed = (id: string, { things }: AuditNames, { object }: Act) =>
  things.get(`${object.startsWith("categories/") ? "videos" : object}/${id}`)?.name;

/**
 * A number of at least this size is an instant (UTC ms). All recorded instants are after 2001, and no other number in
 * the log is as large.
 */
const FIRST_INSTANT = 1_000_000_000_000;

function valueInWords(name: string, value: unknown, names: AuditNames, act: Act): string {
  if (isNothing(value)) return "nothing";
  const shown = SAID[name]?.(value as never, names, act);
  if (shown !== undefined) return shown;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (/cents$/i.test(name)) return dollars(value);
    return value >= FIRST_INSTANT ? inZone(value, names.zone) : String(value);
  }
  if (Array.isArray(value)) return listInWords(value.map((one) => valueInWords("", one, names, act)));
  return typeof value === "string" ? (names.people.get(value) ?? spelledOut(value)) : JSON.stringify(value);
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A detail by its key, or by a path of keys such as "to.deadline". */
const detailOf = (detail: Detail, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Detail | undefined)?.[name], detail);

/** An act in words, to be put after the name of the person who acted. */
export function auditSentence(act: Act, names: AuditNames): ActInWords {
  const [called, sentence = called] = wordsOf(act.action) ?? [`${spelledOut(act.action)}: {}`];
  const pattern = typeof sentence === "string" ? sentence : sentence(act.detail);
  const shown = new Set<string>();
  const [before = "", after] = pattern.split("{}").map((part) =>
    part.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
      const [first = "", name = first] = path.split(".");
      shown.add(first);
      // If the placeholder is the name of a date that was moved, it is replaced by the label of that date. It is not
      // replaced by a value.
      if (isParts(act.detail["from"]) && first === path && path in act.detail["from"])
        return LABELS[path] ?? path;
      return valueInWords(name, detailOf(act.detail, path), names, act);
    }),
  );
  const rest = Object.entries(act.detail)
    .filter(([name, value]) => !shown.has(name) && !SILENT.includes(name) && !isNothing(value))
    .filter(([, value]) => !isParts(value))
    .map(([name, value]) => `${LABELS[name] ?? spelledOut(name)}: ${valueInWords(name, value, names, act)}`);
  return {
    before,
    thing: after === undefined ? null : objectInWords(act, names),
    after: after ?? "",
    detail: asBeginning(rest.join("; ")),
  };
}

const isParts = (value: unknown): value is Detail =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Each kind of thing, by the first part of its id. `called` is the name of a thing of this kind if nothing more is
 * known about it, and `page` is its page.
 */
const KINDS: Record<string, readonly [called: string, page?: (id: string) => string]> = {
  payments: ["the payment", (id) => `/admin/payments/${id}`],
  takings: ["the payment of the money"],
  reversals: ["the payment of the money"],
  outgoings: ["awards or a code", () => "/admin/grants#waiting"],
  users: ["the account", (id) => `/admin/accounts/${id}`],
  delegates: ["the delegate", (id) => `/admin/payments/person/${id}`],
  staff: ["the account", (id) => `/admin/manage-staff/${id}`],
  editions: ["the edition", (id) => `/admin/editions/${id}`],
  rounds: ["the round"],
  subscriptions: ["the subscription", (id) => `/admin/subscriptions/${id}`],
  speakers: ["the speaker", (id) => `/staff/speakers/${id}`],
  videos: ["the video", (id) => `/staff/videos/${id}`],
  categories: ["the category", () => "/staff/videos/categories"],
  programme: ["the session", (id) => `/admin/scheduling/${id}`],
  rooms: ["the room", () => "/admin/scheduling/rooms"],
  tracks: ["the track", () => "/admin/scheduling/rooms"],
  notifications: ["the notification", (id) => `/notifications/${id}`],
  plans: ["the plan"],
  grants: ["the award or code", () => "/admin/grants"],
  budgets: ["the budget", () => "/admin/grants"],
  mailings: ["the mail"],
  invitations: ["somebody"],
  transfers: ["somebody"],
  exports: ["the file"],
  acts: ["the act"],
};

/** The page that shows a thing of this kind, if there is one. */
export const pageOfThing = (kind: string, id: string): string | null => KINDS[kind]?.[1]?.(id) ?? null;

/** Things of which there is only one. */
const ONLY: Record<string, Thing> = {
  documents: { name: "a document", href: null },
  speakers: { name: "the list of speakers", href: "/staff/speakers" },
  categories: { name: "the list of categories", href: "/staff/videos/categories" },
};

/** Kinds of things whose ids mean nothing to a reader once the thing is gone. */
const NAMELESS = ["invitations", "transfers"];

/** The thing that an act is about. */
export function objectInWords({ action, object }: Pick<Act, "action" | "object">, names: AuditNames): Thing {
  const known = names.things.get(object) ?? ONLY[object];
  if (known) return known;
  const [kind = "", ...rest] = object.split("/");
  const id = rest.join("/");
  if (kind === "pages") return { name: `the page /${id}`, href: `/${id}` };
  if (kind === "mailTemplates") return { name: `the mail about “${rest[1]}”`, href: "/admin/mail/decisions" };
  if (kind === "invoicing") return { name: "the terms of invoices", href: "/admin/payments/invoicing" };
  // The id of an application consists of the ids of its conference and its delegate.
  if (/^[ah]conf_/.test(kind) && id) {
    const name = names.people.get(id) ?? id;
    return {
      name: action === "refused" ? `the application of ${name}` : name,
      href: `/admin/delegates/${id}`,
    };
  }
  const called = KINDS[kind]?.[0];
  if (!called || !id) return { name: object, href: null };
  const name = names.people.get(id) ?? (NAMELESS.includes(kind) ? called : `${called} ${id}`);
  return { name, href: pageOfThing(kind, id) };
}

/** The parts of an act that may be the id of a person. */
export const idsIn = ({ object, detail }: Pick<Act, "object" | "detail">): string[] => [
  ...object.split("/"),
  ...Object.values(detail).filter((value): value is string => typeof value === "string"),
];

/** The things in an act that have names, by kind and id: the object of the act, and the things in its details. */
export function thingsIn({ object, detail }: Pick<Act, "object" | "detail">): string[] {
  const list = object.startsWith("categories/") ? "videos" : object;
  const among = { budgetId: "budgets", questionId: "questions", item: list, neighbour: list };
  return [
    object,
    ...Object.entries(among).flatMap(([name, kind]) =>
      typeof detail[name] === "string" ? [`${kind}/${detail[name]}`] : [],
    ),
  ];
}
