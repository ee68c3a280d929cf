import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { orUnavailable } from "~/platform/refusal.server.ts";
import { editionOfPayment } from "~/standing/earlier.server.ts";
import { toPayRows } from "~/standing/payer-requests.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { paymentMessages } from "./messages.ts";

/**
 * The data that the pages about payments share: the viewer, the settings, `now` (UTC ms), the delegate's standing, and
 * what the delegate has been asked to pay for others. Anybody who is not signed in is asked to log in to access
 * payments (specification, section 6).
 *
 * @param failed the sentence on the 503 page if D1 does not answer.
 * @param paymentId one of the viewer's payments. If it belongs to an earlier edition, that edition is read in a second
 *   round trip.
 */
export async function readPaymentStanding(args: LoaderFunctionArgs, failed: string, paymentId?: string) {
  const { viewer, settings, now } = await requireViewer(
    args,
    undefined,
    paymentMessages.notLoggedInForPayments,
  );
  const { context } = args;
  const standingIn = (conferenceId: string) => readStanding(context, conferenceId, viewer.uid, now);
  async function read() {
    if (paymentId === undefined) return standingIn(settings.conferenceId);
    const [standing, [payment]] = await Promise.all([
      // If the current edition takes no registrations, a payment of an earlier edition can still be shown.
      standingIn(settings.conferenceId).catch((error: unknown) => {
        if (error instanceof Response) return null;
        throw error;
      }),
      editionOfPayment(context.db, paymentId, viewer.uid),
    ]);
    const of = payment?.conferenceId ?? settings.conferenceId;
    return standing?.conference.id === of ? standing : standingIn(of);
  }
  const isOfAll = paymentId === undefined;
  const both = Promise.all([read(), isOfAll ? toPayRows(context.db, settings.conferenceId, viewer) : []]);
  const [standing, [asked]] = await orUnavailable(args, both, failed);
  return { viewer, settings, now, standing, toPay: asked ?? { number: 0, invoices: 0 } };
}
