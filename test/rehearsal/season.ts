import { expect } from "vitest";
import { CURRENT_CONFERENCE } from "#db/seed/first-edition.ts";
import { ANET_CARDS } from "../support/authorize-net.ts";
import { ORIGIN } from "../support/production.ts";
import { OPERATOR } from "./installing.ts";
import { onwards, Person, type Step, type World } from "./world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The edition after the one with which an installation starts. Its event is more than a year away. */
const EDITION = `aconf_${new Date().getUTCFullYear() + 2}`;
const ROUND = "early";
const PAY = /^Pay \$/;
const PASS = "goldPlus";

/** The people of the season, by their part in it. The first four keys say what becomes of a payment. */
const NAMES = {
  approved: ["Mei", "Chen"],
  declined: ["Ravi", "Iyer"],
  lost: ["Yuki", "Tanaka"],
  silent: ["Linh", "Nguyen"],
  rejected: ["Omar", "Haddad"],
  reader: ["Sofia", "Reyes"],
  subscriber: ["Noor", "Khan"],
} as const;
type Role = keyof typeof NAMES;
const APPLICANTS = ["approved", "declined", "lost", "silent", "rejected"] as const;

/** A card as it is typed, in the name of its owner. */
const card = ({ firstName, lastName }: Person, cardNumber: string) => ({
  ...{ firstName, lastName, cardNumber },
  ...{ expirationDate: `12/${(new Date().getUTCFullYear() + 4) % 100}`, cardCode: "123" },
});

const people = new WeakMap<World, Record<Role, Person>>();
const directors = new WeakMap<World, Person>();
const who = (world: World, role: Role): Person => people.get(world)![role];
const director = (world: World): Person => directors.get(world)!;

/** What somebody answers, by section. */
function answersOf({ firstName, lastName }: Person): Record<string, Record<string, string>> {
  return {
    about: {
      ...{ firstName, middleName: "", lastName, oneName: "", dateOfBirth: "2001-05-06" },
      ...{ phone: "+85251234567", nationality: "HK", residence: "GB" },
    },
    education: {
      ...{ institution: "The University of Hong Kong", level: "Undergraduate", otherLevel: "" },
      ...{ field: "Economics", graduationYear: String(new Date().getUTCFullYear() + 1) },
    },
    participation: {
      ...{ participation: "In person", linkedIn: "", dietary: "", accessNeeds: "" },
      ...{ emergencyName: `The mother of ${firstName}`, emergencyPhone: "+85251234568" },
    },
    essays: { motivation: "A moment.", challenge: "A problem.", contribution: "A disagreement." },
    scholarship: { scholarship: "No", scholarshipAmount: "", scholarshipStatement: "" },
  };
}

const PDF = "%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n";

async function applies(person: Person): Promise<void> {
  for (const [section, answers] of Object.entries(answersOf(person)))
    await person.press(`/application/${section}`, "Save and continue", answers);
  const file = new File([PDF], "resume.pdf", { type: "application/pdf" });
  const stored = await person.visitor.upload("/application/documents?question=resume", { file });
  expect(stored.status, await stored.text()).toBe(302);
  await person.press("/application/check", "Submit application");
  expect((await person.open("/application")).text).toContain("Application submitted");
}

/** Accepts the terms, and ends on the page of payment. */
async function signs(person: Person): Promise<void> {
  const agreed = { codeOfConduct: "on", refundPolicy: "on" };
  const confirmation = await person.press("/waiver", /^I accept to the terms/, agreed);
  await onwards(await confirmation.press("Accept the terms"));
}

/** Pays for the pass on the page that shows its price. */
const pays = async (person: Person, number: string) =>
  (await person.open("/register")).press(PAY, card(person, number));

type Paid = { id: string; state: string; transactionId: string | null };

/** The payments of somebody, the newest first. */
const paymentsOf = ({ world, email }: Person) =>
  world.portal.query<Paid>(
    `SELECT payments.id, state, transaction_id AS transactionId FROM payments
      INNER JOIN orders ON orders.id = payments.order_id INNER JOIN users ON users.uid = payments.delegate_uid WHERE email = ? ORDER BY payments.rowid DESC`,
    email,
  );

const stateOf = async (person: Person) => (await paymentsOf(person))[0]?.state;

/** Lets the director give back this amount in dollars or, if it is empty, what the policy says. The pass ends. */
async function givesBack(world: World, person: Person, amount: string): Promise<void> {
  const [payment] = await paymentsOf(person);
  const page = await director(world).open(`/admin/payments/${payment!.id}`);
  const typed = { items: PASS, amount, kind: "money", reason: "The visa was refused" };
  await onwards(await (await page.press("Continue", typed)).press(/^Give back/));
}

