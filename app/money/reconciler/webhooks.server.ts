import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import { webhookEvents } from "#db/schema/money.ts";
import { connectedProcessors, processorOf } from "~/money/processor/processors.server.ts";
import { lookIntoGatewaySubscription } from "~/money/subscriptions/subscription-reconciler.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { MINUTE } from "~/values/durations.ts";
import { settleFound } from "./reconciler.server.ts";

const MOST_AT_ONCE = 50;

/** Matches names such as net.authorize.customer.subscription.suspended. */
const ABOUT_SUBSCRIPTIONS = /\.subscription\./;

/**
 * Handles a delivery of the card processor. It is stored once, even if it arrives several times, and then looked into.
 * The portal does not rely on its content, but asks the processor what has happened.
 *
 * @returns false if the processor did not sign the delivery.
 */
export async function receiveWebhook(context: Context, body: Uint8Array, headers: Headers): Promise<boolean> {
  const event = await verified(context, body, headers);
  if (!event) return false;
  const { gateway, notificationId, type, subject } = event;
  const about = subject && ("transactionId" in subject ? subject.transactionId : subject.subscriptionId);
  const stored = await context.db
    .insert(webhookEvents)
    .values({ id: notificationId, gateway, type, subject: about, receivedAt: Date.now() })
    .onConflictDoNothing()
    .returning();
  const [row] = stored;
  // The processor waits only for our answer, not for the work that follows.
  if (row) context.waitUntil(look(context, row));
  return true;
}

/**
 * The content of a delivery, and the name of the processor that signed it. All connected processors are tried, because
 * a processor that has been replaced goes on sending for a while.
 */
async function verified({ processors }: Context, body: Uint8Array, headers: Headers) {
  for (const cards of processors) {
    const event = await cards.verifyWebhook(body, headers);
    if (event) return { ...event, gateway: cards.name };
  }
  return null;
}

/** Looks into stored deliveries that have not been looked into yet. The cron calls this. */
export async function handleLeftWebhooks(context: Context): Promise<void> {
  const left = await context.db
    .select()
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.handledAt),
        lt(webhookEvents.receivedAt, Date.now() - MINUTE),
        inArray(webhookEvents.gateway, connectedProcessors(context)),
      ),
    )
    .limit(MOST_AT_ONCE);
  for (const row of left) await look(context, row);
}

async function look(context: Context, row: typeof webhookEvents.$inferSelect): Promise<void> {
  const { db, requestId } = context;
  const { gateway, id, type, subject } = row;
  const cards = processorOf(context, gateway);
  if (!cards) return;
  try {
    if (subject && ABOUT_SUBSCRIPTIONS.test(type)) {
      await lookIntoGatewaySubscription(context, gateway, subject);
    } else {
      const found = subject ? await cards.find(subject) : null;
      if (found) await settleFound(context, { ...found, gateway });
    }
    await db.update(webhookEvents).set({ handledAt: Date.now() }).where(eq(webhookEvents.id, id));
  } catch (error) {
    logFault(error, { requestId, method: "webhook", path: `webhooks/${id}` });
  }
}
