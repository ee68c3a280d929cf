import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { MOST_PEOPLE } from "~/money/payers/groups.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { messages } from "~/values/messages.ts";
import { signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { ask, askers, payer, payFor, payment, paymentsOf, requestOf } from "../../support/groups.ts";
import { subjectsTo } from "../../support/mails.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, delegate, PASSWORD, readyToPay } from "../../support/people.ts";
import { changingNothing, chargesOf, deleting, row, rows, run, runAll } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

// One person pays for several people. Each of them has a pass of their own.

const PASS = "Harvard Conference ticket";
const NIGHT = 2 * 24 * 60 * 60 * 1000;

const heldBy = async (uid: string) =>
  (await rows<{ item: string }>("SELECT item FROM holdings WHERE uid = ? AND state = 'held'", uid)).map(
    ({ item }) => item,
  );

/** Lets two nights pass at the card processor. */
const settled = (orderId: string) =>
  env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at - ? WHERE invoice_number = ?")
    .bind(NIGHT, orderId)
    .run();

const refundsAtProcessor = async (orderId: string) => {
  const { results } = await env.SIMULATOR.prepare(
    "SELECT r.amount_cents AS cents FROM refunds AS r JOIN charges AS c ON c.transaction_id = r.charge_id WHERE c.invoice_number = ?",
  )
    .bind(orderId)
    .all<{ cents: number }>();
  return results.map(({ cents }) => cents);
};

const give = async (id: string, fields: Record<string, string>) =>
  (await signedIn("director")).post(`/admin/payments/${id}`, {
    ...{ intent: "give", reason: "Asked for", kind: "money", items: "goldPlus", seenCents: "0" },
    ...fields,
  });

beforeEach(() => run("DELETE FROM counters"));

describe("a delegate asks somebody to pay", () => {
  test("who sees it, may take it back, and may still pay themselves", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    expect((await person.browser.open("/register")).html).toContain('href="/register/payer"');
    const page = await person.browser.open("/register/payer");
    expect(page.text).toContain(payerMessages.whatTheyLearn[0]);
    const asked = await (
      await page.press("Ask them to pay", {
        payerEmail: ` ${teacher.email.toUpperCase()} `,
        "addOns.h2023mug": "true",
      })
    ).follow();
    expect(asked.text).toContain(payerMessages.written);
    for (const path of ["/", "/register"])
      expect((await person.browser.open(path)).text).toContain(
        `You have asked ${teacher.email.toUpperCase()} to pay`,
      );
    const { body } = await row<{ body: string }>(
      "SELECT body FROM outbox WHERE event_key LIKE 'asked:%' AND lower(recipient) = ?",
      teacher.email,
    );
    expect(body).toContain(`Mei Chen asks you to pay for their ${PASS}.`);
    expect(body).toContain("/paying");
    for (const path of ["/", "/payment-info"])
      expect((await teacher.browser.open(path)).text).toContain(payerMessages.toPay(1));
    // The payer reads at the top that they are asked to pay, and reads it only once.
    const home = (await teacher.browser.open("/")).text;
    expect(home).toContain("You are asked to pay");
    expect(home.split(payerMessages.toPay(1))).toHaveLength(2);
    const request = await person.browser.open("/register/payer");
    expect(request.text).toMatch(/What they pay for Harvard Conference ticket \$495 .*Mug \$25 Total \$520/);
    const list = await teacher.browser.open("/paying");
    expect(list.text).toContain("Mei Chen, $520");
    expect(list.text).toContain(`${PASS}, Virtual summit, and Mug`);

    expect((await page.press("Ask them to pay", { payerEmail: "head@example.org" })).status).toBe(302);
    expect((await teacher.browser.open("/paying")).text).toContain(payerMessages.nobody);
    expect((await (await person.browser.open("/register/payer")).press("Take the request back")).status).toBe(
      302,
    );
    expect((await person.browser.open("/register")).text).not.toContain("You have asked");

    await ask(person, teacher.email);
    const own = await person.browser.post("/register", { ...PASS_PAYMENT, total: "495" });
    expect(own.status).toBe(302);
    expect((await teacher.browser.open("/paying")).text).toContain(payerMessages.nobody);
    expect(await rows("SELECT 1 FROM payer_requests WHERE uid = ? AND ended_at IS NULL", person.uid)).toEqual(
      [],
    );
    expect(await findings()).toEqual([]);
  });

  test("the answer is the same whether the address has an account or not", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    const answers = [];
    for (const email of [teacher.email, "nobody@example.org"]) {
      await ask(person, email);
      const { text } = await person.browser.open("/register/payer");
      answers.push(text.replaceAll(email, "…"));
    }
    expect(answers[1]).toBe(answers[0]);
  });

  test("an address that is not confirmed shows nobody", async () => {
    const [person, stranger] = [await readyToPay(), await delegate()];
    await ask(person, stranger.email);
    const page = await stranger.browser.open("/paying");
    expect(page.text).toContain(payerMessages.confirmFirst);
    expect(page.text).not.toContain("Mei Chen");
    const answer = await stranger.browser.post("/paying", payment([await requestOf(person.uid)], 495));
    expect(answer.status).toBe(409);
    expect(await paymentsOf([person])).toEqual([]);
  });

  test("who has the address themselves by then is not asked: they pay for themselves", async () => {
    const person = await readyToPay();
    await ask(person, "mine-by-then@hpair.example");
    const id = await requestOf(person.uid);
    await run(
      "UPDATE users SET email = ?1, email_key = ?1, email_verified_at = 1 WHERE uid = ?2",
      ...["mine-by-then@hpair.example", person.uid],
    );
    expect((await person.browser.open("/paying")).text).not.toContain("$495");
    const answer = await person.browser.post("/paying", payment([id], 495));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(payerMessages.changed);
    expect(await paymentsOf([person])).toEqual([]);
    expect((await person.browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(302);
  });

  test.each([
    ["no address", {}, "This field is required"],
    ["one's own address", { payerEmail: "own" }, payerMessages.ownAddress],
    [
      "an add-on that is not sold",
      { payerEmail: "a@example.org", "addOns.h2023execsem": "L" },
      "not available",
    ],
  ])("%s is refused with a sentence, and nothing is kept", async (_name, fields, sentence) => {
    const person = await readyToPay();
    const isOwn = "payerEmail" in fields && fields.payerEmail === "own";
    const typed = { ...fields, ...(isOwn && { payerEmail: person.email }) };
    const answer = await changingNothing(() =>
      person.browser.submit("/register/payer", [["intent", "ask"], ...Object.entries(typed)]),
    );
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
  });

  test("and who has to log in again for it still asks the person whose address they typed", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    const page = await person.browser.open("/register/payer");
    const { name } = page.form("Ask them to pay").typed.find(({ kind }) => kind === "email")!;
    await run("DELETE FROM sessions WHERE uid = ?", person.uid);
    const gate = await page.press("Ask them to pay", { [name]: teacher.email });
    const again = await gate.press("Log in", { email: person.email, password: PASSWORD });
    expect([again.status, (await again.follow()).status]).toEqual([307, 302]);
    expect((await person.browser.open("/register")).text).toContain(`You have asked ${teacher.email} to pay`);
  });

  test("who may not pay may not ask, and nobody asks without end", async () => {
    const early = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
    expect(
      (await early.browser.post("/register/payer", { intent: "ask", payerEmail: "a@example.org" })).status,
    ).toBe(403);
    const person = await readyToPay();
    for (const number of [1, 2, 3, 4, 5]) await ask(person, `payer-${number}@example.org`);
    const sixth = await person.browser.submit("/register/payer", [["payerEmail", "payer-6@example.org"]]);
    expect(sixth.status).toBe(429);
    expect(sixth.text).toContain("You have asked often today");
  });

  test("whoever is asked may say no, and the delegate is told", async () => {
    const teacher = await payer();
    const [one, other] = await askers(2, teacher.email);
    const page = await teacher.browser.open("/paying");
    const id = await requestOf(one!.uid);
    const done = await teacher.browser.post("/paying", { intent: "refuse", request: id });
    expect([done.status, done.headers.get("location")]).toEqual([302, "/paying?refused"]);
    expect((await teacher.browser.open("/paying?refused")).text).toContain(payerMessages.refused);
    const again = await teacher.browser.post("/paying", { intent: "refuse", request: id });
    expect([again.status, again.headers.get("location")]).toEqual([302, "/paying?refused"]);
    expect(await subjectsTo(one!.email)).toContain("The person you asked will not pay for your pass");
    expect(await subjectsTo(other!.email)).toEqual([]);
    expect((await page.press("Continue to payment")).location).toContain("/paying?pay");
    const stranger = await payer();
    const theirs = await stranger.browser.post("/paying", {
      intent: "refuse",
      request: await requestOf(other!.uid),
    });
    expect(theirs.status).toBe(409);
  });
});

