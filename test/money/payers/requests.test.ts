import { beforeEach, describe, expect, test } from "vitest";
import { payerMessages } from "~/money/payers/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { ask, askers, payer, requestOf } from "../../support/groups.ts";
import { readyToPay } from "../../support/people.ts";
import { rows, run } from "../../support/storage.ts";

// A request to pay that cannot be paid at the moment, that is made twice, or that is one of two of the same person.

beforeEach(() => run("DELETE FROM counters"));

const openOf = (uid: string) =>
  rows<{ id: string; pass_type: string }>(
    "SELECT id, pass_type FROM payer_requests WHERE uid = ? AND ended_at IS NULL ORDER BY pass_type",
    uid,
  );

describe("a request that cannot be paid", () => {
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
