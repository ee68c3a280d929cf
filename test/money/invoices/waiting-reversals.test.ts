import { describe, expect, test } from "vitest";
import { takingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { overtake } from "../../support/overtake.ts";
import { readyToPay } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { row, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";

// A request to reverse money waits for a second person. Meanwhile the money may have changed: a part may have become the
// whole, or money that paid an invoice may be owed.

const at = (id: string) => `/admin/payments/invoices/${id}`;
const { reversal: said } = takingMessages;

async function invoiced() {
  const { browser } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  const id = asked.headers.get("location")!.split("/")[2]!;
  return { id, treasurer: await signedIn("treasurer"), director: await signedIn("director") };
}

async function record(browser: Browser, invoice: string, amount: number): Promise<string> {
  const entry = newId();
  const money = { kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 1" };
  const answer = await browser.post(at(invoice), {
    ...{ ...money, receivedOn: "2022-12-16", intent: "record", entry },
  });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return entry;
}

/** Asks to reverse money while a second person has to confirm it. Returns the id of the request. */
async function ask(browser: Browser, invoice: string, taking: string): Promise<string> {
  const entry = newId();
  const form = { intent: "reverse", taking, entry, [`reason-${taking}`]: "It was another person's." };
  const answer = await withInvoicing({ secondPersonCents: 50_00 }, () => browser.post(at(invoice), form));
  expect(answer.status).toBe(302);
  expect(await reversalOf(entry)).toBe("waiting");
  return entry;
}

const reversalOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM reversals WHERE id = ?", id)).state;
const takingOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM takings WHERE id = ?", id)).state;

/** How many sums of money the hub counts that wait to be confirmed or given back. */
const sumsOnHub = async (browser: Browser) =>
  Number(/(\d+) sums? that came in by hand/.exec((await browser.open("/admin")).text)?.[1] ?? 0);

const confirm = (browser: Browser, invoice: string, id: string) =>
  browser.post(at(invoice), { intent: "confirm-reversal", id });

/** Nobody can confirm the request any more, the page says why, and the request can be withdrawn. */
async function cannotBeConfirmed(browsers: Browser[], invoice: string, id: string, amount: string) {
  for (const browser of browsers) {
    const page = await browser.open(at(invoice));
    expect(page.text).toContain(said.changed);
    expect(page.text).not.toContain(said.otherPerson);
    expect(page.html).not.toContain('value="confirm-reversal"');
  }
  const [first] = browsers;
  const answer = await confirm(first!, invoice, id);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(said.changed)]);
  expect(await reversalOf(id)).toBe("waiting");
  const left = await (await first!.open(at(invoice))).press("Leave it as it is");
  expect(left.status).toBe(302);
  expect(await reversalOf(id)).toBe("withdrawn");
  const page = await first!.open(at(invoice));
  expect(page.text).not.toContain(said.changed);
  expect(page.text).toContain(`Reverse ${amount}`);
}

describe("while a reversal waits for a second person", () => {
  test("a part whose invoice ends is owed, and can still be reversed", async () => {
    const { id, treasurer, director } = await invoiced();
    const part = await record(treasurer, id, 300);
    const waiting = await sumsOnHub(treasurer);
    const reversal = await ask(treasurer, id, part);
    expect(await sumsOnHub(treasurer)).toBe(waiting + 1);
    expect((await director.post(at(id), { intent: "cancel" })).status).toBe(302);
    expect(await takingOf(part)).toBe("unwanted");
    expect(await sumsOnHub(treasurer)).toBe(waiting + 1);
    expect((await (await director.open(at(id))).press("Reverse $300")).status).toBe(302);
    expect([await reversalOf(reversal), await takingOf(part)]).toEqual(["done", "reversed"]);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("a part may be owed in the very moment of the confirmation", async () => {
    const { id, treasurer, director } = await invoiced();
    const part = await record(treasurer, id, 300);
    const reversal = await ask(treasurer, id, part);
    const other = await signedIn("director");
    const hasHappened = overtake(director, 'update "reversals"', () =>
      other.post(at(id), { intent: "cancel" }),
    );
    expect((await confirm(director, id, reversal)).status).toBe(302);
    expect(hasHappened()).toBe(true);
    expect([await reversalOf(reversal), await takingOf(part)]).toEqual(["done", "reversed"]);
    expect(await findings()).toEqual([]);
  });

  test("a part that has paid its invoice together with the rest is left as it is", async () => {
    const { id, treasurer, director } = await invoiced();
    const part = await record(treasurer, id, 300);
    const reversal = await ask(treasurer, id, part);
    await record(treasurer, id, 195);
    expect(await takingOf(part)).toBe("taken");
    await cannotBeConfirmed([director, treasurer], id, reversal, "$300");
    expect(await takingOf(part)).toBe("taken");
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["before", false],
    ["in the very moment of", true],
  ])("money that had paid an invoice and is owed since %s the confirmation is left as it is", async (_, isRace) => {
    const { id, treasurer, director } = await invoiced();
    const part = await record(treasurer, id, 300);
    const rest = await record(treasurer, id, 195);
    const reversal = await ask(treasurer, id, rest);
    const reverse = { intent: "reverse", taking: part, entry: newId(), [`reason-${part}`]: "A mistake" };
    const other = await signedIn("director");
    const reversed = () => other.post(at(id), reverse);
    if (isRace) {
      const hasHappened = overtake(director, 'update "reversals"', reversed);
      const answer = await confirm(director, id, reversal);
      expect(hasHappened()).toBe(true);
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(said.changed)]);
    } else {
      expect((await reversed()).status).toBe(302);
    }
    expect([await takingOf(part), await takingOf(rest)]).toEqual(["reversed", "unwanted"]);
    await cannotBeConfirmed([await signedIn("director"), treasurer], id, reversal, "$195");
    // The money is owed now, so a new request to reverse it is about money that buys nothing.
    const again = await ask(treasurer, id, rest);
    expect((await confirm(other, id, again)).status).toBe(302);
    expect(await takingOf(rest)).toBe("reversed");
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("two people who confirm it in the same moment do it once, and nobody is told to give money back", async () => {
    const { id, treasurer, director } = await invoiced();
    const whole = await record(treasurer, id, 495);
    const reversal = await ask(treasurer, id, whole);
    const { browser: other } = await colleague(["money"]);
    await run("UPDATE money_since SET since = 0");
    const hasHappened = overtake(director, 'update "reversals"', () => confirm(other, id, reversal));
    const answer = await confirm(director, id, reversal);
    expect(hasHappened()).toBe(true);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(said.notAsked)]);
    expect(await takingOf(whole)).toBe("reversed");
    expect(await findings()).toEqual([]);
  });

  test("one person who presses twice confirms it, or leaves it, and hears nothing of somebody else", async () => {
    const { id, treasurer, director } = await invoiced();
    const whole = await record(treasurer, id, 495);
    const left = await ask(treasurer, id, whole);
    const leave = () => director.post(at(id), { intent: "withdraw-reversal", id: left });
    expect((await Promise.all([leave(), leave()])).map(({ status }) => status)).toEqual([302, 302]);
    const reversal = await ask(treasurer, id, whole);
    const again = await signedIn("director");
    const hasHappened = overtake(director, 'update "reversals"', () => confirm(again, id, reversal));
    expect((await confirm(director, id, reversal)).status).toBe(302);
    expect((await confirm(director, id, reversal)).status).toBe(302);
    expect(hasHappened()).toBe(true);
    expect(await takingOf(whole)).toBe("reversed");
    expect(await findings()).toEqual([]);
  });
});
