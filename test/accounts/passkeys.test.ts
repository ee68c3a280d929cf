import { describe, expect, test, vi } from "vitest";
import { accountMessages } from "~/accounts/messages.ts";
import { Browser, ORIGIN } from "../support/browser.ts";
import { codeOf, codeTyped, giveFactor, typePassword } from "../support/factors.ts";
import { subjectsTo } from "../support/mails.ts";
import { addPasskey, dataOn, newDevice } from "../support/passkeys.ts";
import { PASSWORD } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

const MINUTE = 60_000;

/** A director who has a second factor and a passkey, and who has just typed a code. */
async function withPasskey(device: Parameters<typeof addPasskey>[1]) {
  const person = await colleague("director");
  const secret = await giveFactor(person.uid);
  await codeTyped(person.uid, 0);
  const added = await addPasskey(person.browser, device);
  expect([added.status, added.location]).toEqual([302, "/second-factor"]);
  return { ...person, secret };
}

/**
 * A new browser in which somebody has typed the password but not the code, so no session is open. `challenge` is the
 * challenge for a passkey on the browser's page.
 */
async function halfway({ email }: { email: string }) {
  const browser = new Browser("198.51.100.9");
  const asked = await (await typePassword(browser, email, PASSWORD)).follow();
  return { browser, challenge: dataOn(asked.html, "request")?.challenge ?? "" };
}

const send = (browser: Browser, usedPasskey: string) =>
  browser.submit("/code", [
    ["redirectTo", "/admin"],
    ["factorCode", ""],
    ["usedPasskey", usedPasskey],
  ]);

const passkeysOf = (uid: string) => rows("SELECT id, counter, device FROM passkeys WHERE uid = ?", uid);