describe("one card pays for several", () => {
  test("one charge, and for everybody a pass, a receipt and a payment of their own", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    await ask(people[2]!, teacher.email, { "addOns.h2023shirtblack": "M" });
    const list = await teacher.browser.open("/paying");
    const chosen = await (await list.press("Continue to payment")).follow();
    expect(chosen.text).toContain("Total $1,515");
    const { firstName, lastName, cardNumber, expirationDate, cardCode } = PASS_PAYMENT;
    const done = await chosen.press("Pay $1,515", {
      firstName,
      lastName,
      cardNumber,
      expirationDate,
      cardCode,
    });
    const payments = await paymentsOf(people);
    const orderId = payments[0]!.order_id;
    expect([done.status, done.location]).toEqual([302, `/payment/${orderId}`]);
    expect(payments).toHaveLength(3);
    expect(payments.some(({ id }) => id === orderId)).toBe(true);
    for (const one of payments) {
      expect(one).toMatchObject({ state: "captured", order_id: orderId, payer_uid: teacher.uid });
      expect(one.transaction_id).toBe(payments[0]!.transaction_id);
    }
    const charges = await chargesOf(teacher.uid);
    expect(charges).toMatchObject([{ invoice_number: orderId, amount_cents: 151_500, outcome: "captured" }]);
    for (const { uid } of people) expect(await heldBy(uid)).toContain("goldPlus");

    const receipt = await done.follow();
    expect(receipt.text).toMatch(/Ada Chen.*\$495.*Bo Chen.*\$495.*Cem Chen.*\$525.*Total paid \$1,515/);
    expect(receipt.text).toContain(`Paid by ${teacher.email}`);
    expect(await subjectsTo(teacher.email)).toContain("Your receipt");
    for (const [index, person] of people.entries()) {
      expect(await subjectsTo(person.email)).toEqual(["Your pass was paid for"]);
      const { id } = payments.find(({ delegate_uid }) => delegate_uid === person.uid)!;
      const own = await person.browser.open(`/payment/${id}/receipt`);
      expect(own.text).toContain(`Paid by ${teacher.email}`);
      expect(own.text.match(/Paid by/g)).toHaveLength(1);
      expect(own.text).toContain(`Total paid ${index === 2 ? "$525" : "$495"}`);
      const info = await person.browser.open("/payment-info");
      expect(info.text).toContain(`You have the ${PASS}.`);
      for (const text of [own.text, info.text]) expect(text).not.toContain("1111");
      // Delegates see neither the others nor what the payer sees. If the order and their payment have the same id, the
      // page with this id shows their own part.
      const isFirst = id === orderId;
      const shown = await person.browser.open(`/payment/${orderId}`);
      expect(shown.status).toBe(isFirst ? 200 : 404);
      expect(shown.text).not.toContain("What you paid for others");
      const paid = await teacher.browser.open(`/payment/${id}`);
      expect(paid.status).toBe(isFirst ? 200 : 404);
      expect(paid.text.includes("What you paid for others")).toBe(isFirst);
    }
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
    expect((await teacher.browser.open("/paying")).text).toContain(payerMessages.nobody);

    const staff = await signedIn("director");
    const page = await staff.open(`/admin/payments/${payments[1]!.id}`);
    expect(page.text).toContain(`Paid by ${teacher.email}`);
    expect(page.text).toMatch(/Paid together with (Ada|Cem) Chen (Ada|Cem) Chen/);
    const paidBy = await staff.open(`/admin/payments?search=${teacher.email}`);
    expect(paidBy.html).toContain(payments[2]!.id);
    // The search was for the teacher's address. The list nevertheless shows the names of the delegates.
    for (const name of ["Ada Chen", "Cem Chen"]) expect(paidBy.text).toContain(name);
  });

  test("a declined card charges nobody, and the next one pays for all", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const declined = await payFor(teacher.browser, people, "4000 0000 0000 0002");
    expect(declined.status).toBe(402);
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["declined", "declined"]);
    expect((await payFor(teacher.browser, people)).status).toBe(302);
    expect((await paymentsOf(people)).filter(({ state }) => state === "captured")).toHaveLength(2);
    expect(await findings()).toEqual([]);
  });

  test("while the answer of the processor is missing nobody can pay; the journal settles all of them at once", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const lost = await payFor(teacher.browser, people, "4000 0000 0000 0036");
    expect(lost.status).toBe(302);
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["unknown", "unknown"]);
    expect((await people[1]!.browser.open("/register")).text).toContain(paymentMessages.paymentBeingChecked);
    const page = await teacher.browser.open(lost.headers.get("location")!);
    expect(page.text).toContain("Total paid $990");
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["captured", "captured"]);
    expect(await findings()).toEqual([]);
  });

  test("everybody is charged what the page said, or nobody", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
    const answer = await changingNothing(() => teacher.browser.submit("/paying", payment(ids, 900)));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("The total is now $990. Nothing has been charged.");
    const none = await teacher.browser.submit("/paying", payment([], 0));
    expect(none.status).toBe(400);
    expect(none.text).toContain(payerMessages.chooseSomebody);
  });

  test("somebody who cannot be paid for is named, and why is not said", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
    await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", people[1]!.uid);
    const list = await teacher.browser.open("/paying");
    expect(list.text).toContain(`Bo Chen: ${payerMessages.notNow}`);
    expect(list.text).not.toMatch(/accepted for|reject/i);
    const answer = await changingNothing(() => teacher.browser.submit("/paying", payment(ids, 990)));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(payerMessages.cannotBePaidFor("Bo Chen"));
    expect((await payFor(teacher.browser, [people[0]!])).status).toBe(302);
    expect(await findings()).toEqual([]);
  });

  test("the award of each makes their own part cheaper, and their credit stays theirs", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    await run(
      `INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at)
        VALUES ('group-award', ?, 'award', 'Fund', ?, 20, 'x', 0)`,
      CONFERENCE,
      people[0]!.uid,
    );
    const list = await teacher.browser.open("/paying");
    expect(list.text).toContain("Ada Chen, $396");
    const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
    expect((await teacher.browser.post("/paying", payment(ids, 891))).status).toBe(302);
    expect((await paymentsOf(people)).map(({ amount_cents }) => amount_cents).sort()).toEqual([
      39_600, 49_500,
    ]);
    expect(await rows("SELECT cents FROM grant_uses WHERE grant_id = 'group-award'")).toEqual([
      { cents: 9_900 },
    ]);
    expect(await findings()).toEqual([]);
  });

  test("without what is kept beside the database nobody is charged", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const { send } = teacher.browser;
    const { answerWith } = await import("../../support/worker.ts");
    const FILES = new Proxy(env.FILES, {
      get: (bucket, name) =>
        name === "put"
          ? () => Promise.reject(new Error("no store"))
          : typeof Reflect.get(bucket, name) === "function"
            ? Reflect.get(bucket, name).bind(bucket)
            : Reflect.get(bucket, name),
    });
    teacher.browser.send = (request) => answerWith({ FILES }, request);
    expect((await payFor(teacher.browser, people)).status).toBe(503);
    teacher.browser.send = send;
    expect(await chargesOf(teacher.uid)).toEqual([]);
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["released", "released"]);
    expect((await payFor(teacher.browser, people)).status).toBe(302);
  });
});