/** Whether somebody sees their pass on the first page. */
const holdsPass = async (person: Person) => (await person.open("/")).text.includes("Reference");

/** Lets the processor tell the portal of a transaction. */
async function notify({ anet, portal }: World, event: string, id: string, signature?: string) {
  const body = JSON.stringify({
    ...{ notificationId: crypto.randomUUID(), eventType: event, eventDate: new Date().toISOString() },
    ...{ webhookId: crypto.randomUUID(), payload: { responseCode: 1, entityName: "transaction", id } },
  });
  const headers = { "Content-Type": "application/json", "X-ANET-Signature": signature ?? anet.sign(body) };
  return portal.fetch("/webhooks/authorize-net", { method: "POST", headers, body });
}

/** Makes the next payment at the processor go wrong. */
const goesWrong = (world: World, entered: boolean, answer: "drop" | "hang") =>
  world.anet.faults.push({ call: "createTransactionRequest", entered, answer });

/** The portal's answer to the payment that the processor does not answer. */
let silence: ReturnType<typeof pays> | undefined;

const SIGN_UP: Step[] = [
  [
    "the director confirms the address, and everybody else signs up",
    async (world) => {
      const ada = new Person(world, ...OPERATOR);
      await ada.signIn();
      directors.set(world, ada);
      people.set(
        world,
        Object.fromEntries(
          Object.entries(NAMES).map(([role, [first, last]]) => [role, new Person(world, first, last)]),
        ) as Record<Role, Person>,
      );
      for (const person of Object.values(people.get(world)!)) await person.signUp();
    },
  ],
  [
    "the cron sends each of them a mail, by which they confirm their address",
    async (world) => {
      await world.portal.cron();
      for (const person of [director(world), ...Object.values(people.get(world)!)]) {
        expect(person.subjects).toEqual(["Confirm your e-mail address"]);
        await person.confirmAddress();
      }
    },
  ],
];

const OPENING: Step[] = [
  [
    "the director makes the next edition from the first one, and publishes it",
    async (world) => {
      const ada = director(world);
      const fields = { id: EDITION, location: "Hong Kong", from: CURRENT_CONFERENCE };
      const dates = await (await ada.open("/admin/editions/new")).press("Continue", fields);
      expect(dates.text).toContain("Nothing is stored yet.");
      await onwards(await dates.press("Create the draft"));
      const published = await ada.press(`/admin/editions/${EDITION}/publish`, "Publish now");
      expect(published.text).toContain("There is nothing to publish.");
    },
  ],
  [
    "and makes it the one that delegates see",
    async (world) => {
      const asked = await director(world).open(`/admin/editions/${EDITION}?ask=current`);
      await onwards(await asked.press(/^Make .* the current edition$/));
      expect((await world.portal.visitor().open("/")).html).toContain(EDITION);
    },
  ],
  [
    "five people apply, each with a document",
    async (world) => {
      for (const role of APPLICANTS) await applies(who(world, role));
    },
  ],
];

