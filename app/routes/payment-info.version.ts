import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { messages } from "~/domain/messages.ts";
import { readPaymentsVersion } from "~/models/live-versions.server.ts";
import { readAsker, refuse } from "~/session.server.ts";

/** Open pages request it every few seconds, like `/scheduling/version`. */
export async function loader(args: LoaderFunctionArgs) {
  const signedOut = () => refuse(401, messages.notLoggedInForPayments);
  const asker = (await readAsker(args)) ?? signedOut();
  const conference = new URL(args.request.url).searchParams.get("conference") ?? "";
  return new Response((await readPaymentsVersion(args.context.db, conference, asker)) ?? signedOut());
}