describe("what goes back goes to whoever paid", () => {
  test("one person's part, once the charge is settled, and the others keep their passes", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    await payFor(teacher.browser, people);
    const payments = await paymentsOf(people);
    const orderId = payments[0]!.order_id;
    const [one, other] = [payments[0]!, payments[1]!];
    const first = people.find(({ uid }) => uid === one.delegate_uid)!;
    const director = await signedIn("director");
    const asked = await director.submit(`/admin/payments/${one.id}`, [
      ...Object.entries({
        intent: "check",
        reason: "Asked for",
        kind: "money",
        items: "goldPlus",
        seenCents: "0",
      }),
      ["seenHolder", first.uid],
    ]);
    expect(asked.text).toContain(refundMessages.staff.effect.toPayer(teacher.email));
    expect((await give(one.id, { kind: "credit" })).status).toBe(409);
    expect((await give(one.id, { amount: "495" })).status).toBe(302);
    // A charge that is not settled can only be cancelled as a whole, and the others hold their passes. So the refund
    // waits.
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual([
      "refund_pending",
      "captured",
      "captured",
    ]);
    expect(await heldBy(first.uid)).toEqual([]);
    await settled(orderId);
    await keepHouse();
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual([
      "refunded",
      "captured",
      "captured",
    ]);
    expect(await refundsAtProcessor(orderId)).toEqual([49_500]);
    expect(await subjectsTo(teacher.email)).toContain("A pass that you paid for was given back");
    expect(await subjectsTo(first.email)).toContain("Part of your registration was ended");
    expect((await first.browser.open("/payment-info")).text).toMatch(
      /Another person paid \$495 for you on .* went back to the person who paid/,
    );
    expect((await teacher.browser.open(`/payment/${orderId}`)).text).toMatch(
      /Refunded \((Ada|Bo|Cem) Chen\) \$495/,
    );
    for (const { uid } of people.filter((person) => person !== first))
      expect(await heldBy(uid)).toContain("goldPlus");

    // The second person gives up the pass without the staff.
    const second = people.find(({ uid }) => uid === other.delegate_uid)!;
    const page = await second.browser.open(`/payment/${other.id}/withdraw`);
    expect(page.text).toContain("The person who paid for your pass gets");
    expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
    expect(await subjectsTo(teacher.email)).toContain("A pass that you paid for was given up");
    expect(await subjectsTo(second.email)).toContain("You have given up your pass");
    await keepHouse();
    expect(await refundsAtProcessor(orderId)).toEqual([49_500, 44_500]);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("if the processor refuses what goes back for one of them, payer and delegate are told", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    await payFor(teacher.browser, people);
    const [first] = await paymentsOf(people);
    const person = people.find(({ uid }) => uid === first!.delegate_uid)!;
    await settled(first!.order_id);
    await env.SIMULATOR.prepare(
      "INSERT INTO refunds SELECT 'SIM-' || ?1, ?1, transaction_id, amount_cents, 0 FROM charges WHERE invoice_number = ?2",
    )
      .bind(`by-hand-${first!.id}`, first!.order_id)
      .run();
    const page = await person.browser.open(`/payment/${first!.id}/withdraw`);
    expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
    expect(await heldBy(person.uid)).toContain("goldPlus");
    expect((await subjectsTo(person.email)).at(-1)).toBe("Your refund could not be made");
    expect((await subjectsTo(teacher.email)).at(-1)).toBe("A refund to you could not be made");
  });

  test("a charge that somebody cancelled at the processor ends all passes of it", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    await payFor(teacher.browser, people);
    const orderId = (await paymentsOf(people))[0]!.order_id;
    await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'voided' WHERE invoice_number = ?")
      .bind(orderId)
      .run();
    await keepHouse({}, TENTH);
    expect((await paymentsOf(people)).map(({ state }) => state)).toEqual(["voided", "voided"]);
    for (const { uid } of people) expect(await heldBy(uid)).toEqual([]);
    for (const { email } of people)
      expect((await subjectsTo(email)).slice(1)).toEqual(["Part of your registration was ended"]);
    const told = await subjectsTo(teacher.email);
    expect(told.slice(told.indexOf("Your receipt") + 1)).toEqual(["A pass that you paid for was given back"]);
    const page = await teacher.browser.open(`/payment/${orderId}`);
    expect(page.text).toContain(payerMessages.orderCancelled);
    expect(page.text).not.toContain("Paid: $990");
    expect(await findings()).toEqual([]);
  });
});

