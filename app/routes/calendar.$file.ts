import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { refuse } from "~/platform/refusal.server.ts";
import { readFeed } from "~/programme/calendar.server.ts";
import { calendarFile } from "~/programme/calendar-file.server.ts";
import { messages } from "~/values/messages.ts";

/**
 * A delegate's agenda for their calendar program. The program has no session; the secret in the address gives access.
 */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const [, secret] = /^([\w-]{43})\.ics$/.exec(params["file"] ?? "") ?? [];
  const feed = (secret && (await readFeed(context, secret))) || refuse(404, messages.notFound);
  return calendarFile(feed.entries, { ...context, by: feed.by, request });
}
