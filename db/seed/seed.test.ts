import { createHash, scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { quote } from "~/money/prices/pricing.ts";
import { checkDocument } from "../../app/applications/document-content.ts";
import { isShown, tidyAnswer } from "../../app/applications/questions.ts";
import { maySubmit } from "../../app/applications/submission.ts";
import { isTelephone } from "../../app/applications/telephone.ts";
import { conferenceName } from "../../app/conference/conference-name.ts";
import { isDecisionVisible, roundOn } from "../../app/conference/rounds.ts";
import type { Answers, Condition, Requirement, Round } from "../../app/values/catalogue.ts";
import { isCountry } from "../../app/values/countries.ts";
import { DECISIONS, PASS_TYPES } from "../../app/values/types.ts";
import { fullName } from "../../app/values/words.ts";
import { DEMO_PASSWORD, demoRows, demoUid, formerEdition } from "./demo.ts";
import { RETURNING } from "./demo-former.ts";
import { baseRows } from "./first-edition.ts";
import { baseStatements, demoStatements, directorStatements, ledgerStatements } from "./seed.ts";

const now = Date.parse("2022-12-17T15:00:00Z");
const realNow = Date.parse("2026-11-20T14:00:00Z");
const base = baseRows(realNow);
const demo = demoRows({ now, realNow });
const former = formerEdition({ now, realNow });

const question = (id: string) => base.questions.find((candidate) => candidate.id === id);
const conditionsOf = (required: Requirement): Condition[] => {
  if (typeof required === "string") return [];
  return Object.values(required).flat();
};

describe("the base seed", () => {
  it("lists the conferences of 1992 to 2023 [102, 103, 104]", () => {
    const { conferences } = base;
    expect(new Set(conferences.map(({ id }) => id)).size).toBe(conferences.length);
    for (const { id, year, location } of conferences) {
      expect(id).toMatch(/^[ah]conf_\d{4}(_academic|_business)?$/);
      expect(id).toContain(`conf_${year}`);
      expect(location).toMatch(/\p{Lu}/u);
      expect(location).toBe(location.toUpperCase());
    }
    const years = conferences.map(({ year }) => year);
    expect([Math.min(...years), Math.max(...years)]).toEqual([1992, 2023]);
    expect(conferences.find(({ id }) => id === "aconf_2023")).toMatchObject({
      location: "HONG KONG",
      title: "Architects of Asia: Building Tomorrow",
    });
  });

  it("has one or two conferences in a year, of 2006 to 2009 an academic and a business one [105, 106, 107]", () => {
    for (let year = 1992; year <= 2023; year += 1) {
      const held = base.conferences.filter((conference) => conference.year === year);
      expect(held.length, String(year)).toBeOneOf([1, 2]);
      const tracks = held.map(({ track }) => track ?? null).sort();
      const inTracks = year >= 2006 && year <= 2009;
      expect(tracks, String(year)).toEqual(inTracks ? ["academic", "business"] : held.map(() => null));
      for (const { id, track } of held) {
        expect(id.split("_")[2] ?? null).toBe(track);
        if (inTracks)
          expect(conferenceName({ id, year, track: track ?? null })).toMatch(/ \((Academic|Business)\)$/);
      }
    }
  });

  it("points at a conference that exists and takes registrations", () => {
    const current = base.settings.find(({ key }) => key === "currentConference")?.value;
    expect(base.conferences.map(({ id }) => id)).toContain(current);
    expect(base.editions.map(({ conferenceId }) => conferenceId)).toContain(current);
  });

  it("has the rounds of the specification, none released", () => {
    expect(
      base.rounds.map(({ id, deadline, decisionRelease, releasedAt }) => [
        id,
        new Date(deadline).toISOString(),
        new Date(decisionRelease).toISOString(),
        releasedAt,
      ]),
    ).toEqual([
      ["early", "2023-05-02T03:59:00.000Z", "2022-11-30T18:00:00.000Z", null],
      ["regular", "2023-06-02T03:59:00.000Z", "2022-12-16T18:00:00.000Z", null],
      ["bonus", "2022-12-06T04:59:00.000Z", "2022-12-16T18:00:00.000Z", null],
    ]);
  });

  it("prices every ticket in every round", () => {
    const cents = PASS_TYPES.map((pass) =>
      ["early", "regular", "bonus"].map(
        (round) => base.prices.find(({ ticketId, roundId }) => ticketId === pass && roundId === round)?.cents,
      ),
    );
    expect(base.tickets.map(({ id }) => id).sort()).toEqual([...PASS_TYPES].sort());
    expect(cents).toEqual([
      [15000, 15000, 15000],
      [49500, 55000, 55000],
    ]);
  });

  it("has the add-ons of the specification", () => {
    expect(base.addOns.map(({ id, title, cents }) => [id, title, cents])).toEqual([
      ["h2023virtual", "Virtual summit", 0],
      ["h2023execsem", "Executive seminars", 7500],
      ["h2023mug", "Mug", 2500],
      ["h2023hatwhite", "Hat (white)", 3000],
      ["h2023hatblack", "Hat (black)", 3000],
      ["h2023shirtblack", "Unisex black shirt", 3000],
    ]);
    expect(base.addOns.filter(({ included }) => included).map(({ id }) => id)).toEqual(["h2023virtual"]);
    expect(base.addOns.at(-1)?.variants).toEqual(["S", "M", "L", "XL"]);
  });

  it("puts every question in a section, and no two under one id", () => {
    const sectionIds = base.sections.map(({ id }) => id);
    expect(sectionIds).toEqual(["about", "education", "participation", "essays", "scholarship", "resume"]);
    expect(base.questions.filter(({ sectionId }) => !sectionIds.includes(sectionId))).toEqual([]);
    expect(new Set(base.questions.map(({ id }) => id)).size).toBe(base.questions.length);
  });

  it("makes questions depend only on options that exist", () => {
    for (const { id, required, dependsOn } of base.questions)
      for (const { field, values } of [...conditionsOf(required), ...(dependsOn ? [dependsOn] : [])]) {
        expect(field).not.toBe(id);
        expect(question(field)?.options).toEqual(expect.arrayContaining(values));
      }
    expect(base.questions.filter(({ kind, options }) => (kind === "choice") !== (options !== null))).toEqual(
      [],
    );
  });

  it("gives the door, the kitchen and emergencies the answers that each needs", () => {
    const told = (where: "onSite" | "forEmergencies") =>
      base.questions.flatMap((question) => (question[where] ? question.id : []));
    expect(told("onSite")).toEqual(["institution", "dietary", "accessNeeds"]);
    expect(told("forEmergencies")).toEqual(["phone", "emergencyName", "emergencyPhone"]);
  });

  it("asks for two documents for a scholarship and for a resume always [119]", () => {
    const uploads = base.questions.filter(({ kind }) => kind === "document upload");
    expect(
      uploads.map(({ id, scholarshipRelated, dependsOn }) => [id, scholarshipRelated ?? false, dependsOn]),
    ).toEqual([
      ["budget_document", true, { field: "scholarship", values: ["Yes"] }],
      ["financial_statement", true, { field: "scholarship", values: ["Yes"] }],
      ["resume", false, null],
    ]);
  });

  it("has an agreement with the facts of the refund policy", () => {
    const [agreement] = base.agreements;
    expect(agreement?.version).toBe(1);
    for (const fact of ["$50", "10 February 2023", "case by case", "17–19 February 2023", "Virtual Summit"])
      expect(agreement?.refundPolicy).toContain(fact);
    const texts = [agreement?.openingLetter, agreement?.codeOfConduct, agreement?.liabilityRelease].join(
      "\n",
    );
    expect(`${texts}\n${agreement?.refundPolicy}`).not.toMatch(/^#{1,2} /m);
  });
});

describe("the demo seed", () => {
  const users = demo.rows.users ?? [];
  const accountOf = (uid: string) => users.find((user) => user.uid === uid)?.email.split("@")[0] ?? "?";
  const applications = (demo.rows.applications ?? []).map((row) => ({ ...row, account: accountOf(row.uid) }));
  const submitted = applications.filter(({ submittedAt }) => submittedAt);
  const answersOf = (uid: string): Answers =>
    Object.assign(
      {},
      ...(demo.rows.answers ?? []).filter((row) => row.uid === uid).map((row) => row.answers),
    );
  const acceptances = (demo.rows.acceptances ?? []).map(({ uid }) => accountOf(uid));

  const rounds: Round[] = base.rounds.map((round) => ({
    ...round,
    releasedAt: demo.releases.find(({ roundId }) => roundId === round.id)?.releasedAt ?? null,
  }));
  const visible = (uid: string, submittedAt: number) => {
    const decision = demo.rows.decisions?.find((row) => row.uid === uid);
    const shown = decision && isDecisionVisible(roundOn(rounds, submittedAt), decision.setAt, now);
    return shown ? decision.decision : null;
  };

  it("has the accounts of the machine contract, all but the newest verified, with the one password", () => {
    expect(users.map(({ email }) => email)).toEqual(
      [
        ["new", "draft", "submitted", "unreleased", "accepted", "signed", "regular", "deferred", "rejected"],
        ["gold", "goldplus", "payer", "subscriber"],
        ["reviewer", "decisions", "treasurer", "content", "door", "director", RETURNING],
      ]
        .flat()
        .map((account) => `${account}@hpair.example`),
    );
    for (const { uid, email, emailVerifiedAt } of users) {
      expect(uid).toMatch(/^[\w-]{28}$/);
      if (email === "new@hpair.example") expect(emailVerifiedAt).toBeNull();
      else expect(emailVerifiedAt).toBeLessThan(realNow);
    }
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(users.length);

    const [scheme, N, r, p, salt = "", hash] = users[0]!.passwordHash.split("$");
    const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 64 * 1024 * 1024 };
    const expected = scryptSync(DEMO_PASSWORD, Buffer.from(salt, "base64url"), 32, options);
    expect([scheme, N, r, p, hash]).toEqual(["scrypt", "16384", "8", "5", expected.toString("base64url")]);
    expect(Buffer.from(salt, "base64url")).toHaveLength(16);
  });

  it("gives the admin claim to staff alone", () => {
    const admins = users.filter(({ admin }) => admin).map(({ uid }) => accountOf(uid));
    const staff = demo.rows.staff?.map(({ uid, abilities }) => [accountOf(uid), abilities]);
    expect(admins).toEqual(["reviewer", "decisions", "treasurer", "content", "door", "director"]);
    expect(staff).toEqual([
      ["reviewer", ["read"]],
      ["decisions", ["read", "decide"]],
      ["treasurer", ["read", "money"]],
      ["content", ["content"]],
      ["door", ["door"]],
      ["director", ["everything"]],
    ]);
    expect(users.filter(({ hpairPlusSubscriptionId }) => hpairPlusSubscriptionId)).toMatchObject([
      { email: "subscriber@hpair.example", hpairPlusSubscriptionId: "SIM-SUB-1" },
    ]);
  });

  it("shows each delegate the decision of the contract", () => {
    expect(
      Object.fromEntries(submitted.map((row) => [row.account, visible(row.uid, row.submittedAt!)])),
    ).toEqual({
      submitted: null,
      unreleased: null,
      accepted: "Accepted",
      signed: "Accepted",
      regular: "Accepted",
      deferred: "Deferred to virtual",
      rejected: "Rejected",
      gold: "Accepted",
      goldplus: "Accepted",
    });
    const set = demo.rows.decisions?.map(({ uid, decision }) => [accountOf(uid), decision]);
    expect(set).toContainEqual(["unreleased", "Accepted"]);
    expect(set?.map(([account]) => account)).not.toContain("submitted");
    expect(set?.every(([, decision]) => DECISIONS.some((known) => known === decision))).toBe(true);
  });

  it("submits before the demo's present, except for regular@", () => {
    expect(submitted.filter(({ submittedAt }) => submittedAt! >= now)).toMatchObject([
      { account: "regular", submittedAt: Date.parse("2023-05-10T12:00:00Z") },
    ]);
    expect(applications.filter(({ submittedAt }) => !submittedAt).map(({ account }) => account)).toEqual([
      "draft",
    ]);
  });

  it("has the waiver accepted by those who may pay or have paid, after the decision", () => {
    expect(acceptances).toEqual(["signed", "regular", "deferred", "gold", "goldplus"]);
    for (const { uid, acceptedAt, fullName: accepted } of demo.rows.acceptances ?? []) {
      const decision = demo.rows.decisions?.find((row) => row.uid === uid);
      expect(acceptedAt).toBeGreaterThan(decision!.setAt);
      expect(acceptedAt).toBeLessThan(now);
      const { firstName, middleName, lastName } = answersOf(uid);
      expect(accepted).toBe(fullName(firstName, middleName, lastName));
    }
  });

  it("charges what the catalogue says, once at the processor and once with us", () => {
    const { orders = [], payments = [] } = demo.rows;
    expect(
      payments.map(({ delegateUid, passType, amountCents }) => [
        accountOf(delegateUid),
        passType,
        amountCents,
      ]),
    ).toEqual([
      ["gold", "gold", 15000],
      ["goldplus", "goldPlus", 60000],
    ]);
    for (const payment of payments) {
      const { submittedAt } = applications.find(({ uid }) => uid === payment.delegateUid)!;
      const catalogue = { rounds, tickets: base.tickets, prices: base.prices, addOns: base.addOns, left: {} };
      const priced = quote(catalogue, payment.passType, submittedAt!, payment.addOns);
      expect(priced).toMatchObject({
        totalCents: payment.amountCents,
        addOns: payment.addOns,
        lines: payment.lines,
      });
      expect(payment.id).toMatch(/^[a-z2-7]{20}$/);
      expect(payment).toMatchObject({ state: "captured", orderId: payment.id });
      const order = orders.find(({ id }) => id === payment.id)!;
      expect(order).toMatchObject({
        means: "simulator",
        payerUid: payment.delegateUid,
        dueCents: payment.amountCents,
      });
      expect(demo.charges).toContainEqual({
        transactionId: order.transactionId,
        invoiceNumber: payment.id,
        outcome: "captured",
        amountCents: payment.amountCents,
        cardBrand: order.cardBrand,
        cardLastFour: order.cardLastFour,
        carried: {
          conferenceId: payment.conferenceId,
          uid: payment.delegateUid,
          passType: payment.passType,
          addOns: payment.addOns,
        },
        createdAt: payment.createdAt - now + realNow,
      });
    }
    expect(demo.charges.filter(({ carried }) => "passType" in carried)).toHaveLength(payments.length);
  });

  it("has the subscriber's subscription here and at the processor, paid for a year from real time", () => {
    const [subscription, ...others] = demo.rows.subscriptions ?? [];
    expect(others).toEqual([]);
    const { id, uid, transactionId, gatewaySubscriptionId, paidUntil, createdAt } = subscription!;
    expect(subscription).toMatchObject({ state: "active", amountCents: 4900, title: "HPAIR+" });
    expect(users.find((user) => user.uid === uid)?.hpairPlusSubscriptionId).toBe(gatewaySubscriptionId);
    expect(createdAt).toBeLessThan(realNow);
    expect(paidUntil).toBeGreaterThan(realNow + 300 * 24 * 60 * 60 * 1000);
    expect(demo.rows.subscriptionPeriods).toMatchObject([
      { subscriptionId: id, transactionId, amountCents: 4900, periodFrom: createdAt, periodUntil: paidUntil },
    ]);
    const carried = { uid, months: 12 };
    expect(demo.charges.at(-1)).toMatchObject({
      transactionId,
      invoiceNumber: id,
      amountCents: 4900,
      carried,
    });
    expect(demo.recurrences).toMatchObject([
      { id: gatewaySubscriptionId, invoiceNumber: id, chargeId: transactionId, carried },
    ]);
  });

  it.each(
    submitted.map(({ account, uid }) => [account, uid]),
  )("could submit what %s@ has answered", (_, uid) => {
    const answers = answersOf(uid!);
    const documents =
      demo.rows.documents?.filter((row) => row.uid === uid).map((row) => row.questionId) ?? [];
    expect(
      maySubmit({
        questions: base.questions,
        answers,
        documents: new Set(documents),
        rounds,
        now,
        inPersonEvent: base.events[0]!,
        submittedAt: null,
        reference: { isCountry, isTelephone, today: "2022-12-17" },
      }),
    ).toEqual({ allowed: true });
    const shown = base.questions.filter((question) => isShown(question, answers));
    const ids = shown.map(({ id }) => id);
    expect([...Object.keys(answers), ...documents].filter((id) => !ids.includes(id))).toEqual([]);
    for (const question of shown)
      expect(tidyAnswer(question, answers[question.id] ?? "")).toBe(answers[question.id] ?? "");
  });

  it("stores a readable PDF for every document", () => {
    for (const { objectKey, fileName, contentType, size, sha256 } of demo.rows.documents ?? []) {
      const { bytes } = demo.files.find(({ key }) => key === objectKey)!;
      expect(checkDocument(fileName, bytes)).toMatchObject({ allowed: true, contentType });
      expect(bytes).toHaveLength(size);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      const text = Buffer.from(bytes).toString("latin1");
      expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
      expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref\n/);
      const offsets = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
      expect(offsets.map((offset) => Number.parseInt(text.slice(offset), 10))).toEqual([1, 2, 3, 4, 5]);
      const [, length, stream] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text)!;
      expect(stream).toHaveLength(Number(length));
    }
    const ofApplications = demo.files.filter(({ key }) => key.includes("/applications/"));
    expect(ofApplications).toHaveLength(demo.rows.documents!.length);
  });

  it("has notifications of each severity, for different readers", () => {
    expect(demo.rows.notifications?.map(({ severity, audience }) => [severity, audience])).toEqual([
      ["INFO", "applying"],
      ["IMPORTANT", "everyone"],
      ["CRITICAL", "accepted"],
      ["INFO", "staff"],
    ]);
    for (const { showFrom, showUntil } of demo.rows.notifications ?? []) {
      expect(showFrom).toBeLessThan(now);
      expect(showUntil ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
    }
  });

  it("sets the portal's clock, and where Live Data leads", () => {
    expect(demo.rows.settings).toEqual([
      { key: "clockOffset", value: String(now - realNow) },
      { key: "liveDataUrl", value: expect.stringMatching(/^https:/) },
    ]);
    expect(base.settings.map(({ key }) => key)).not.toContain("liveDataUrl");
  });
});

