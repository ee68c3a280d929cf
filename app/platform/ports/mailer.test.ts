import { afterEach, describe, expect, it, test, vi } from "vitest";
import { MailFault, resend } from "./mailer.server.ts";

const mail = {
  id: "a",
  ...{ key: "receipt:1", recipient: "mei@example.org", subject: "Your receipt", body: "Thank you." },
  html: "<p>Thank you.</p>",
  unsubscribe: null,
};
const config = { apiKey: "key", from: "HPAIR <a@example.org>", replyTo: "help@example.org", perSecond: 2 };

function answering(status: number, body: string | object = {}, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => new Response(text, { status, headers }));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("what the provider Resend answers", () => {
  it.each<[number, string, string]>([
    [400, "validation_error", "We found an error with one or more fields in the request."],
    [400, "invalid_idempotency_key", "The key must be between 1-256 chars."],
    [413, "payload_too_large", "Too long."],
    [422, "validation_error", "Invalid `to` field."],
    [451, "security_error", "We may have found a security issue with the request."],
  ])("%d %s refuses this mail for good", async (status, name, message) => {
    answering(status, { statusCode: status, name, message });
    expect(await resend(config).send(mail)).toEqual({
      outcome: "refused",
      code: `${status} ${name}`,
      reason: `${status} ${name}: ${message}`,
    });
  });

  it("a mail that it took before, in another frame, is not sent again", async () => {
    answering(409, { name: "invalid_idempotent_request", message: "Same key, another payload." });
    expect(await resend(config).send(mail)).toEqual({ outcome: "taken", providerId: null });
  });

  it.each<[number, string, string]>([
    [401, "missing_api_key", "Missing API key in the authorization header."],
    [401, "restricted_api_key", "This API key is restricted to only send emails."],
    [403, "invalid_api_key", "API key is invalid."],
    [403, "validation_error", "The example.org domain is not verified."],
    [403, "", ""],
    [404, "not_found", "The requested endpoint does not exist."],
    [405, "method_not_allowed", "Method is not allowed for the requested path."],
    [402, "payment_required", "Pay."],
    [422, "invalid_from_address", "Invalid from field."],
    [422, "validation_error", "Invalid `from` field."],
    [422, "validation_error", "Invalid `reply_to` field."],
  ])("%d %s is ours to correct, and no mail is lost because of it: %s", async (status, name, message) => {
    answering(status, name ? { statusCode: status, name, message } : "error code: 1010");
    expect(await resend(config).send(mail)).toMatchObject({ outcome: "not now", waitMs: 5 * 60_000 });
  });

  it.each<[string, string, Record<string, string>, number]>([
    ["says how long", "rate_limit_exceeded", { "retry-after": "7" }, 7_000],
    ["says at once", "rate_limit_exceeded", { "retry-after": "0" }, 0],
    ["says until when", "rate_limit_exceeded", { "retry-after": "Sat, 17 Dec 2022 15:00:09 GMT" }, 9_000],
    ["names a past time", "rate_limit_exceeded", { "retry-after": "Sat, 17 Dec 2022 14:00:00 GMT" }, 0],
    ["asks for a year", "rate_limit_exceeded", { "retry-after": "31536000" }, 24 * 3600_000],
    ["says nothing", "rate_limit_exceeded", {}, 1_000],
    ["names no time", "rate_limit_exceeded", { "retry-after": "soon" }, 1_000],
    ["speaks of the day's quota", "daily_quota_exceeded", {}, 15 * 60_000],
    ["speaks of the month's quota", "monthly_quota_exceeded", { "retry-after": "60" }, 60_000],
  ])("429 that %s is a pause", async (_, name, headers, waitMs) => {
    vi.useFakeTimers({ now: Date.parse("2022-12-17T15:00:00Z") });
    answering(429, { name, message: "Too many." }, headers);
    expect(await resend(config).send(mail)).toMatchObject({ outcome: "not now", waitMs });
    vi.useRealTimers();
  });

  it.each<[number, string]>([
    [500, "internal_server_error"],
    [503, ""],
    [408, ""],
    [409, "concurrent_idempotent_requests"],
    [307, ""],
  ])("%d %s is worth another try", async (status, name) => {
    answering(status, name ? { name, message: "mei@example.org" } : "<html>");
    const sent = resend(config).send(mail);
    await expect(sent).rejects.toThrow(MailFault);
    await expect(sent).rejects.not.toThrow("mei@example.org");
  });

  it("is worth another try if there is none", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("mei@example.org"));
    await expect(resend(config).send(mail)).rejects.toThrow("The mail provider did not answer: TypeError.");
  });
});

test("replies to a mail go to the address that is set, else to the sender", async () => {
  const fetch = answering(200, { id: "its-id" });
  expect(await resend(config).send(mail)).toEqual({ outcome: "taken", providerId: "its-id" });
  await resend({ ...config, replyTo: null }).send(mail);
  const bodies = fetch.mock.calls.map(([, init]) => JSON.parse(String(init!.body)));
  const { recipient, subject, body: text, html } = mail;
  const tags = [{ name: "outbox", value: mail.id }];
  const sent = { from: config.from, to: [recipient], subject, text, html, tags };
  expect(bodies).toEqual([{ ...sent, reply_to: config.replyTo }, sent]);
});
