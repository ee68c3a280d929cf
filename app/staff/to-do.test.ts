import { expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import { toDo } from "./to-do.ts";

const NOW = 1_000;
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
  open: { payments: 0, refunds: 0, mails: 0, byHand: 0, bank: 0 },
  findings: 0 as number | null,
};
const hrefs = (
  standing: Partial<typeof nothing>,
  now = NOW,
  abilities: readonly Ability[] = ["everything"],
) => toDo({ ...nothing, ...standing }, now, abilities).map(({ href, urgent }) => [href, urgent]);

test.each([
  [{}, []],
  [{ findings: null }, []],
  [{ findings: 1 }, [["/admin/checks", true]]],
  [{ unread: 1 }, [["/admin/distribute-apps", false]]],
  [
    { open: { payments: 2, refunds: 0, mails: 0, byHand: 0, bank: 0 } },
    [["/admin/payments?state=unknown", true]],
  ],
  [{ open: { payments: 0, refunds: 1, mails: 0, byHand: 0, bank: 0 } }, [["/admin/payments", true]]],
  [{ open: { payments: 0, refunds: 0, mails: 1, byHand: 0, bank: 0 } }, [["/admin/mail", true]]],
  [
    { open: { payments: 0, refunds: 0, mails: 0, byHand: 2, bank: 0 } },
    [["/admin/payments/invoices", false]],
  ],
  [
    { open: { payments: 0, refunds: 0, mails: 0, byHand: 0, bank: 1 } },
    [["/admin/payments?bank=open", true]],
  ],
] as const)("%j asks for %j", (standing, expected) => {
  expect(hrefs(standing)).toEqual(expected);
});

test("the undecided and the unreleased press from the moment of their release", () => {
  const submitted = [
    { round: "early" as const, decision: null, number: 3, late: 0 },
    { round: "early" as const, decision: "Accepted" as const, number: 2, late: 0 },
    { round: "regular" as const, decision: null, number: 9, late: 0 },
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
  expect(toDo({ ...nothing, submitted }, NOW, ["everything"])[0]!.text).toBe(
    "Early applications: 3 applications are undecided.",
  );
});

test("decisions set after a release ask for another one, from the moment of their release", () => {
  const rounds = nothing.rounds.map((round) => ({ ...round, releasedAt: 5 }));
  const submitted = [
    { round: "early" as const, decision: "Accepted" as const, number: 2, late: 1 },
    { round: "early" as const, decision: "Rejected" as const, number: 3, late: 3 },
  ];
  expect(hrefs({ rounds, submitted })).toEqual([["/admin/release/early", true]]);
  expect(hrefs({ rounds, submitted }, NOW - 1)).toEqual([["/admin/release/early", false]]);
  expect(toDo({ ...nothing, rounds, submitted }, NOW, ["everything"])[0]!.text).toBe(
    "Early applications: 4 decisions were set after the release and cannot be seen. Release again.",
  );
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
    ["/admin/payments?state=unknown", "/admin/payments"],
  ],
  [["content"], ["/admin/mail"]],
  [["door"], []],
])("with %j somebody is asked for %j and nothing else", (abilities, addresses) => {
  const everything = {
    rounds: nothing.rounds.map((round) => ({ ...round, releasedAt: 1 })),
    submitted: [
      { round: "early" as const, decision: null, number: 3, late: 0 },
      { round: "early" as const, decision: "Accepted" as const, number: 2, late: 2 },
    ],
    unread: 1,
    open: { payments: 1, refunds: 1, mails: 1, byHand: 0, bank: 0 },
    findings: 1,
  };
  expect(hrefs(everything, NOW, abilities).map(([href]) => href)).toEqual(addresses);
});
