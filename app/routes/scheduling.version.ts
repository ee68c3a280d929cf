import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { messages } from "~/domain/messages.ts";
import { isDay } from "~/domain/times.ts";
import { schedulingVersion } from "~/models/scheduling.server.ts";
import { readClaims, refuse } from "~/session.server.ts";

/**
 * Asked every few seconds by an open page: whether the page has to be read again. The role cookie says whose
 * agenda is meant, without a query: what is answered means nothing to whoever does not have the page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const claims = (await readClaims(args)) ?? refuse(401, messages.notLoggedIn);
  const asked = new URL(args.request.url).searchParams;
  const day = asked.get("day") ?? "";
  const conference = asked.get("conference") ?? "";
  return new Response(await schedulingVersion(args.context, claims.uid, conference, isDay(day) ? day : null));
}
