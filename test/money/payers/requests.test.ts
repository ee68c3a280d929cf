import { beforeEach, describe, expect, test } from "vitest";
import { payerMessages } from "~/money/payers/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { signedInAs } from "../../support/browser.ts";
import { ask, askers, payer, payment, paymentsOf, requestOf } from "../../support/groups.ts";
import { mailsWhere } from "../../support/mails.ts";
import { overtake } from "../../support/overtake.ts";
import { delegate, readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";

// Requests to pay that cannot be paid at the moment, that are sent twice, or that one person makes for both passes.

beforeEach(() => run("DELETE FROM counters"));

const openOf = (uid: string) =>
  rows<{ id: string; pass_type: string }>(
    "SELECT id, pass_type FROM payer_requests WHERE uid = ? AND ended_at IS NULL ORDER BY pass_type",
    uid,
  );

describe("a request that cannot be paid", () => {
  test("while an application of the regular round is open again, shows the price that it will have", async () => {
    const person = await delegate({
      ...{ submittedAt: "2023-05-10T12:00:00Z", decision: "Accepted", waiver: true },
    });
    await ask(person, "bursar@example.org");
    await run(
      "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
      person.uid,
    );
    // Whoever submits at this moment pays $495.
    for (const path of ["/register/payer", "/payment-info"]) {
      const { text } = await person.browser.open(path);
      expect(text, path).toContain("$550");
      expect(text, path).not.toContain("$495");
    }
  });

  test("can be declined, alone and beside others that can be paid", async () => {
    const teacher = await payer();
    const [one, other] = await askers(2, teacher.email);
    await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", other!.uid);
    const page = await teacher.browser.open("/paying");
    const nobody = await page.press("I will not pay for these", {});
    expect([nobody.status, nobody.text]).toEqual([
      400,
      expect.stringContaining(payerMessages.chooseSomebody),
    ]);
    const done = await page.press("I will not pay for these", { other: await requestOf(other!.uid) });
    expect([done.status, done.location]).toEqual([302, "/paying?refused"]);
    expect(await openOf(other!.uid)).toEqual([]);
    expect(await openOf(one!.uid)).toHaveLength(1);

    await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", one!.uid);
    const last = await teacher.browser.open("/paying");
    expect((await last.press("I will not pay for these", { other: await requestOf(one!.uid) })).status).toBe(
      302,
    );
    expect(await openOf(one!.uid)).toEqual([]);
  });

  test.each([
    ["the right is gone", "UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", "Somebody else pays"],
    [
      "an add-on is gone",
      `UPDATE payer_requests SET add_ons = '{"h2023gone":true}' WHERE uid = ?`,
      passMessages.unknownAddOn,
    ],
  ])("does not promise the delegate that it can be paid: %s", async (_name, statement, sentence) => {
    const person = await readyToPay();
    await ask(person, "next-payer@example.org");
    const before = await person.browser.open("/register/payer");
    expect(before.text).toContain(payerMessages.written);
    await run(statement, person.uid);
    const { text } = await person.browser.open("/register/payer");
    expect(text).toContain(sentence);
    expect(text).not.toContain(payerMessages.written);
    expect(text).not.toContain("Waiting");
    expect(text).toContain("Take the request back");
  });
});

test("a request whose button is pressed twice is made once, and its payer gets one mail", async () => {
  const person = await readyToPay();
  const again = await signedInAs(person.uid);
  const isOvertaken = overtake(person.browser, 'update "payer_requests"', () =>
    ask({ browser: again }, "pressed-twice@example.org"),
  );
  await ask(person, "pressed-twice@example.org");
  expect(isOvertaken()).toBe(true);
  expect(await rows("SELECT 1 FROM payer_requests WHERE uid = ?", person.uid)).toHaveLength(1);
  expect(await mailsWhere("recipient = ?", "pressed-twice@example.org")).toHaveLength(1);
});

describe("one person who asks for both passes", () => {
  async function asker() {
    const teacher = await payer();
    const [person] = await askers(1, teacher.email);
    const answer = await person!.browser.post("/virtual-summit/payer", {
      intent: "ask",
      payerEmail: teacher.email,
    });
    expect(answer.status).toBe(302);
    const [virtual, inPerson] = (await openOf(person!.uid)).map(({ id }) => id);
    return { teacher, person: person!, virtual: virtual!, inPerson: inPerson! };
  }

  test("is offered with the pass that includes the other, and can be paid for as offered", async () => {
    const { teacher, person } = await asker();
    expect((await teacher.browser.open("/")).text).toContain(payerMessages.toPay(1));
    const page = await teacher.browser.open("/paying");
    expect(page.html.match(/checked=""/g)).toHaveLength(1);
    expect(page.text).not.toContain("together:");
    const chosen = await (await page.press("Continue to payment")).follow();
    expect(chosen.text).toContain("Total $495");
    expect(await paymentsOf([person])).toEqual([]);
  });

  test("is refused with a sentence if both are ticked, on the way and at the press", async () => {
    const { teacher, person, virtual, inPerson } = await asker();
    const both = new URLSearchParams([
      ["request", virtual],
      ["request", inPerson],
    ]);
    const chosen = await teacher.browser.open(`/paying?pay&${both}`);
    expect(chosen.text).toContain(payerMessages.oneEach("Ada Chen"));
    expect(chosen.text).not.toContain("First name on card");
    const answer = await changingNothing(() =>
      teacher.browser.submit("/paying", payment([virtual, inPerson], 645)),
    );
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining(payerMessages.oneEach("Ada Chen")),
    ]);
    expect((await teacher.browser.post("/paying", payment([inPerson], 495))).status).toBe(302);
    expect((await paymentsOf([person])).map(({ state }) => state)).toEqual(["captured"]);
  });
});

