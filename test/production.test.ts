import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CURRENT_CONFERENCE } from "#db/seed/first-edition.ts";
import { directorStatements } from "#db/seed/seed.ts";
import { securityTxt } from "~/site/security-txt.ts";
import { ANET_CARDS } from "./support/authorize-net.ts";
import { ORIGIN, Production } from "./support/production.ts";

/** The path of the link in a mail. */
const linkIn = (text: string) => {
  const link = new URL(/https?:\/\/\S+/.exec(text)![0]);
  expect(link.origin).toBe(ORIGIN);
  return link.pathname;
};

describe("the bundle of production", { timeout: 60_000 }, () => {
  let portal: Production;
  beforeAll(async () => {
    // In production, the cron runs once a minute. These tests may run it twice within a second. With a low limit, the
    // second run would come before the next mail may be sent, and would send nothing. So the limit is high.
    portal = await Production.open({ settings: { MAIL_PER_SECOND: "100" } });
  }, 60_000);
  afterAll(() => portal.close());

  const email = "mei@example.org";
  const password = "a password of Mei's";

  test("somebody signs up, confirms the address, and chooses a new password, each by a mail", async () => {
    const mei = portal.visitor();
    const home = await mei.get("/");
    expect(home.status).toBe(200);
    expect(home.headers.get("Server-Timing")).toBeNull();
    expect(home.headers.get("Strict-Transport-Security")).toContain("max-age=");

    const made = await mei.post("/?index", { account: "create", email, password });
    expect(made.status).toBe(302);
    expect(made.headers.getSetCookie().every((line) => /^__Host-.*; Secure/.test(line))).toBe(true);
    await portal.cron();
    const [confirm, ...more] = portal.resend.to(email);
    expect(more).toEqual([]);
    expect(confirm).toMatchObject({
      from: "HPAIR <registration@example.org>",
      reply_to: "help@example.org",
      to: [email],
      subject: "Confirm your e-mail address",
    });
    const link = linkIn(confirm!.text);
    expect((await mei.open(link)).text).toContain("Confirm this address");
    expect((await mei.post(link, {})).status).toBe(302);

    expect((await portal.visitor().post("/?index", { account: "forgot", email })).status).toBe(302);
    await portal.cron();
    const reset = linkIn(portal.resend.to(email)[1]!.text);
    const chosen = await portal.visitor().post(reset, { password: `${password}, the second` });
    expect([chosen.status, chosen.headers.get("Location")]).toEqual([302, "/?notice=changed"]);
    const signedIn = await mei.post("/?index", {
      account: "sign-in",
      email,
      password: `${password}, the second`,
    });
    expect(signedIn.status).toBe(302);
  });

  test("a pass is paid for by card, the processor's webhook is taken, and the money goes back", async () => {
    const mei = portal.visitor();
    await mei.post("/?index", { account: "create", email: "payer@example.org", password });
    const [user] = await portal.query<{ uid: string }>(
      "SELECT uid FROM users WHERE email = 'payer@example.org'",
    );
    const { uid } = user!;
    const submitted = Date.parse("2022-11-11T18:05:00Z");
    await portal.batch([
      `INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES ('${CURRENT_CONFERENCE}', '${uid}', 0, ${submitted})`,
      `INSERT INTO decisions (conference_id, uid, decision, set_at, told_at) VALUES ('${CURRENT_CONFERENCE}', '${uid}', 'Accepted', ${submitted}, 1)`,
      `UPDATE rounds SET released_at = ${submitted + 1}, told_at = 1`,
      `INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at)
        VALUES ('${CURRENT_CONFERENCE}', '${uid}', 1, 'Mei Chen', '2022-12-10', 0)`,
    ]);
    const paid = await mei.post("/register", {
      passType: "goldPlus",
      firstName: "Mei",
      lastName: "Chen",
      cardNumber: ANET_CARDS.approved,
      expirationDate: "12/30",
      cardCode: "123",
      intendedPassCost: "495",
    });
    expect([paid.status, portal.anet.captured().length]).toEqual([302, 1]);
    const [charge] = portal.anet.captured();
    expect(charge!.amountCents).toBe(49_500);

    const body = JSON.stringify({
      notificationId: randomUUID(),
      eventType: "net.authorize.payment.authcapture.created",
      eventDate: new Date().toISOString(),
      webhookId: randomUUID(),
      payload: { responseCode: 1, entityName: "transaction", id: charge!.transId },
    });
    const deliver = (signature: string) =>
      portal.fetch("/webhooks/authorize-net", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-ANET-Signature": signature },
        body,
      });
    expect(
      (await deliver(`sha512=${createHmac("sha512", "another key").update(body).digest("hex")}`)).status,
    ).toBe(401);
    expect((await deliver(portal.anet.sign(body))).status).toBe(200);

    await portal.batch(directorStatements({ email, auditId: "grant", now: Date.now() }));
    const director = portal.visitor();
    await director.post("/?index", { account: "sign-in", email, password: `${password}, the second` });
    const refunded = await director.post(`/admin/payments/${charge!.invoiceNumber}`, {
      intent: "give",
      items: "goldPlus",
      amount: "495",
      kind: "money",
      reason: "Visa refused",
    });
    expect([refunded.status, portal.anet.voided().length]).toEqual([302, 1]);
    await portal.cron({ tenth: true });
    const subjects = portal.resend.to("payer@example.org").map(({ subject }) => subject);
    expect(subjects).toEqual(["Confirm your e-mail address", "Your receipt", "Your payment was given back"]);
    const [inspected] = await portal.query<{ findings: string }>("SELECT findings FROM inspections");
    expect(JSON.parse(inspected!.findings)).toEqual([]);
  });

  test("what exists for development only is missing", async () => {
    for (const path of ["/dev/mailbox", "/dev/blocks", "/dev/scheduled", "/dev/anything"]) {
      const answer = await portal.fetch(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get("Server-Timing")).toBeNull();
    }
    expect((await portal.fetch("https://elsewhere.example/")).status).not.toBe(200);
  });

  test("security.txt says where to write, once there is an address that reaches somebody", async () => {
    const address = "/.well-known/security.txt";
    expect((await portal.fetch(address)).status).toBe(404);
    await portal.batch(["UPDATE settings SET value = 'help@portal.internal' WHERE key = 'supportEmail'"]);
    const head = await portal.fetch(address, { method: "HEAD" });
    const answer = await portal.fetch(address);
    for (const { status, headers } of [head, answer]) {
      expect(status).toBe(200);
      expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(headers.get("Cache-Control")).toBe("public, max-age=3600");
      expect(headers.get("Vary")).toBe("Accept-Encoding");
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await head.text()).toBe("");
    expect(await answer.text()).toBe(securityTxt(ORIGIN, "help@portal.internal"));
  });

  test("through all of this nothing failed, and no other host was contacted", () => {
    expect(portal.faults()).toEqual([]);
    expect(portal.astray).toEqual([]);
  });
});