describe("adding one", () => {
  test("needs a fresh code, is written down and told by mail, and can be taken back", async () => {
    const device = await newDevice();
    const person = await withPasskey(device);
    const { uid, email, browser } = person;
    expect(await passkeysOf(uid)).toEqual([{ id: device.id, counter: 0, device: "An unknown browser" }]);
    expect((await subjectsTo(email)).at(-1)).toBe("A passkey was added");
    await codeTyped(uid, 6);
    const other = await newDevice();
    const asked = await changingNothing(() => addPasskey(browser, other));
    expect([asked.status, asked.text.includes("Confirm with a code")]).toEqual([401, true]);
    const kept = await (await asked.press("Continue", { factorCode: codeOf(person.secret) })).follow();
    expect(kept.status).toBe(302);
    expect(await passkeysOf(uid)).toHaveLength(2);
    const removed = await browser.submit("/second-factor", [
      ["intent", "remove-passkey"],
      ["id", device.id],
    ]);
    expect(removed.location).toBe("/second-factor");
    expect((await passkeysOf(uid)).map(({ id }) => id)).toEqual([other.id]);
    expect(await rows("SELECT action FROM audit WHERE actor_uid = ? ORDER BY at", uid)).toEqual(
      ["addPasskey", "addPasskey", "removePasskey"].map((action) => ({ action })),
    );
  });

  test("nobody without a second factor is offered one, and so none makes a second factor needed", async () => {
    const { uid, browser } = await colleague("director");
    expect(dataOn((await browser.open("/second-factor")).html, "invitation")).toBeNull();
    const forged = await (await newDevice()).make("AAAA");
    const refused = await changingNothing(() =>
      browser.submit("/second-factor", [
        ["intent", "add-passkey"],
        ["madePasskey", forged],
      ]),
    );
    expect([refused.status, await passkeysOf(uid)]).toEqual([400, []]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another domain", { domain: "evil.example" }],
    ["another purpose", { type: "webauthn.get" }],
    ["a frame of another site", { crossOrigin: true }],
    ["nobody's touch", { isPresent: false }],
    ["no key", { publicKey: "AAAA" }],
  ])("is refused with %s", async (_, lies) => {
    const person = await colleague("director");
    await giveFactor(person.uid);
    await codeTyped(person.uid, 0);
    const { challenge } = dataOn((await person.browser.open("/second-factor")).html, "invitation")!;
    const madePasskey = await (await newDevice()).make(challenge, lies);
    const refused = await person.browser.submit("/second-factor", [
      ["intent", "add-passkey"],
      ["madePasskey", madePasskey],
    ]);
    expect([refused.status, refused.text.includes(accountMessages.factor.passkeyNotMade)]).toEqual([
      400,
      true,
    ]);
    expect(await passkeysOf(person.uid)).toEqual([]);
  });

  test("is refused for the challenge of another person, and ten are enough", async () => {
    const [one, other] = [await withPasskey(await newDevice()), await withPasskey(await newDevice())];
    const { challenge } = dataOn((await other.browser.open("/second-factor")).html, "invitation")!;
    const stolen = await one.browser.submit("/second-factor", [
      ["intent", "add-passkey"],
      ["madePasskey", await (await newDevice()).make(challenge)],
    ]);
    expect(stolen.status).toBe(400);
    const own = dataOn((await one.browser.open("/second-factor")).html, "invitation")!;
    for (let n = 2; n <= 10; n++)
      await run("INSERT INTO passkeys VALUES (?, ?, 'key', 0, 'A phone', ?)", `${one.uid}${n}`, one.uid, n);
    const tooMany = await one.browser.submit("/second-factor", [
      ["intent", "add-passkey"],
      ["madePasskey", await (await newDevice()).make(own.challenge)],
    ]);
    expect([tooMany.status, (await passkeysOf(one.uid)).length]).toEqual([409, 10]);
    expect(dataOn((await one.browser.open("/second-factor")).html, "invitation")).toBeNull();
  });
});

test("one that is stored already is not stored again, neither for its owner nor for somebody else", async () => {
  const mine = await newDevice();
  const [me, them] = [await withPasskey(mine), await withPasskey(await newDevice())];
  await changingNothing(
    async () => {
      expect((await addPasskey(me.browser, mine)).status).toBe(302);
      expect((await addPasskey(them.browser, mine)).status).toBe(409);
    },
    { but: ["sessions"] },
  );
});

test("one of somebody else is not removed", async () => {
  const mine = await newDevice();
  const [me, them] = [await withPasskey(mine), await withPasskey(await newDevice())];
  await them.browser.submit("/second-factor", [
    ["intent", "remove-passkey"],
    ["id", mine.id],
  ]);
  expect(await passkeysOf(me.uid)).toHaveLength(1);
});

describe("using one", () => {
  test("opens the session after the password, as often as the device counts up", async () => {
    const device = await newDevice();
    const person = await withPasskey(device);
    for (const counter of [1, 2]) {
      const { browser, challenge } = await halfway(person);
      const opened = await send(browser, await device.use(challenge));
      expect([opened.status, opened.location]).toEqual([302, "/admin"]);
      expect((await browser.get("/admin")).status).toBe(200);
      expect(await passkeysOf(person.uid)).toMatchObject([{ counter }]);
    }
  });

  test("many devices do not count, and theirs are accepted too", async () => {
    const device = await newDevice({ counts: false });
    const person = await withPasskey(device);
    for (let time = 0; time < 2; time++) {
      const { browser, challenge } = await halfway(person);
      expect((await send(browser, await device.use(challenge))).status).toBe(302);
    }
  });

  test("each device of a person is accepted", async () => {
    const devices = [await newDevice(), await newDevice()] as const;
    const person = await withPasskey(devices[0]);
    expect((await addPasskey(person.browser, devices[1])).status).toBe(302);
    for (const device of devices) {
      const { browser, challenge } = await halfway(person);
      expect((await send(browser, await device.use(challenge))).status).toBe(302);
    }
  });

  test("is enough for an act that hurts, which then goes on with what was typed", async () => {
    const device = await newDevice();
    const { uid, browser } = await withPasskey(device);
    await codeTyped(uid, 6);
    const page = await browser.open("/admin/manage-staff");
    const asked = await page.press("Add", { people: "lin@uni.example", role: "treasurer" });
    const { challenge } = dataOn(asked.html, "request")!;
    const done = await asked.press("Continue", { usedPasskey: await device.use(challenge) });
    expect(done.status).toBe(307);
    expect((await done.follow()).status).toBeLessThan(400);
    expect(await rows("SELECT 1 FROM invitations WHERE email_key = 'lin@uni.example'")).toHaveLength(1);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this site", { origin: `${ORIGIN}:81` }],
    ["another domain", { domain: "evil.example" }],
    ["another purpose", { type: "webauthn.create" }],
    ["a frame of another site", { crossOrigin: true }],
    ["nobody's touch", { isPresent: false }],
    ["a count that stands still", { counter: 4 }],
    ["a count that went back", { counter: 3 }],
    ["a count that begins again", { counter: 0 }],
  ])("is refused with %s", async (_, lies) => {
    const device = await newDevice();
    const person = await withPasskey(device);
    await run("UPDATE passkeys SET counter = 4 WHERE uid = ?", person.uid);
    const { browser, challenge } = await halfway(person);
    const refused = await send(browser, await device.use(challenge, { counter: 5, ...lies }));
    expect([refused.status, refused.text.includes(accountMessages.factor.passkeyWrong)]).toEqual([401, true]);
    expect((await browser.get("/admin")).status).toBe(401);
    // Without the false values, the answer of the same device is accepted.
    const again = dataOn(refused.html, "request")!;
    expect((await send(browser, await device.use(again.challenge, { counter: 5 }))).status).toBe(302);
  });

  test("an answer counts once, even for a device that does not count", async () => {
    const device = await newDevice({ counts: false });
    const person = await withPasskey(device);
    const [one, two] = [await halfway(person), await halfway(person)];
    const answer = await device.use(one.challenge);
    const sent = await Promise.all([send(one.browser, answer), send(two.browser, answer)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([302, 401]);
    expect((await send(two.browser, answer)).status).toBe(401);
  });

  test("of a device and its copies, which count alike, one gets through", async () => {
    const device = await newDevice();
    const person = await withPasskey(device);
    const copies = [];
    for (let copy = 0; copy < 4; copy += 1) {
      const { browser, challenge } = await halfway(person);
      copies.push({ browser, answer: await device.use(challenge, { counter: 7 }) });
    }
    const sent = await Promise.all(copies.map(({ browser, answer }) => send(browser, answer)));
    expect(sent.map(({ status }) => status).sort()).toEqual([302, 401, 401, 401]);
  });

  test("is refused with the signature of another device, or with other bytes", async () => {
    const [mine, other] = [await newDevice(), await newDevice()];
    const person = await withPasskey(mine);
    const forge = async (change: (right: { signature: string }, forged: object) => object) => {
      const { browser, challenge } = await halfway(person);
      const right = JSON.parse(await mine.use(challenge, { counter: 9 }));
      const forged = JSON.parse(await other.use(challenge, { counter: 9 }));
      return (await send(browser, JSON.stringify(change(right, forged)))).status;
    };
    expect(await forge((_, forged) => ({ ...forged, id: mine.id }))).toBe(401);
    for (const signature of ["AAAA", "MAYCAQECAQE"])
      expect(await forge((right) => ({ ...right, signature }))).toBe(401);
    expect(await forge(({ signature, ...right }) => ({ ...right, signature: signature.slice(0, -8) }))).toBe(
      401,
    );
    expect(await forge((right) => right)).toBe(302);
  });

  test("it must be of this account, its challenge too, and not too old", async () => {
    const [mine, theirs] = [await newDevice(), await newDevice()];
    const [me, them] = [await withPasskey(mine), await withPasskey(theirs)];
    const here = await halfway(me);
    const there = await halfway(them);
    for (const answer of [await theirs.use(here.challenge), await mine.use(there.challenge)])
      expect((await send(here.browser, answer)).status).toBe(401);
    // A login that waits for its code ends after ten minutes. A challenge ends after ten minutes too. So only somebody
    // who is already logged in can try a challenge that is too old.
    await codeTyped(me.uid, 6);
    const asked = dataOn((await me.browser.open("/code?redirectTo=%2Fadmin")).html, "request")!;
    const late = await mine.use(asked.challenge);
    const { now } = Date;
    vi.spyOn(Date, "now").mockImplementation(() => now() + 10 * MINUTE + 1000);
    const refused = await send(me.browser, late);
    vi.restoreAllMocks();
    expect(refused.status).toBe(401);
    expect((await send(me.browser, late)).status).toBe(302);
  });

  test.each([
    ["no JSON", () => "no JSON"],
    ["nothing in it", () => "{}"],
    ["client data that is no JSON", (right: object) => JSON.stringify({ ...right, clientData: "AAAA" })],
    ["too few bytes", (right: object) => JSON.stringify({ ...right, authenticatorData: "AAAA" })],
  ])("is refused with an answer of another form: %s", async (_, change) => {
    const device = await newDevice();
    const { browser, challenge } = await halfway(await withPasskey(device));
    const answer = change(JSON.parse(await device.use(challenge)));
    expect((await send(browser, answer)).status).toBe(401);
  });

  test("nobody who has none is asked for one", async () => {
    const person = await colleague("director");
    await giveFactor(person.uid);
    const asked = await (await typePassword(new Browser(), person.email, PASSWORD)).follow();
    expect([asked.text.includes("Type your code"), dataOn(asked.html, "request")]).toEqual([true, null]);
  });

  test("after the factor is replaced, no passkey of a lost phone is left", async () => {
    const person = await withPasskey(await newDevice());
    const page = await person.browser.open("/second-factor?replace");
    const secret = /type this key into the app: ((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})/.exec(page.text)![1]!;
    expect((await page.press("Replace", { firstCode: codeOf(secret) })).status).toBe(200);
    expect(await passkeysOf(person.uid)).toEqual([]);
  });

  test("after the factor is switched off, no passkey is left, and none opens anything", async () => {
    const device = await newDevice();
    const person = await withPasskey(device);
    const { browser, challenge } = await halfway(person);
    const answer = await device.use(challenge);
    await person.browser.submit("/second-factor", [["intent", "off"]]);
    expect(await passkeysOf(person.uid)).toEqual([]);
    expect((await send(browser, answer)).status).toBe(401);
  });
});
