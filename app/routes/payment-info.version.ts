import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsker } from "~/accounts/session.server.ts";
import { readPaymentsVersion } from "~/money/payments/live-versions.server.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { refuse } from "~/platform/refusal.server.ts";

/** Open pages request this every few seconds, just as they request `/scheduling/version`. */
export async function loader(args: LoaderFunctionArgs) {
  const signedOut = () => refuse(401, paymentMessages.notLoggedInForPayments);
  const asker = (await readAsker(args)) ?? signedOut();
  const conference = new URL(args.request.url).searchParams.get("conference") ?? "";
  return new Response((await readPaymentsVersion(args.context.db, conference, asker)) ?? signedOut());
}