const READING: Step[] = [
  [
    "the director adds a reader, and distributes the applications",
    async (world) => {
      const ada = director(world);
      const reader = who(world, "reader");
      await ada.press("/admin/manage-staff", "Add", { people: reader.email, role: "reviewer" });
      await reader.signIn();
      const plan = await ada.press("/admin/distribute-apps", "Make a plan", { round: ROUND, readers: "1" });
      const done = await onwards(await plan.press(/^Apply/));
      expect(done.text).toContain("Applied");
    },
  ],
  [
    "the reader reads and scores what was given to them",
    async (world) => {
      const reader = who(world, "reader");
      const given = await world.portal.query<{ uid: string }>(
        "SELECT uid FROM assignments INNER JOIN users USING (uid) WHERE staff_uid = (SELECT uid FROM users WHERE email = ?)",
        reader.email,
      );
      expect(given.length).toBeGreaterThan(0);
      const path = `/admin/delegates/${given[0]!.uid}`;
      const desk = await reader.open(path);
      const scores = desk.forms.flatMap(({ choices }) => choices).filter(({ kind }) => kind === "radio");
      const chosen = Object.fromEntries(
        scores
          .filter(({ name, value }) => value === (name === "recommendation" ? "Accepted" : "4"))
          .map(({ name, value }) => [name, value]),
      );
      await onwards(await desk.press("Save", chosen));
      const reviews = await world.portal.query("SELECT score FROM reviews");
      expect(reviews).toEqual([{ score: 400 }]);
    },
  ],
  [
    "the director uploads the decisions, applies them and releases the round",
    async (world) => {
      const ada = director(world);
      const lines = APPLICANTS.map(
        (role) => `${who(world, role).email},${role === "rejected" ? "Rejected" : "Accepted"}`,
      );
      const file = new File([["email,decision", ...lines, ""].join("\n")], "decisions.csv", {
        type: "text/csv",
      });
      const sent = await ada.visitor.upload("/admin/upload-decisions", { file });
      expect(sent.status, await sent.text()).toBe(302);
      await ada.press(sent.headers.get("Location")!, "Apply 5 decisions");
      const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 16);
      await ada.press(`/admin/release/${ROUND}`, "Save schedule", { decisionRelease: yesterday });
      expect((await who(world, "approved").open("/decision")).text).not.toContain("You are accepted");
      await ada.press(`/admin/release/${ROUND}`, "Release");
    },
  ],
  [
    "each of the applicants is told by mail, and sees the decision",
    async (world) => {
      await world.portal.cron();
      for (const role of APPLICANTS) {
        const person = who(world, role);
        expect(person.subjects).toEqual([
          "Confirm your e-mail address",
          expect.stringMatching(/^We have your application for the /),
          expect.any(String),
        ]);
        const { text } = await person.open("/decision");
        if (role === "rejected") expect(text).not.toContain("You are accepted");
        else expect(text).toContain("You are accepted");
      }
    },
  ],
  [
    "who is accepted accepts the terms, and who is not is not asked for money",
    async (world) => {
      for (const role of APPLICANTS) if (role !== "rejected") await signs(who(world, role));
      expect((await who(world, "rejected").open("/register")).has(PAY)).toBe(false);
    },
  ],
];

const PAYING: Step[] = [
  [
    "a card is approved, and a signed webhook of the processor is taken",
    async (world) => {
      const mei = who(world, "approved");
      // The processor does not answer this payment, and the portal goes on waiting for it.
      goesWrong(world, false, "hang");
      silence = pays(who(world, "silent"), ANET_CARDS.masterCard);
      await expect.poll(() => world.anet.faults.length).toBe(0);

      await onwards(await pays(mei, ANET_CARDS.approved));
      const [charge] = world.anet.captured();
      expect(await stateOf(mei)).toBe("captured");
      const event = "net.authorize.payment.authcapture.created";
      expect((await notify(world, event, charge!.transId, "sha512=00")).status).toBe(401);
      expect((await notify(world, event, charge!.transId)).status).toBe(200);
      expect(await holdsPass(mei)).toBe(true);
    },
  ],
  [
    "a card is declined; another is held for review, and approved the next day",
    async (world) => {
      const ravi = who(world, "declined");
      const refused = await pays(ravi, ANET_CARDS.declined);
      expect([refused.location, await stateOf(ravi)]).toEqual([null, "declined"]);
      await onwards(await pays(ravi, ANET_CARDS.held));
      const held = world.anet.ledger.at(-1)!;
      expect(await holdsPass(ravi)).toBe(false);
      world.anet.review(held.transId, "approve");
      expect((await notify(world, "net.authorize.payment.fraud.approved", held.transId)).status).toBe(200);
      await world.portal.cron();
      expect([await stateOf(ravi), await holdsPass(ravi)]).toEqual(["captured", true]);
    },
  ],
  [
    "an answer is lost: the charge is found, and not made again",
    async (world) => {
      const yuki = who(world, "lost");
      goesWrong(world, true, "drop");
      await pays(yuki, ANET_CARDS.approved);
      expect(await stateOf(yuki)).toBe("unknown");
      world.portal.wait(2 * MINUTE);
      await world.portal.cron();
      expect([await stateOf(yuki), await holdsPass(yuki)]).toEqual(["captured", true]);
      expect(world.anet.captured()).toHaveLength(3);
    },
  ],
  [
    "the processor is silent: nobody pays twice, and when it is sure that nothing was charged, they can pay again",
    async (world) => {
      const linh = who(world, "silent");
      await silence;
      expect(await stateOf(linh)).toBe("unknown");
      expect((await linh.visitor.open("/register")).has(PAY)).toBe(false);
      for (const minutes of [25, 12]) {
        world.portal.wait(minutes * MINUTE);
        await world.portal.cron();
      }
      expect(await stateOf(linh)).toBe("released");
      await onwards(await pays(linh, ANET_CARDS.masterCard));
      expect([await stateOf(linh), await holdsPass(linh)]).toEqual(["captured", true]);
    },
  ],
  [
    "the director gives all of a payment back, and of another what the policy says: both passes end",
    async (world) => {
      const [mei, yuki] = [who(world, "approved"), who(world, "lost")];
      await givesBack(world, mei, "495");
      await givesBack(world, yuki, "");
      await world.portal.cron({ tenth: true });
      // A charge that is not settled yet can only be cancelled as a whole.
      expect([world.anet.voided().length, world.anet.refunds()]).toEqual([1, []]);
      for (const person of [mei, yuki]) expect(await holdsPass(person)).toBe(false);
    },
  ],
  [
    "everybody has the mails that tell of their money",
    async (world) => {
      await world.portal.cron();
      const ofMoney = (role: Role) => who(world, role).subjects.slice(3);
      expect(ofMoney("approved")).toEqual(["Your receipt", "Your payment was given back"]);
      expect(ofMoney("declined")).toEqual(["Your receipt"]);
      expect(ofMoney("rejected")).toEqual([]);
    },
  ],
];

