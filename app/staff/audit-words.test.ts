import { expect, test } from "vitest";
import type { AuditAct } from "~/values/audit-acts.ts";
import { ACTS } from "./audit-acts.ts";
import {
  type AuditNames,
  actInWords,
  auditSentence,
  filterInWords,
  idsIn,
  objectInWords,
  thingsIn,
} from "./audit-words.ts";

const names: AuditNames = {
  people: new Map([
    ["uid1", "Mei Lin"],
    ["uid2", "Ines Ito"],
  ]),
  things: new Map([
    ["rounds/aconf_2023/early", { name: "Early applications", href: "/admin/release" }],
    ["payments/e1", { name: "the payment of Mei Lin", href: "/admin/payments/e1" }],
    ["questions/resume", { name: "“Your resume”", href: null }],
    ["speakers/s1", { name: "the speaker Ada", href: null }],
    ["speakers/s2", { name: "the speaker Ben", href: null }],
    ["editions/aconf_2022", { name: "Asia Conference 2022", href: null }],
    ["budgets/b1", { name: "the budget “Alumni”", href: null }],
  ]),
  zone: "America/New_York",
};

/** An act in the words of the page, with its other details in brackets. */
function read(action: string, object: string, detail: Record<string, unknown> = {}) {
  const { before, thing, after, detail: more } = auditSentence({ action, object, detail }, names);
  return before + (thing?.name ?? "") + after + (more && ` (${more})`);
}

test.each([
  ["openApplication", "opened an application"],
  ["scheduleRound", "moved the dates of a round"],
  ["payment captured", "received a payment"],
  ["recordedNoMore", "recorded no more"],
])("the act %s is called “%s”", (action, words) => {
  expect(actInWords(action)).toBe(words);
});

/** A verb in the past tense. */
const DONE =
  /^(was|let|made|sent|set|gave|took|wrote|said|put|paid|did|left|came|began|broke|brought|withdrew|could not|joined|\w+ed) /;

