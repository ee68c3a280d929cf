import * as z from "zod";
import type { ResendConfig } from "~/platform/config.server.ts";
import { DAY, MINUTE, SECOND } from "~/values/durations.ts";
import { USER_AGENT } from "./user-agent.server.ts";

/** One mail to one person, as plain text and as HTML that says the same. */
export type Mail = {
  /** The id of the mail in the outbox; the provider repeats it in its reports about the mail. */
  id: string;
  /** The same key for every attempt, so that a provider that stores keys sends nothing twice. */
  key: string;
  recipient: string;
  subject: string;
  body: string;
  html: string;
  /**
   * The URL to which the reader's mail program posts if the reader wants no mail of this kind; null if the reader needs
   * mail of this kind.
   */
  unsubscribe: string | null;
};

/**
 * The outcome of a mail. `code` contains nothing about the person and may be logged; `reason` adds the provider's own
 * words, for staff.
 */
type Delivery =
  /** `providerId`: the provider's own id for the mail; null if the provider did not give one. */
  | { outcome: "taken"; providerId: string | null }
  /** The provider will never accept this mail, however often it is sent. */
  | { outcome: "refused"; code: string; reason: string }
  /**
   * The provider accepts no mail for `waitMs`, because too many were sent, or because something is wrong with the
   * account or its configuration.
   */
  | { outcome: "not now"; code: string; reason: string; waitMs: number };

/** The mail port: a mail provider in the form in which the portal uses it. */
export interface Mailer {
  /** How many mails the provider accepts per second. */
  perSecond: number;
  /** @throws MailFault if the provider did not accept the mail, or it is not known whether it did. */
  send(mail: Mail): Promise<Delivery>;
}

/**
 * Thrown if there was no answer, or if the answer says nothing about the mail, so that another attempt is worthwhile.
 * The message contains nothing from the mail.
 */
export class MailFault extends Error {
  override readonly name = "MailFault";
}

/** For development: the mails stay in the outbox, which /dev/mailbox shows. */
export const mailbox: Mailer = {
  perSecond: Number.POSITIVE_INFINITY,
  send: async () => ({ outcome: "taken", providerId: null }),
};

/**
 * How long (ms) to wait for an answer. This is longer than the provider needs, but short enough to send many mails in
 * one run of the cron.
 */
const TIMEOUT_MS = 10_000;
/**
 * How long to wait if the provider does not say: until its rate limit allows the next request, until the quota is
 * renewed, or until somebody corrects a setting.
 */
const WAITS = { window: SECOND, quota: 15 * MINUTE, mending: 5 * MINUTE };
const LONGEST_WAIT = DAY;
const LONGEST_REASON = 300;

/** The name of the tag with the id of a mail in the outbox. */
export const OUTBOX_TAG = "outbox";

/** The provider Resend, over its HTTP interface (https://resend.com/docs/api-reference/emails/send-email). */
export function resend({ apiKey, from, replyTo, perSecond }: ResendConfig): Mailer {
  return {
    perSecond,
    async send({ id, key, recipient, subject, body, html, unsubscribe }) {
      const reply = replyTo && { reply_to: replyTo };
      // A report may come before the answer to this request; the tag then says which mail the report is about.
      const tags = [{ name: OUTBOX_TAG, value: id }];
      // RFC 8058.
      const headers = unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
      const mail = {
        from,
        to: [recipient],
        subject,
        text: body,
        html,
        ...reply,
        tags,
        ...(headers && { headers }),
      };
      const answer = await post(apiKey, key, mail);
      return deliveryOf(answer.status, answer.headers, answer.text);
    },
  };
}

async function post(apiKey: string, key: string, mail: object) {
  try {
    const response = await fetch("https://api.resend.com/emails", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "User-Agent": USER_AGENT,
      },
      body: JSON.stringify(mail),
      // If redirects were followed, the mail and the key could be sent anywhere. Workers do not support `redirect:
      // "error"`.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw new MailFault(`The mail provider did not answer: ${error instanceof Error ? error.name : "?"}.`);
  }
}

const Accepted = z.object({ id: z.string() });
const Refusal = z.object({ name: z.string(), message: z.string() });

/**
 * What an answer says about a mail (https://resend.com/docs/api-reference/errors). A mail counts as refused only for a
 * fault of its own. If the key or the sender is wrong or the quota is used up, the operator has to correct that, and
 * the mail is tried again later.
 */
function deliveryOf(status: number, headers: Headers, text: string): Delivery {
  if (status >= 200 && status < 300) return { outcome: "taken", providerId: idIn(text) };
  const { name, message } = refusalIn(text);
  const code = `${status} ${name}`.trim();
  const reason = [code, message].filter(Boolean).join(": ").slice(0, LONGEST_REASON);
  const isOfTheSender = name === "invalid_from_address" || /`(from|reply_to)`/.test(message);
  switch (status) {
    case 429: {
      const usual = name.includes("quota") ? WAITS.quota : WAITS.window;
      return { outcome: "not now", code, reason, waitMs: waitIn(headers) ?? usual };
    }
    case 409:
      // The provider is still processing the first attempt.
      if (name === "concurrent_idempotent_requests") break;
      // The provider has already accepted a mail with this key. The stored text is the same; only the layout around it
      // can have changed since.
      if (name === "invalid_idempotent_request") return { outcome: "taken", providerId: null };
      return { outcome: "refused", code, reason };
    case 400:
    case 413:
    case 422:
    case 451:
      if (isOfTheSender) break;
      return { outcome: "refused", code, reason };
  }
  const isOurs = status >= 400 && status < 500 && status !== 408 && status !== 409;
  if (isOurs) return { outcome: "not now", code, reason, waitMs: WAITS.mending };
  throw new MailFault(`The mail provider answered ${code}.`);
}

function idIn(text: string): string | null {
  try {
    return Accepted.parse(JSON.parse(text)).id;
  } catch {
    return null;
  }
}

function refusalIn(text: string): z.infer<typeof Refusal> {
  try {
    return Refusal.parse(JSON.parse(text));
  } catch {
    return { name: "", message: "" };
  }
}

/** The wait that Retry-After asks for, in seconds or as a date; null if it gives neither. */
function waitIn(headers: Headers): number | null {
  const retryAfter = headers.get("Retry-After");
  if (!retryAfter) return null;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), LONGEST_WAIT);
}
