import { afterEach, expect, test } from "vitest";
import { conferenceMessages } from "~/conference/messages.ts";
import { everyAddress } from "../../support/addresses.ts";
import { Browser, signedIn } from "../../support/browser.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { changingNothing, run } from "../../support/storage.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const makeCurrent = (id: string) => run("UPDATE settings SET value = ? WHERE key = 'currentConference'", id);

afterEach(() => makeCurrent(CONFERENCE));

const addresses = await everyAddress();

/** Each opens every address, several times. */
const LONG = { timeout: 180_000 };

/** A conference that takes no registrations, and an id that no conference has. */
const EDITIONS = ["hconf_2023", "nonsense"];
const ROLES = [null, "new", "goldplus", "subscriber", "reviewer", "director"];

test.each(EDITIONS)(
  "with %s as the current edition no page breaks, whoever opens it",
  LONG,
  async (edition) => {
    await makeCurrent(edition);
    const broken: string[] = [];
    for (const role of ROLES) {
      const browser = role ? await signedIn(role) : new Browser();
      for (const address of addresses) {
        const { status } = await browser.get(address);
        // The address for monitors reports that no conference has the id in the setting.
        if (address === "/health" && edition === "nonsense") expect(status).toBe(503);
        else if (status >= 500) broken.push(`${status} ${address} as ${role}`);
      }
    }
    expect(broken).toEqual([]);
  },
);

test.each(EDITIONS)("with %s as the current edition nothing that is posted breaks", LONG, async (edition) => {
  await makeCurrent(edition);
  const broken: string[] = [];
  for (const role of ["new", "goldplus", "director"]) {
    const browser = await signedIn(role);
    for (const address of addresses.filter((one) => one !== "/logout")) {
      const { status } = await browser.post(address, {});
      if (status >= 500) broken.push(`${status} ${address} as ${role}`);
    }
  }
  expect(broken).toEqual([]);
});

test.each(EDITIONS)("with %s as the current edition pages say that nothing is open", async (edition) => {
  await makeCurrent(edition);
  const browser = await signedIn("goldplus");
  for (const address of ["/", "/application", "/decision", "/waiver", "/register", "/payment-info"]) {
    const page = await browser.open(address);
    expect([address, page.status], page.text).toEqual([address, 403]);
    expect(page.text).toContain(conferenceMessages.notOpen);
  }
});

test.each(EDITIONS)("with %s as the current edition nothing is sold, saved or signed", async (edition) => {
  const { browser } = await readyToPay();
  const writer = await delegate();
  await makeCurrent(edition);
  await changingNothing(async () => {
    expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(403);
    expect((await browser.post("/waiver", { version: "1", date: "today", confirmed: "" })).status).toBe(400);
    expect((await writer.browser.post("/application/about", { version: "0" })).status).toBe(403);
    expect((await writer.browser.post("/application/about/autosave", { version: "0" })).status).toBe(403);
  });
});

test.each(EDITIONS)("with %s as the current edition functions answer in their protocol", async (edition) => {
  const { uid } = await readyToPay();
  await makeCurrent(edition);
  const program = await programAs(uid);
  const error = { status: "PERMISSION_DENIED", message: conferenceMessages.notOpen };
  const payment = {
    ...PASS_PAYMENT,
    passTitle: "Harvard Conference ticket",
    intendedPassCost: 495,
    items: [],
  };
  for (const [name, payload] of [["getDecision"], ["acceptWaiver"], ["triggerPayment", payment]] as const) {
    const { status, body } = await program.call(name, payload);
    expect([name, status, body]).toMatchObject([name, 403, { error }]);
  }
});

test.each(EDITIONS)("with %s as the current edition the cron does all its work", async (edition) => {
  await makeCurrent(edition);
  const logged: unknown[] = [];
  const { error } = console;
  console.error = (...said: unknown[]) => void logged.push(said);
  try {
    await keepHouse({}, TENTH);
  } finally {
    console.error = error;
  }
  expect(logged).toEqual([]);
});
