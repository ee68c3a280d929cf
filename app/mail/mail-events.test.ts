import { describe, expect, it, test } from "vitest";
import { MAIL_REPORTS, type MailReport } from "~/values/types.ts";
import { mailNews, replacedBy } from "./mail-events.ts";

/** The report of a mail after these reports have come in this order. */
function endOf(reports: readonly MailReport[]): MailReport | null {
  let held: MailReport | null = null;
  for (const report of reports) {
    if (held === null || replacedBy(report).includes(held)) held = report;
  }
  return held;
}

/** Every order of every subset of these reports, without repetitions. */
function orders(of: readonly MailReport[]): MailReport[][] {
  return [
    [],
    ...of.flatMap((first) => orders(of.filter((one) => one !== first)).map((rest) => [first, ...rest])),
  ];
}

describe("what is known of a mail", () => {
  it("is the same in whatever order the reports come", () => {
    const all = orders(MAIL_REPORTS);
    // Every order of every set of the seven reports: 7! + 7!/1! + 7!/2! + …
    expect(all).toHaveLength(13_700);
    expect(all.filter((order) => endOf(order) !== endOf(order.toSorted()))).toEqual([]);
  });

  it.each<[MailReport[], MailReport]>([
    [["sent", "delivered"], "delivered"],
    [["delivered", "sent"], "delivered"],
    [["delivered", "delayed"], "delivered"],
    [["bounced", "delivered"], "bounced"],
    [["delivered", "bounced"], "bounced"],
    [["complained", "delivered", "sent"], "complained"],
    [["delivered", "delivered"], "delivered"],
    // The provider accepted the first attempt without answering. The next attempt was held back.
    [["withheld", "delivered"], "delivered"],
  ])("after %j it is %s", (reports, end) => {
    expect(endOf(reports)).toBe(end);
  });
});

test.each<[string, string | undefined, ReturnType<typeof mailNews>]>([
  ["email.sent", undefined, { report: "sent", ends: null }],
  ["email.delivery_delayed", undefined, { report: "delayed", ends: null }],
  ["email.delivered", undefined, { report: "delivered", ends: null }],
  ["email.bounced", "Permanent", { report: "bounced", ends: "bounced" }],
  ["email.bounced", "Transient", { report: "bounced", ends: null }],
  ["email.bounced", "Undetermined", { report: "bounced", ends: null }],
  ["email.bounced", undefined, { report: "bounced", ends: null }],
  ["email.suppressed", undefined, { report: "bounced", ends: "bounced" }],
  ["email.failed", undefined, { report: "bounced", ends: null }],
  ["email.complained", undefined, { report: "complained", ends: "complained" }],
  ["email.opened", undefined, null],
  ["contact.created", undefined, null],
])("%s (%s) means %j", (type, bounceType, news) => {
  expect(mailNews(type, bounceType)).toEqual(news);
});