test.each(Object.keys(ACTS) as AuditAct[])("the act %s reads as a sentence of the past", (action) => {
  const sentence = read(action, "payments/e1");
  expect(`${actInWords(action)} `).toMatch(DONE);
  expect(`${sentence} `).toMatch(DONE);
  expect(sentence).not.toMatch(/[{}]|undefined|\[object|NaN/);
});

test("a filter says by which fields it leaves out", () => {
  expect(filterInWords({})).toBe("");
  expect(filterInWords({ who: "mei@example.org", what: "openDocument", object: "users/uid1" })).toBe(
    "who “mei@example.org”, what “opened a document”, about “users/uid1”",
  );
});

const [first, second] = [Date.parse("2023-05-01T12:00:00Z"), Date.parse("2023-05-03T12:00:00Z")];

test.each<[action: string, object: string, detail: Record<string, unknown>, words: string]>([
  ["openApplication", "aconf_2023/uid1", {}, "opened the application of Mei Lin"],
  [
    "refund",
    "payments/e1",
    { amountCents: 44_500, refund: "r1", ends: ["pass"] },
    "gave $445 of the payment of Mei Lin back (Ends: pass)",
  ],
  ["payment refunded", "payments/e1", { refund: "r1" }, "gave the payment of Mei Lin back"],
  [
    "scheduleRound",
    "rounds/aconf_2023/early",
    {
      from: { deadline: first, decisionRelease: second },
      to: { deadline: second, decisionRelease: second },
    },
    "moved the deadline of Early applications from 1 May 2023, 08:00 EDT to 3 May 2023, 08:00 EDT",
  ],
  [
    "scheduleRound",
    "rounds/aconf_2023/early",
    {
      from: { deadline: first, decisionRelease: first },
      to: { deadline: second, decisionRelease: second },
    },
    "moved the deadline of Early applications from 1 May 2023, 08:00 EDT to 3 May 2023, 08:00 EDT, and its decision release from 1 May 2023, 08:00 EDT to 3 May 2023, 08:00 EDT",
  ],
  [
    "openDocument",
    "aconf_2023/uid1",
    { documentId: "46vet", questionId: "resume" },
    "opened a document of Mei Lin, “Your resume”",
  ],
  ["saveEdition", "editions/aconf_2022", { revision: 1 }, "saved the draft of Asia Conference 2022"],
  [
    "publishEdition",
    "editions/aconf_2022",
    { revision: 2, changed: ["rounds/early/deadline", "rounds/late/deadline", "texts/help"] },
    "published Asia Conference 2022 (Changed: rounds and texts)",
  ],
  [
    "acceptInvitation",
    "staff/uid1",
    { abilities: ["read"], capacity: 1, invitedBy: "uid2" },
    "joined the staff as a reviewer, invited by Ines Ito (Reading: one share)",
  ],
  [
    "sort",
    "speakers",
    { item: "s1", side: "before", neighbour: "s2" },
    "moved the speaker Ada before the speaker Ben in the list of speakers",
  ],
  [
    "award",
    "grants/g1",
    { uid: "uid1", percent: 50, amountCents: null, budgetId: "b1" },
    "gave Mei Lin the award or code g1: 50% of the price, paid from the budget “Alumni”",
  ],
  [
    "disableAccount",
    "users/uid1",
    { reason: "Paid by PayPal, says DeShawn McKinsey" },
    "disabled the account of Mei Lin (Reason: Paid by PayPal, says DeShawn McKinsey)",
  ],
  ["refused", "aconf_2023/uid1", {}, "was refused the application of Mei Lin"],
  ["refused", "pages/admin/audit", {}, "was refused the page /admin/audit"],
  ["refused", "documents", { documentId: "x" }, "was refused a document"],
  ["exportEnd", "exports/a.csv", { rows: 12, isWhole: true }, "downloaded all 12 rows of the file a.csv"],
  [
    "exportEnd",
    "exports/a.csv",
    { rows: 5, isWhole: false },
    "broke off the download of the file a.csv after 5 rows",
  ],
  [
    "publishNotification",
    "notifications/n1",
    { severity: "IMPORTANT", audience: "staff" },
    "published the notification n1 (Severity: important; for: Staff)",
  ],
  [
    "reopenApplication",
    "aconf_2023/uid1",
    { reason: "A slip." },
    "opened the application of Mei Lin again for the delegate (Reason: A slip.)",
  ],
  [
    "changeStaff",
    "staff/uid1",
    { abilities: ["read", "money"], capacity: 2, onLeave: false },
    "changed Mei Lin to a treasurer, not on leave, with 2 shares of the reading",
  ],
  ["recordedNoMore", "users/uid1", { before: null, ends: [] }, "recorded no more: Mei Lin"],
])("%s of %s reads as people say it", (action, object, detail, words) => {
  expect(read(action, object, detail)).toBe(words);
});

test.each<[object: string, name: string, href: string | null]>([
  ["payments/e1", "the payment of Mei Lin", "/admin/payments/e1"],
  ["payments/e2", "the payment e2", "/admin/payments/e2"],
  ["users/uid1", "Mei Lin", "/admin/accounts/uid1"],
  ["users/gone", "the account gone", "/admin/accounts/gone"],
  ["aconf_2023/uid1", "Mei Lin", "/admin/delegates/uid1"],
  ["rounds/aconf_2023/early", "Early applications", "/admin/release"],
  ["rounds/aconf_2023/gone", "the round aconf_2023/gone", null],
  ["invitations/abc", "somebody", null],
  ["mailTemplates/aconf_2023/Accepted", "the mail about “Accepted”", "/admin/mail/decisions"],
  ["speakers", "the list of speakers", "/staff/speakers"],
  ["counted/1", "counted/1", null],
])("the object %s is called %s", (object, name, href) => {
  expect(objectInWords({ action: "x", object }, names)).toEqual({ name, href });
});

test.each(
  Object.keys(ACTS) as AuditAct[],
)("whatever the act %s has recorded, the log can be read", (action) => {
  const said = [
    "changed",
    "abilities",
    "severity",
    "audience",
    "passType",
    "score",
    "capacity",
    "item",
    "to",
    "from",
  ];
  for (const value of [3, "text", ["rounds/early"], [1], true, null, { deadline: 1 }])
    for (const name of said)
      expect(() => read(action, "editions/aconf_2022", { [name]: value }), `${name} ${value}`).not.toThrow();
});

test("people and things are looked for in the object and in the details", () => {
  expect(idsIn({ object: "users/uid1", detail: { from: "uid2", version: 1 } })).toEqual([
    "users",
    "uid1",
    "uid2",
  ]);
  expect(
    thingsIn({ object: "categories/c1", detail: { item: "v1", side: "after", neighbour: "v2" } }),
  ).toEqual(["categories/c1", "videos/v1", "videos/v2"]);
});
