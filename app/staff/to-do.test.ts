import { expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import { toDo, toDoGroups } from "./to-do.ts";

const NOW = 1_000;
const NOTHING_OPEN = {
  ...{ paymentElsewhere: null as string | null, paymentOfRefund: null as string | null },
  ...{ payments: 0, refunds: 0, mails: 0, byHand: 0, bank: 0, outgoings: 0, proposals: 0, resets: 0 },
};
const nothing = {
  rounds: [
    {
      id: "early" as const,
      title: "Early applications",
      decisionRelease: NOW,
      releasedAt: null as number | null,
    },
  ],
  submitted: [] as Parameters<typeof toDo>[0]["submitted"],
  unread: 0,
  behind: { readers: 0, left: 0 },
  waitingList: null as Parameters<typeof toDo>[0]["waitingList"],
  open: NOTHING_OPEN,
  findings: 0 as number | null,
  hasMoreFindings: false,
  hasLetterAddress: true,
};
const CONFERENCE = "aconf_2023";
const hrefs = (
  standing: Partial<typeof nothing>,
  now = NOW,
  abilities: readonly Ability[] = ["everything"],
) =>
  toDo({ ...nothing, ...standing }, { now, abilities, conferenceId: CONFERENCE }).map(({ href, urgent }) => [
    href,
    urgent,
  ]);

test.each([
  [{}, []],
  [{ findings: null }, []],
  [{ findings: 1 }, [["/admin/checks", true]]],
  [{ unread: 1 }, [["/admin/distribute-apps", false]]],
  [{ open: { ...NOTHING_OPEN, payments: 2 } }, [["/admin/payments?state=unknown", true]]],
  [{ open: { ...NOTHING_OPEN, payments: 2, paymentElsewhere: "p1" } }, [["/admin/payments/p1", true]]],
  [{ open: { ...NOTHING_OPEN, refunds: 1, paymentOfRefund: "p2" } }, [["/admin/payments/p2", true]]],
  [{ open: { ...NOTHING_OPEN, mails: 1 } }, [["/admin/checks", true]]],
  [{ open: { ...NOTHING_OPEN, byHand: 2 } }, [["/admin/payments/invoices", false]]],
  [{ open: { ...NOTHING_OPEN, bank: 1 } }, [["/admin/payments?bank=open", true]]],
  [{ open: { ...NOTHING_OPEN, outgoings: 1 } }, [["/", false]]],
  [{ open: { ...NOTHING_OPEN, proposals: 1 } }, [["/admin/payments/invoicing", true]]],
  [{ open: { ...NOTHING_OPEN, resets: 1 } }, [["/admin/manage-staff/second-factor", true]]],
  [{ behind: { readers: 2, left: 9 } }, [["/admin/scores", false]]],
] as const)("%j asks for %j", (standing, expected) => {
  expect(hrefs(standing)).toEqual(expected);
});

test("decisions that were all released without their round wait for no release", () => {
  const accepted = { round: "early" as const, decision: "Accepted" as const, number: 2, late: 0 };
  expect(hrefs({ submitted: [{ ...accepted, alone: 2 }] })).toEqual([]);
  expect(hrefs({ submitted: [{ ...accepted, alone: 1 }] })).toEqual([["/admin/release", true]]);
});

test("the undecided and the unreleased press from the moment of their release", () => {
  const submitted = [
    { round: "early" as const, decision: null, number: 3, late: 0, alone: 0 },
    { round: "early" as const, decision: "Accepted" as const, number: 2, late: 0, alone: 0 },
    { round: "regular" as const, decision: null, number: 9, late: 0, alone: 0 },
  ];
  const undecided = "/admin/delegates?show=everyone&round=early&decision=undecided";
  expect(hrefs({ submitted })).toEqual([
    [undecided, true],
    ["/admin/release", true],
  ]);
  expect(hrefs({ submitted }, NOW - 1)).toEqual([
    [undecided, false],
    ["/admin/release", false],
  ]);
  const released = nothing.rounds.map((round) => ({ ...round, releasedAt: 5 }));
  expect(hrefs({ submitted, rounds: released })).toEqual([[undecided, true]]);
  expect(
    toDo({ ...nothing, submitted }, { now: NOW, abilities: ["everything"], conferenceId: CONFERENCE })[0]!
      .text,
  ).toBe("Early applications: 3 applications are undecided.");
});

test("decisions set after a release ask for another one, from the moment of their release", () => {
  const rounds = nothing.rounds.map((round) => ({ ...round, releasedAt: 5 }));
  const submitted = [
    { round: "early" as const, decision: "Accepted" as const, number: 2, late: 1, alone: 0 },
    { round: "early" as const, decision: "Rejected" as const, number: 3, late: 3, alone: 0 },
  ];
  expect(hrefs({ rounds, submitted })).toEqual([["/admin/release/early", true]]);
  expect(hrefs({ rounds, submitted }, NOW - 1)).toEqual([["/admin/release/early", false]]);
  expect(
    toDo(
      { ...nothing, rounds, submitted },
      { now: NOW, abilities: ["everything"], conferenceId: CONFERENCE },
    )[0]!.text,
  ).toBe("Early applications: 4 decisions were set after the release and cannot be seen. Release again.");
});

test("what presses comes first", () => {
  expect(hrefs({ unread: 1, findings: 1 }).map(([, urgent]) => urgent)).toEqual([true, false]);
});

test.each<[Ability[], string[]]>([
  [["read"], []],
  [["decide"], ["/admin/release/early", "/admin/distribute-apps"]],
  [
    ["read", "decide"],
    [
      "/admin/delegates?show=everyone&round=early&decision=undecided",
      "/admin/release/early",
      "/admin/distribute-apps",
    ],
  ],
  [
    ["read", "money"],
    ["/admin/payments?state=unknown", "/admin/payments/p2"],
  ],
  [["content"], []],
  [["door"], []],
])("with %j somebody is asked for %j and nothing else", (abilities, addresses) => {
  const everything = {
    rounds: nothing.rounds.map((round) => ({ ...round, releasedAt: 1 })),
    submitted: [
      { round: "early" as const, decision: null, number: 3, late: 0, alone: 0 },
      { round: "early" as const, decision: "Accepted" as const, number: 2, late: 2, alone: 0 },
    ],
    unread: 1,
    open: { ...NOTHING_OPEN, payments: 1, refunds: 1, paymentOfRefund: "p2", mails: 1 },
    findings: 1,
  };
  expect(hrefs(everything, NOW, abilities).map(([href]) => href)).toEqual(addresses);
});

test.each([
  ["nobody set the list up", null, { releasedAt: 1, number: 5 }, false],
  ["a place is free, and one person waits", { free: 1, offered: 4 }, { releasedAt: 1, number: 5 }, true],
  ["no place is free", { free: 0, offered: 4 }, { releasedAt: 1, number: 5 }, false],
  ["everybody has had an offer", { free: 1, offered: 5 }, { releasedAt: 1, number: 5 }, false],
  ["nobody knows yet that they wait", { free: 1, offered: 0 }, { releasedAt: null, number: 5 }, false],
  ["one was told alone", { free: 1, offered: 0 }, { releasedAt: null, number: 5, alone: 1 }, true],
  [
    "all were decided after the release",
    { free: 1, offered: 0 },
    { releasedAt: 1, number: 5, late: 5 },
    false,
  ],
])("the waiting list: %s", (_what, list, { releasedAt, ...counts }, isTask) => {
  const standing = {
    ...nothing,
    rounds: nothing.rounds.map((round) => ({ ...round, releasedAt })),
    submitted: [
      { round: "early" as const, decision: "Waitlisted" as const, late: 0, alone: 0, ...counts },
      { round: "early" as const, decision: "Accepted" as const, number: 9, late: 0, alone: 0 },
    ],
    waitingList: list && { pass: "Gold Plus", ...list },
  };
  const texts = toDo(standing, { now: NOW, abilities: ["decide"], conferenceId: CONFERENCE }).map(
    ({ text }) => text,
  );
  expect(texts.includes("Gold Plus: 1 place is free while people are on the waiting list.")).toBe(isTask);
});

test("tasks are grouped by the ability of those whose work it is, with the others who have it", () => {
  const people = [
    { uid: "ana", called: "Ana", abilities: ["everything"] as const },
    { uid: "ben", called: "Ben", abilities: ["read", "money"] as const },
    { uid: "chi", called: "Chi", abilities: ["read"] as const },
  ];
  const standing = {
    ...nothing,
    unread: 1,
    behind: { readers: 2, left: 9 },
    open: { ...NOTHING_OPEN, bank: 1 },
  };
  const groupsFor = (abilities: readonly Ability[], uid: string) =>
    toDoGroups(toDo(standing, { now: NOW, abilities, conferenceId: CONFERENCE }), people, uid).map(
      ({ work, items, others }) => [...[work, items.length, others]],
    );
  expect(groupsFor(["everything"], "ana")).toEqual([
    ["money", 1, ["Ben"]],
    ["decide", 1, []],
    ["read", 1, ["Ben", "Chi"]],
  ]);
  expect(groupsFor(["read", "money"], "ben")).toEqual([["money", 1, []]]);
});

test("people who can take letters need a postal address on them; whoever edits the edition reads so", () => {
  const task = ["/admin/editions/aconf_2023/site", false];
  const accepted = { round: "early" as const, decision: "Accepted" as const, number: 2, late: 0, alone: 0 };
  const rounds = nothing.rounds.map((round) => ({ ...round, releasedAt: 5 }));
  const without = { rounds, submitted: [accepted], hasLetterAddress: false };
  expect(hrefs(without)).toEqual([task]);
  expect(hrefs(without, NOW, ["content"])).toEqual([task]);
  expect(hrefs(without, NOW, ["decide", "money"])).toEqual([]);
  expect(hrefs({ ...without, hasLetterAddress: true })).toEqual([]);
  for (const submitted of [[], [{ ...accepted, decision: "Rejected" as const }], [{ ...accepted, late: 2 }]])
    expect(hrefs({ ...without, submitted }).map(([href]) => href)).not.toContain(task[0]);
  expect(
    hrefs({ ...without, rounds: nothing.rounds, submitted: [{ ...accepted, alone: 1 }] }),
  ).toContainEqual(task);
});