const SUBSCRIBING: Step[] = [
  [
    "somebody subscribes to the library, and the processor charges them every year",
    async (world) => {
      const noor = who(world, "subscriber");
      await onwards(await (await noor.open("/plus/subscribe")).press(PAY, card(noor, ANET_CARDS.approved)));
      for (let times = 0; times < 3; times += 1) {
        await world.portal.cron();
        world.portal.wait(5 * MINUTE);
      }
      expect(Object.values(world.anet.subscriptions())).toEqual(["active"]);
      expect((await noor.visitor.get("/plus")).status).toBe(200);
    },
  ],
  [
    "two nights: what was taken and given back is settled, and compared to the cent",
    async (world) => {
      // Part of a charge is sent back once the charge is settled. This refund is settled a night later.
      for (let night = 0; night < 2; night += 1) {
        world.portal.wait(DAY / 2);
        world.anet.settle();
        world.portal.wait(DAY / 2);
        await world.portal.cron({ tenth: true, hour: true });
      }
      expect(world.anet.refunds().map(({ amountCents }) => amountCents)).toEqual([44_500]);
      // By now everybody has to sign in again.
      await director(world).signIn();
      const { text } = await director(world).open("/admin/payments/batches");
      expect(text.match(/Agrees|Differs|Not all known|Not paid out|In no batch/g)).toEqual([
        "Agrees",
        "Agrees",
      ]);
    },
  ],
  [
    "a year: the subscription is renewed",
    async (world) => {
      const [id] = Object.keys(world.anet.subscriptions());
      // A year is over now, even if it has a 29 February.
      world.portal.wait(366 * DAY);
      world.anet.renew(id!);
      for (let times = 0; times < 3; times += 1) {
        world.portal.wait(60 * MINUTE);
        await world.portal.cron();
      }
      const periods = await world.portal.query("SELECT 1 FROM subscription_periods");
      expect(periods).toHaveLength(2);
      const noor = who(world, "subscriber");
      await noor.signIn();
      expect((await noor.visitor.get("/plus")).status).toBe(200);
    },
  ],
];

const ENDING: Step[] = [
  [
    "the checker finds nothing wrong",
    async (world) => {
      await world.portal.cron({ tenth: true, hour: true });
      const [inspected] = await world.portal.query<{ findings: string }>("SELECT findings FROM inspections");
      expect(JSON.parse(inspected!.findings)).toEqual([]);
    },
  ],
  [
    "nothing failed, and nobody else's computer was asked",
    async ({ portal }) => {
      expect(portal.failed).toEqual([]);
      expect(portal.astray).toEqual([]);
      // In the whole season, two answers of the processor did not arrive.
      expect(portal.faults()).toEqual(Array(2).fill(expect.stringContaining("NoAnswer")));
    },
  ],
  [
    "the log holds no card and nothing of a person",
    async (world) => {
      const log = world.portal.log.join("");
      const private_ = [director(world), ...Object.values(people.get(world)!)].flatMap((person) => [
        ...[person.email, person.password, person.lastName],
      ]);
      const typed = [...Object.values(ANET_CARDS), ...private_, "51234567", "A disagreement."];
      expect(typed.filter((text) => log.includes(text))).toEqual([]);
      expect(log.replaceAll(ORIGIN, "")).not.toMatch(/\d(?:[ -]?\d){12,18}/);
    },
  ],
];

/** A season from the first account to the last renewal, as people live it. */
export const SEASON: Step[] = [...SIGN_UP, ...OPENING, ...READING, ...PAYING, ...SUBSCRIBING, ...ENDING];
