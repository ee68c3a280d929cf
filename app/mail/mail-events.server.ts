import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { excluded, hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { mailEvents, outbox, unreachableAddresses } from "#db/schema/mail.ts";
import type { Context } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { OUTBOX_TAG } from "~/platform/ports/mailer.server.ts";
import { messages } from "~/values/messages.ts";
import type { Refused, UnreachableBecause } from "~/values/types.ts";
import { MOST_FORGED, mailNews, replacedBy, SIGNATURE_LIFE } from "./mail-events.ts";
import { recipientKey } from "./unreachable.server.ts";

const LONGEST_REASON = 300;

/** An event of the provider (https://resend.com/docs/webhooks/event-types), with only the fields that we read. */
const MailEvent = z.object({
  type: z.string(),
  created_at: z.string().transform((text) => Date.parse(text)),
  data: z.object({
    email_id: z.string(),
    tags: z.record(z.string(), z.string()).catch({}),
    bounce: z.object({ type: z.string(), message: z.string() }).partial().catch({}),
  }),
});

/**
 * Receives an event from the mail provider. The event says what became of a mail. It counts only if the provider has
 * signed it. An event takes effect only once. An event about a mail that is not ours changes nothing, but gets the same
 * answer.
 *
 * @param body the bytes that were signed.
 */
export async function receiveMailEvent(
  context: Context,
  body: Uint8Array,
  headers: Headers,
): Promise<{ received: true } | Refused<401 | 404 | 413 | 429>> {
  const { config, network, oversized } = context;
  if (!config.mailEventSecret) return { refused: messages.notFound, status: 404 };
  if (oversized) return { refused: messages.badRequest, status: 413 };
  if (!(await isSigned(config.mailEventSecret, body, headers))) {
    const wait = await take(context, [
      { what: "forged-mail-event", who: network, limit: MOST_FORGED, minutes: 60 },
    ]);
    return { refused: messages.badRequest, status: wait > 0 ? 429 : 401 };
  }
  await record(context, headers.get("svix-id")!, body);
  return { received: true };
}

/**
 * Whether the provider signed the body, by the scheme of Svix
 * (https://docs.svix.com/receiving/verifying-payloads/how-manual). There are several signatures while one secret is
 * being replaced by another.
 */
async function isSigned(secret: string, body: Uint8Array, headers: Headers): Promise<boolean> {
  const id = headers.get("svix-id");
  const timestamp = headers.get("svix-timestamp") ?? "";
  const isInTime = Math.abs(Date.now() - Number(timestamp) * 1000) <= SIGNATURE_LIFE;
  if (!id || !/^\d+$/.test(timestamp) || !isInTime) return false;
  const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signatures = (headers.get("svix-signature") ?? "").split(" ").flatMap((signature) => {
    const [version, value] = signature.split(",");
    return version === "v1" && value ? [Buffer.from(value, "base64")] : [];
  });
  const verdicts = signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed));
  return (await Promise.all(verdicts)).includes(true);
}

async function record({ db, requestId }: Context, id: string, body: Uint8Array): Promise<void> {
  const event = eventIn(body);
  const news = event && mailNews(event.type, event.data.bounce.type);
  if (!news) return;
  const { email_id: providerId, tags, bounce } = event.data;
  const now = Date.now();
  const at = Number.isNaN(event.created_at) ? now : event.created_at;
  // The tag finds the mail even if its provider's id is not stored yet.
  const isIt = or(eq(outbox.providerId, providerId), eq(outbox.id, tags[OUTBOX_TAG] ?? ""));
  const isTaken = hasRow(mailEvents, and(eq(mailEvents.id, id), eq(mailEvents.requestId, requestId)));
  await db.batch([
    insertFrom(
      db,
      mailEvents,
      { id, requestId, receivedAt: now },
      sql`WHERE ${hasRow(outbox, isIt)}`,
    ).onConflictDoNothing(),
    db
      .update(outbox)
      .set({ report: news.report, reportedAt: at, providerId })
      .where(
        and(isIt, or(isNull(outbox.report), inArray(outbox.report, [...replacedBy(news.report)])), isTaken),
      ),
    ...(news.ends
      ? [endAddress({ db }, news.ends, { at, said: bounce.message ?? "" }, sql`${isIt} AND ${isTaken}`)]
      : []),
  ]);
}

/**
 * The statement that marks the address of a mail as unreachable, unless the owner has confirmed the address after the
 * time of the report (`at`). If two reports arrive, their reasons decide which of them is kept; for equal reasons, the
 * later time decides. The order of arrival makes no difference.
 *
 * @param condition selects the mail.
 */
function endAddress(
  { db }: Pick<Context, "db">,
  because: UnreachableBecause,
  { at, said }: { at: number; said: string },
  condition: SQL,
) {
  const row = {
    emailKey: recipientKey,
    uid: sql`(SELECT ${users.uid} FROM ${users} WHERE ${users.emailKey} = ${recipientKey})`,
    ...{ because, at, said: said.slice(0, LONGEST_REASON) },
  };
  const isConfirmedSince = sql`EXISTS (SELECT 1 FROM ${users}
    WHERE ${users.emailKey} = ${recipientKey} AND ${users.emailVerifiedAt} > ${at})`;
  const { because: held, at: since, mendedAt } = unreachableAddresses;
  return insertFrom(
    db,
    unreachableAddresses,
    row,
    sql`FROM ${outbox} WHERE ${condition} AND NOT ${isConfirmedSince} LIMIT 1`,
  ).onConflictDoUpdate({
    target: unreachableAddresses.emailKey,
    set: {
      ...{ because: excluded(held), at: excluded(since), said: excluded(unreachableAddresses.said) },
      uid: sql`coalesce(${excluded(unreachableAddresses.uid)}, ${unreachableAddresses.uid})`,
      mendedAt: null,
    },
    setWhere: sql`CASE WHEN ${mendedAt} IS NULL THEN (${excluded(held)}, ${excluded(since)}) > (${held}, ${since})
        ELSE ${excluded(since)} > ${mendedAt} END`,
  });
}

function eventIn(body: Uint8Array): z.infer<typeof MailEvent> | null {
  try {
    return MailEvent.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return null;
  }
}
