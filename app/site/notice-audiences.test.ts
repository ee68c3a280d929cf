import { expect, test } from "vitest";
import { DECISIONS, NOTICE_AUDIENCES } from "~/values/types.ts";
import { isFor, type NoticeReader } from "./notice-audiences.ts";

const DELEGATE: NoticeReader = { isStaff: false, applies: false, visibleDecision: null, hasPass: false };

test.each<[string, Partial<NoticeReader>, string[]]>([
  ["a new account", {}, ["everyone", "applying"]],
  ["who has begun, or waits for a decision", { applies: true }, ["everyone", "applying"]],
  ["who is accepted", { applies: true, visibleDecision: "Accepted" }, ["everyone", "accepted"]],
  ["who is deferred", { applies: true, visibleDecision: "Deferred to virtual" }, ["everyone", "accepted"]],
  ["who is on the waiting list", { applies: true, visibleDecision: "Waitlisted" }, ["everyone"]],
  ["who is rejected", { applies: true, visibleDecision: "Rejected" }, ["everyone"]],
  ["who has a pass", { applies: true, visibleDecision: "Accepted", hasPass: true }, ["everyone", "holders"]],
  ["staff", { isStaff: true }, ["everyone", "staff"]],
  ["staff who apply", { isStaff: true, applies: true }, ["everyone", "applying", "staff"]],
  [
    "staff who are accepted",
    { isStaff: true, applies: true, visibleDecision: "Accepted" },
    ["everyone", "accepted", "staff"],
  ],
])("%s: these notifications and no other", (_, reader, audiences) => {
  expect(NOTICE_AUDIENCES.filter((audience) => isFor(audience, { ...DELEGATE, ...reader }))).toEqual(
    audiences,
  );
});

test.each(DECISIONS)("%s: a delegate without a pass is in one audience of delegates at most", (decision) => {
  const reader = { ...DELEGATE, applies: true, visibleDecision: decision };
  expect(
    (["applying", "accepted", "holders"] as const).filter((one) => isFor(one, reader)).length,
  ).toBeLessThan(2);
});