describe("the edition that is over", () => {
  const { rows } = former;

  it("has the form, the passes and the terms of a whole edition, and all its days behind it", () => {
    for (const table of ["editions", "events", "tickets", "prices", "questions", "agreements"] as const)
      expect(rows[table], table).toHaveLength(base[table].length);
    for (const { deadline, decisionRelease } of rows.rounds!) {
      expect(Math.max(deadline, decisionRelease)).toBeLessThan(now);
    }
  });

  it("was applied to, decided, signed and paid for by the one who returns, in this order", () => {
    const [application] = rows.applications!;
    const [decision] = rows.decisions!;
    const [acceptance] = rows.acceptances!;
    const [payment] = rows.payments!;
    const uid = demoUid(RETURNING);
    expect([application!.uid, decision!.uid, acceptance!.uid, payment!.delegateUid]).toEqual([
      uid,
      uid,
      uid,
      uid,
    ]);
    const times = [application!.submittedAt!, decision!.setAt, acceptance!.acceptedAt, payment!.createdAt];
    expect([...times].sort((one, other) => one - other)).toEqual(times);
    const price = rows.prices!.find((row) => row.ticketId === "goldPlus" && row.roundId === "early");
    expect(payment!.amountCents).toBe(price!.cents);
    expect(former.charges[0]).toMatchObject({
      invoiceNumber: payment!.id,
      amountCents: payment!.amountCents,
    });
    expect(demo.rows.applications!.some((row) => row.uid === uid)).toBe(false);
  });
});

describe("the statements", () => {
  it("are of a size that D1 accepts and bind nothing", () => {
    const statements = [
      ...baseStatements(realNow),
      ...demoStatements(demo),
      ...demoStatements(former),
      ...ledgerStatements(demo),
      ...ledgerStatements(former),
      ...directorStatements({ email: "a@b.example", auditId: "a", now }),
    ];
    for (const statement of statements) {
      expect(Buffer.byteLength(statement)).toBeLessThan(50_000);
      expect(statement.replace(/'(?:[^']|'')*'|;$/g, "")).not.toMatch(/[?;']|undefined|NaN/);
    }
  });

  it("never overwrite rows that the base seed finds", () => {
    for (const statement of baseStatements(realNow)) expect(statement).toMatch(/ on conflict do nothing$/);
  });

  it("escape their values", () => {
    const [grant] = directorStatements({ email: " O'Hara@x.example ", auditId: "a", now });
    expect(grant).toMatch(/^update "users" set "admin" = 1 where .* = 'o''hara@x.example' returning "uid"$/);
  });
});
