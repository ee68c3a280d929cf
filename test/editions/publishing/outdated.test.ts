import { afterEach, expect, test } from "vitest";
import { conferenceMessages } from "~/conference/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { OUTDATED } from "~/ui/live-version.ts";
import { everyAddress } from "../../support/addresses.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../../support/editions.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { changingNothing, chargesOf, rows } from "../../support/storage.ts";

await addFormerEdition();
afterEach(switchBack);

// The forms of the page of building blocks lead nowhere.
const addresses = (await everyAddress()).filter((path) => path !== "/dev/blocks");

/** Addresses that belong to no edition, such as the pages of accounts and of the library. */
const OF_NO_EDITION = [
  /^\/logout$/,
  /^\/notifications\/\w+\/dismiss$/,
  /^\/(change-email|change-password|verify-email|known-device|revert-email|reset-password|invitation|unsubscribe)(\/|$)/,
  /^\/(second-factor|code|devices|mails)$/,
  /^\/plus(\/|$)/,
  /^\/admin\/(edition|manage-staff\/second-factor|mail\/unreachable)$/,
];

const sentence = conferenceMessages.editionChanged("Asia Conference 2023", "Asia Conference 2022");

/** Every form of every page that this account may open: where it posts to, and its fields. */
async function formsOf(browser: Browser) {
  const found: { path: string; action: string; fields: [string, string][] }[] = [];
  for (const path of addresses) {
    const page = await browser.open(path);
    for (const { action, fields } of page.forms) {
      // Forms that search have no token.
      if (!fields.some(([name]) => name === "formToken")) continue;
      const target = action.startsWith("/") ? action : `${path}${action.replace(/^#.*/, "")}`;
      found.push({ path, action: target, fields });
    }
  }
  return found;
}

test.each([
  "draft",
  "signed",
  "goldplus",
  "subscriber",
  "director",
])("every form that %s is shown names its edition, and is refused once that is not the current one", async (account) => {
  const forms = await formsOf(await signedIn(account));
  expect(forms.length).toBeGreaterThan(2);
  const named = ({ action, fields }: (typeof forms)[number]) => [
    action,
    fields.find(([name]) => name === "edition")?.[1],
  ];
  const isFree = ({ action }: { action: string }) =>
    OF_NO_EDITION.some((one) => one.test(action.split(/[?#]/)[0]!));
  const own = forms.filter((form) => !isFree(form));
  expect(own.map(named)).toEqual(own.map(({ action }) => [action, CONFERENCE]));
  expect(forms.filter(isFree).map(named)).toEqual(
    forms.filter(isFree).map(({ action }) => [action, undefined]),
  );
  const browser = await signedIn(account);
  await switchTo(FORMER_CONFERENCE);
  await changingNothing(
    async () => {
      for (const { action, fields } of own) {
        const page = await browser.submit(action, fields);
        expect([action, page.status], page.text).toEqual([action, 409]);
        expect(page.text).toContain(sentence);
      }
    },
    { but: ["sessions"] },
  );
});

test("a document for another edition is not stored", async () => {
  const { browser } = await delegate();
  await switchTo(FORMER_CONFERENCE);
  await changingNothing(async () => {
    const answer = await browser.upload("/application/documents?question=resume", {
      edition: CONFERENCE,
      file: new File(["%PDF-1.4"], "resume.pdf"),
    });
    expect(answer.status).toBe(409);
  });
});

test("what a page saves by itself for another edition is refused with the sentence", async () => {
  const { browser } = await delegate();
  await switchTo(FORMER_CONFERENCE);
  await changingNothing(async () => {
    const answer = await browser.post("/application/about/autosave", {
      version: "0",
      edition: CONFERENCE,
      firstName: "Mei",
    });
    expect([answer.status, await answer.json()]).toEqual([409, { message: sentence }]);
  });
});

test("a form that names the current edition, or none, is accepted", async () => {
  const { browser } = await delegate();
  for (const [version, edition] of [
    [0, { edition: CONFERENCE }],
    [1, {}],
  ] as const) {
    const fields = { version: `${version}`, firstName: `Mei ${version}`, ...edition };
    expect((await browser.post("/application/about", fields)).status).toBe(302);
  }
});

test("somebody who has to log in again learns afterwards that the edition has changed", async () => {
  const { uid, browser } = await delegate();
  await browser.post("/logout", {});
  await switchTo(FORMER_CONFERENCE);
  const refused = await browser.submit("/application/about", [
    ["version", "0"],
    ["edition", CONFERENCE],
    ["owner", uid],
  ]);
  expect(refused.status).toBe(401);
  const again = await refused.press("Log in", {
    email: (await rows<{ email: string }>("SELECT email FROM users WHERE uid = ?", uid))[0]!.email,
    password: "conference-2023",
  });
  const page = await again.follow();
  expect([page.status, page.text]).toEqual([409, expect.stringContaining(sentence)]);
});

test("nothing is charged for an edition that stops being the current one between check and reservation", async () => {
  const { uid, browser } = await readyToPay();
  const switched = overtake(browser, 'insert into "payments"', () => switchTo(FORMER_CONFERENCE));
  const answer = await browser.post("/register", { ...PASS_PAYMENT, edition: CONFERENCE });
  expect(switched()).toBe(true);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(passMessages.anotherEdition);
  expect(await rows("SELECT id FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
  expect(await chargesOf(uid)).toEqual([]);
  // The attempt is not counted either.
  await switchBack();
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(302);
});

test("a function that pays is refused in the same way", async () => {
  const { uid } = await readyToPay();
  const program = await programAs(uid);
  overtake(program, 'insert into "payments"', () => switchTo(FORMER_CONFERENCE));
  const { status, body } = await program.call("triggerPayment", {
    ...PASS_PAYMENT,
    passTitle: "Harvard Conference ticket",
    intendedPassCost: 495,
    items: [],
  });
  expect([status, body]).toMatchObject([
    409,
    { error: { status: "ABORTED", message: passMessages.anotherEdition } },
  ]);
  expect(await chargesOf(uid)).toEqual([]);
});

test("an attempt whose row was reserved before the switch is charged and told of", async () => {
  const { uid, browser } = await readyToPay();
  overtake(browser, 'update "payments" set "state"', () => switchTo(FORMER_CONFERENCE));
  const paid = await browser.post("/register", { ...PASS_PAYMENT, edition: CONFERENCE });
  expect(paid.status).toBe(302);
  expect(
    await rows("SELECT state, conference_id AS edition FROM payments WHERE delegate_uid = ?", uid),
  ).toEqual([{ state: "captured", edition: CONFERENCE }]);
  expect((await browser.get(paid.headers.get("Location")!)).status).toBe(200);
});

test("parts that follow the server learn that another edition is the current one", async () => {
  const browser = await signedIn("goldplus");
  await browser.get("/payment-info");
  for (const path of ["/payment-info/version", "/scheduling/version"]) {
    const at = `${path}?conference=${CONFERENCE}`;
    expect(await (await browser.get(at)).text()).not.toBe(OUTDATED);
    await switchTo(FORMER_CONFERENCE);
    expect(await (await browser.get(at)).text()).toBe(OUTDATED);
    await switchBack();
  }
});
