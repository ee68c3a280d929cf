import { expect, test } from "vitest";
import { quote } from "~/money/prices/pricing.ts";
import { isShown, tidyAnswer } from "../../app/applications/questions.ts";
import { maySubmit } from "../../app/applications/submission.ts";
import { isTelephone } from "../../app/applications/telephone.ts";
import { isCountry } from "../../app/values/countries.ts";
import { crowd, crowdReaders } from "./crowd.ts";
import { demoRows, demoUid } from "./demo.ts";
import { baseRows } from "./first-edition.ts";

const now = Date.parse("2022-12-17T15:00:00Z");
const base = baseRows(now);
const people = crowd(400);
const demo = demoRows({ now, realNow: now, cast: [...crowdReaders(), ...people] });
const rounds = base.rounds.map((round) => ({ ...round, releasedAt: null }));

test("the same number makes the same people, and a larger one more of them", () => {
  expect(crowd(400)).toEqual(people);
  expect(crowd(401).slice(0, 400)).toEqual(people);
  expect(new Set(people.map(({ account }) => account)).size).toBe(400);
  expect(people.every(({ account }) => /^[a-z-]+\.[a-z-]+\.\d{4}$/.test(account))).toBe(true);
});

test("they come from many countries and stand in every state", () => {
  const answers = people.map(({ application }) => application!.answers["about"]!);
  expect(new Set(answers.map(({ nationality }) => nationality)).size).toBeGreaterThan(25);
  expect(new Set(answers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBeGreaterThan(
    350,
  );
  const states = new Set(
    people.map(({ application }) =>
      application!.payment ? "paid" : (application!.decision?.decision ?? Boolean(application!.submittedAt)),
    ),
  );
  expect(states).toEqual(
    new Set(["paid", "Accepted", "Deferred to virtual", "Waitlisted", "Rejected", true, false]),
  );
});

test("everybody who submitted was able to, and before now", () => {
  for (const { account, application } of people) {
    const { submittedAt, answers: bySection } = application!;
    if (submittedAt === null) continue;
    expect(Date.parse(submittedAt)).toBeLessThan(now);
    const answers = Object.assign({}, ...Object.values(bySection)) as Record<string, string>;
    const documents = new Set(
      demo.rows.documents!.filter(({ uid }) => uid === demoUid(account)).map(({ questionId }) => questionId),
    );
    const ruling = maySubmit({
      ...{ questions: base.questions, answers, documents, rounds, now, inPersonEvent: base.events[0]! },
      submittedAt: null,
      reference: { isCountry, isTelephone, today: "2022-12-17" },
    });
    expect(ruling, account).toEqual({ allowed: true });
    for (const question of base.questions.filter((one) => isShown(one, answers)))
      expect(tidyAnswer(question, answers[question.id] ?? "")).toBe(answers[question.id] ?? "");
  }
});

test("everybody who paid was accepted, and was charged what the catalogue says", () => {
  const catalogue = { rounds, tickets: base.tickets, prices: base.prices, addOns: base.addOns, left: {} };
  for (const payment of demo.rows.payments!) {
    const decision = demo.rows.decisions!.find(({ uid }) => uid === payment.delegateUid)!;
    const { submittedAt } = demo.rows.applications!.find(({ uid }) => uid === payment.delegateUid)!;
    expect(decision.decision).toBe("Accepted");
    expect(quote(catalogue, payment.passType, submittedAt!, payment.addOns)).toMatchObject({
      totalCents: payment.amountCents,
      lines: payment.lines,
    });
    expect(payment.createdAt).toBeLessThan(now);
  }
  expect(demo.charges).toHaveLength(demo.rows.payments!.length);
});