describe("the rows of an order are lost", () => {
  const lose = async (orderId: string) => {
    await run("DELETE FROM outbox WHERE event_key LIKE 'receipt:%' OR event_key LIKE 'order:%'");
    await env.DB.batch(deleting("entries", "order_id = ?", orderId));
    await run("DELETE FROM payments WHERE order_id = ?", orderId);
    await run("DELETE FROM orders WHERE id = ?", orderId);
  };

  test("all of them are written again from what was kept, each with their own bill", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    await payFor(teacher.browser, people);
    const before = await paymentsOf(people);
    await lose(before[0]!.order_id);
    await keepHouse({}, TENTH);
    const after = await paymentsOf(people);
    const known = (list: typeof before) =>
      list.map(({ id, delegate_uid, order_id, payer_uid, state, amount_cents }) => ({
        ...{ id, delegate_uid, order_id, payer_uid, state, amount_cents },
      }));
    expect(known(after)).toEqual(known(before));
    for (const { uid, email } of people) {
      expect(await heldBy(uid)).toContain("goldPlus");
      expect(await subjectsTo(email)).toEqual(["Your pass was paid for"]);
    }
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("if one of them has another pass by then, the whole charge goes back and the others lose nothing they had", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    await payFor(teacher.browser, people);
    const orderId = (await paymentsOf(people))[0]!.order_id;
    await lose(orderId);
    expect((await people[1]!.browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(302);
    await keepHouse({}, TENTH);
    const after = await paymentsOf(people);
    expect(after.map(({ payer_uid, state }) => [payer_uid, state])).toEqual([[people[1]!.uid, "captured"]]);
    const [charge] = await chargesOf(teacher.uid);
    expect(charge!.outcome).toBe("voided");
    expect(await findings()).toEqual([]);
  });
});

test("a payer reads that more people ask than are shown, whether or not they can be paid for", async () => {
  const teacher = await payer();
  const [first] = await askers(1, teacher.email);
  const more = payerMessages.moreAsk(MOST_PEOPLE);
  // These people ask too, but have not submitted anything, so nobody can pay for them.
  const others = Array.from({ length: MOST_PEOPLE }, (_, index) =>
    `asks-${String(index).padStart(2, "0")}`.padEnd(28, "0"),
  );
  const asks = (uids: string[]) =>
    runAll(
      uids.flatMap((uid): [string, string[]][] => [
        [
          "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1 || '@hpair.example', ?1 || '@hpair.example', '', 0)",
          [uid],
        ],
        ["INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", [CONFERENCE, uid]],
        [
          `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
            SELECT substr(?1, 1, 20), conference_id, ?1, pass_type, add_ons, email, email_key, created_at + 1
            FROM payer_requests WHERE uid = ?2`,
          [uid, first!.uid],
        ],
      ]),
    );
  await asks(others.slice(1));
  const all = (await teacher.browser.open("/paying")).text;
  expect(all).not.toContain(more);
  expect(all).not.toContain("Tick at most");
  await asks(others.slice(0, 1));
  const page = await teacher.browser.open("/paying");
  expect(page.text).toContain(more);
  expect(page.text).toContain("Ada Chen");
  expect(page.text.split(payerMessages.notNow)).toHaveLength(MOST_PEOPLE);
});

test("a page of another person's order is not found", async () => {
  const [teacher, stranger] = [await payer(), await payer()];
  const people = await askers(1, teacher.email);
  const done = await payFor(teacher.browser, people);
  const page = await stranger.browser.open(done.headers.get("location")!);
  expect(page.status).toBe(404);
  expect(page.text).toContain(messages.notFound);
});