describe("asking again", () => {
  const mailsTo = (email: string) => mailsWhere("event_key LIKE 'asked:%' AND recipient = ?", email);

  test("the same person for the same things changes nothing, and sends no second mail", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    await ask(person, teacher.email, { "addOns.h2023mug": "true" });
    const id = await requestOf(person.uid);
    await ask(person, teacher.email.toUpperCase(), { "addOns.h2023mug": "true" });
    expect(await requestOf(person.uid)).toBe(id);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    await ask(person, teacher.email);
    expect(await requestOf(person.uid)).not.toBe(id);
    expect(await mailsTo(teacher.email)).toHaveLength(2);
  });

  test("somebody who sees that they have asked can ask the same person once more, even if they press twice", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    await ask(person, teacher.email);
    const page = await person.browser.open("/register/payer");
    for (const _ of ["pressed", "pressed again"])
      expect((await page.press("Ask them instead", { payerEmail: teacher.email })).status).toBe(302);
    expect(await mailsTo(teacher.email)).toHaveLength(2);
  });

  test("begins with what was asked for", async () => {
    const [person, teacher] = [await readyToPay(), await payer()];
    await ask(person, teacher.email, { "addOns.h2023mug": "true" });
    const isOpen = async (address: string) =>
      /<details open=""><summary>Ask somebody else/.test((await person.browser.open(address)).html);
    expect([
      await isOpen("/register/payer"),
      await isOpen("/register/payer?addOns.h2023shirtblack=M"),
    ]).toEqual([false, true]);
    const page = await person.browser.open("/register/payer");
    expect((await page.press("Ask them instead", { payerEmail: "instead@example.org" })).status).toBe(302);
    const asked = await row<{ add_ons: string }>(
      "SELECT add_ons FROM payer_requests WHERE email = 'instead@example.org'",
    );
    expect(JSON.parse(asked.add_ons)).toMatchObject({ h2023mug: true });
  });
});

test("what is chosen goes along to another payer and to an invoice", async () => {
  const person = await readyToPay();
  const page = await person.browser.open("/register?addOns.h2023mug=true&code=FRIEND10");
  for (const path of [
    "/register/payer?addOns.h2023mug=true",
    "/register/invoice?addOns.h2023mug=true&amp;code=FRIEND10",
  ]) {
    expect(page.html).toContain(`href="${path}`);
  }
  const payerPage = await person.browser.open("/register/payer?addOns.h2023mug=true");
  const asked = await payerPage.press("Ask them to pay", { payerEmail: "mug@example.org" });
  expect(asked.status).toBe(302);
  expect((await person.browser.open("/register/payer")).text).toContain("Mug");
});
