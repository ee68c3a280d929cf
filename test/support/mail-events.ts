import { createHmac, randomUUID } from "node:crypto";
import { answerWith } from "./worker.ts";

export const MAIL_EVENT_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** The provider's signature. It is made as the provider's manual says, and not by our code. */
export const signatureOf = (secret: string, id: string, timestamp: number, body: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`;

export type MailEventSent = {
  type: string;
  /** The provider's id of the mail. */
  about?: string;
  /** The id of the mail in the outbox, which is also the mail's tag. */
  tag?: string;
  bounce?: { type: string; subType?: string; message: string };
  at?: number;
};

/** An event in the form that is described at https://resend.com/docs/webhooks/emails/bounced. */
export const mailEvent = ({ type, about = "unknown", tag, bounce, at = Date.now() }: MailEventSent) =>
  JSON.stringify({
    type,
    created_at: new Date(at).toISOString(),
    data: {
      ...{
        email_id: about,
        created_at: new Date(at).toISOString(),
        from: "HPAIR <registration@example.org>",
      },
      ...{ to: ["reader@example.org"], subject: "News", bounce },
      tags: tag === undefined ? {} : { outbox: tag },
    },
  });

type Delivery = { id?: string; timestamp?: number; signature?: string; network?: string; type?: string };

/** Delivers a body as the provider does. Any value that is given replaces the one that the provider would send. */
export function deliverMailEvent(
  body: string,
  { id = randomUUID(), timestamp = Math.floor(Date.now() / 1000), signature, network, type }: Delivery = {},
  variables: Record<string, unknown> = { RESEND_WEBHOOK_SECRET: MAIL_EVENT_SECRET },
): Promise<Response> {
  const headers = {
    "Content-Type": type ?? "application/json",
    "CF-Connecting-IP": network ?? "192.0.2.7",
    "svix-id": id,
    "svix-timestamp": String(timestamp),
    "svix-signature": signature ?? signatureOf(MAIL_EVENT_SECRET, id, timestamp, body),
  };
  return answerWith(
    variables,
    new Request("http://portal.test/webhooks/resend", { method: "POST", body, headers }),
  );
}

/** Reports to the portal what happened to a mail, and fails unless the portal accepted the report. */
export async function tell(event: MailEventSent, delivery: Delivery = {}): Promise<void> {
  const { status } = await deliverMailEvent(mailEvent(event), delivery);
  if (status !== 200) throw new Error(`The event was answered with ${status}.`);
}
