import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { orUnavailable } from "~/platform/refusal.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { paymentMessages } from "./messages.ts";

/**
 * What the pages of payments begin with: who looks at them, the settings, `now` (UTC ms), and where the delegate
 * stands. Others are asked to log in to access payments (specification, section 6).
 *
 * @param failed the sentence of the 503 page if D1 does not answer.
 */
export async function readPaymentStanding(args: LoaderFunctionArgs, failed: string) {
  const { viewer, settings, now } = await requireViewer(
    args,
    undefined,
    paymentMessages.notLoggedInForPayments,
  );
  const standing = await orUnavailable(
    args,
    readStanding(args.context, settings.conferenceId, viewer.uid, now),
    failed,
  );
  return { viewer, settings, now, standing };
}
