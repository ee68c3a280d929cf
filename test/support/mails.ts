import { env } from "cloudflare:workers";
import { bodyOf } from "~/mail/outbox.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import type { Mailer, Mail as Posted } from "~/platform/ports/mailer.server.ts";
import type { MailedLink } from "~/values/types.ts";
import { rows } from "./storage.ts";

export type Mail = { eventKey: string; recipient: string; subject: string; body: string };

/** The mails of the outbox as their readers get them, with working links, in the order in which they were queued. */
export async function mailsWhere(condition = "true", ...values: unknown[]): Promise<Mail[]> {
  const found = await rows<Mail & { link: string | null }>(
    `SELECT event_key AS eventKey, recipient, subject, body, link FROM outbox WHERE ${condition} ORDER BY rowid`,
    ...values,
  );
  return found.map(({ link, ...mail }) => {
    const carried: MailedLink | null = link === null ? null : JSON.parse(link);
    return { ...mail, body: bodyOf(readConfig(env), { body: mail.body, link: carried }) };
  });
}

export const mailsTo = (recipient: string) => mailsWhere("recipient = ?", recipient);

export const subjectsTo = async (recipient: string) =>
  (await mailsTo(recipient)).map(({ subject }) => subject);

/** The path of the first link in a mail. */
export const linkIn = ({ body }: Mail) => new URL(/https?:\/\/\S+/.exec(body)![0]).pathname;

/** A provider that accepts every mail immediately. */
export const takingAll = (taken: (mail: Posted) => void = () => undefined): Mailer => ({
  perSecond: Number.POSITIVE_INFINITY,
  async send(mail) {
    taken(mail);
    return { outcome: "taken", providerId: null };
  },
});
