import { expect, test } from "vitest";
import { type AddressTrouble, sortedTroubles } from "./unreachable.ts";

const trouble = (emailKey: string, of: Partial<AddressTrouble>): AddressTrouble => ({
  ...{ emailKey, uid: emailKey, email: emailKey, name: "", decision: null },
  ...{ because: "bounced", said: "", at: 1, isMended: false, getsMail: false, lost: 0 },
  ...of,
});

test("accepted people come first, then the newest; whoever works again is shown only with mails to send", () => {
  const { unreachable, missed } = sortedTroubles([
    trouble("undecided", { at: 9 }),
    trouble("old", { decision: "Accepted", at: 1 }),
    trouble("rejected", { decision: "Rejected", at: 5 }),
    trouble("online", { decision: "Deferred to virtual", at: 8 }),
    trouble("new", { decision: "Accepted", at: 2 }),
    trouble("works", { decision: "Accepted", isMended: true, getsMail: true }),
    trouble("disabled", { decision: "Accepted", isMended: true, lost: 3 }),
    trouble("missed", { isMended: true, getsMail: true, lost: 2 }),
    trouble("missed and accepted", { decision: "Accepted", isMended: true, getsMail: true, lost: 1 }),
  ]);
  const names = (people: AddressTrouble[]) => people.map(({ emailKey }) => emailKey);
  expect(names(unreachable)).toEqual(["new", "old", "online", "undecided", "rejected"]);
  expect(names(missed)).toEqual(["missed and accepted", "missed"]);
});
