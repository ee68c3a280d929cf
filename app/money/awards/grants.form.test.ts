import { expect, test } from "vitest";
import { sizeOf } from "~/money/prices/grants.ts";
import { awardLine, codeForm } from "./grants.form.ts";

const share = (percent: number) => ({ percent, amountCents: null });
const amount = (amountCents: number) => ({ percent: null, amountCents });

test.each([
  ["1%", share(1)],
  ["100 %", share(100)],
  [" 50% ", share(50)],
  ["Whole", share(100)],
  ["100", amount(10_000)],
  ["$12.50", amount(1_250)],
  ["$1,250.50", amount(125_050)],
  ["1,25", null],
  ["$ 0.01", amount(1)],
  ["0%", null],
  ["101%", null],
  ["0", null],
  ["-5", null],
  ["1.005", null],
  ["half", null],
  ["", null],
])("%j takes off what it says, or is refused", (typed, size) => {
  expect(sizeOf(typed)).toEqual(size);
});

test.each([
  ["mei@example.com", { email: "mei@example.com", size: null }],
  [" <mei@example.com> ", { email: "mei@example.com", size: null }],
  ["mei@example.com, 50%", { email: "mei@example.com", size: share(50) }],
  ["mei@example.com;whole", { email: "mei@example.com", size: share(100) }],
  ["mei@example.com\t$100", { email: "mei@example.com", size: amount(10_000) }],
  ["mei@example.com, a lot", null],
  ["Mei Chen", null],
  ["", null],
])("the line %j names somebody, or is refused", (text, line) => {
  expect(awardLine(text)).toEqual(line);
});

test.each([
  ["spring 24", "SPRING24"],
  ["abc", null],
  ["ABCD", "ABCD"],
  ["a_b_c_d", null],
])("the code %j is kept as it is looked for, or refused", (code, kept) => {
  const read = codeForm("America/New_York").safeParse({ title: "A code", size: "10%", code });
  expect(read.success ? read.data.code : null).toBe(kept);
});

test("a code is good to the end of its last day where deadlines are", () => {
  const fields = { title: "A code", size: "10%", code: "SPRING", lastDay: "2022-12-31" };
  const read = codeForm("America/New_York").parse(fields);
  expect(read.lastDay).toBe(Date.parse("2023-01-01T04:59:59Z"));
});

test.each([
  ["", null],
  ["1", 1],
  ["999999", 999_999],
  ["0", "refused"],
  ["1.5", "refused"],
  ["many", "refused"],
])("%j uses are that many, any number, or refused", (maxUses, number) => {
  const read = codeForm("America/New_York").safeParse({
    title: "A code",
    size: "10%",
    code: "SPRING",
    maxUses,
  });
  expect(read.success ? read.data.maxUses : "refused").toBe(number);
});
