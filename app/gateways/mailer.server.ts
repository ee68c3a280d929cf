/** One mail to one person, in plain text. */
export type Mail = {
  /** The same at every try: a provider that knows it sends nothing twice. */
  key: string;
  recipient: string;
  subject: string;
  body: string;
};

/** The mail port: all the portal knows of a mail provider. */
export interface Mailer {
  /** Resolves once the provider has taken the mail; throws where it did not, or may not have. */
  send(mail: Mail): Promise<void>;
}

/** For development: the mails stay in the outbox, which /dev/mailbox shows. */
export const mailbox: Mailer = { send: async () => undefined };

/** Longer than the provider needs, short enough for many mails in one run of the cron. */
const TIMEOUT_MS = 10_000;

/**
 * The provider Resend, over its HTTP interface.
 *
 * @param from the sender, such as "HPAIR <registration@example.org>"; its domain is verified there.
 */
export function resend({ apiKey, from }: { apiKey: string; from: string }): Mailer {
  return {
    async send({ key, recipient, subject, body }) {
      const response = await fetch("https://api.resend.com/emails", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify({ from, to: [recipient], subject, text: body }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The mail provider answered ${response.status}.`);
    },
  };
}
