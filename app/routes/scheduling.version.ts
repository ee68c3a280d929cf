import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { accountMessages } from "~/accounts/messages.ts";
import { readAsker } from "~/accounts/session.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { schedulingVersion } from "~/programme/scheduling.server.ts";
import { isDay } from "~/values/times.ts";

/**
 * Open pages request this every few seconds, and read the page again if the version has changed. The role cookie names
 * the person whose agenda counts, and the session is checked in the same round trip.
 */
export async function loader(args: LoaderFunctionArgs) {
  const signedOut = () => refuse(401, accountMessages.notLoggedIn);
  const asker = (await readAsker(args)) ?? signedOut();
  const asked = new URL(args.request.url).searchParams;
  const day = asked.get("day") ?? "";
  const conference = asked.get("conference") ?? "";
  const version = await schedulingVersion(args.context, asker, conference, isDay(day) ? day : null);
  return new Response(version ?? signedOut());
}
