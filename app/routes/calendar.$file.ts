import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile } from "~/calendar.server.ts";
import { messages } from "~/domain/messages.ts";
import { readFeed } from "~/models/calendar.server.ts";
import { refuse } from "~/session.server.ts";

/** Somebody's agenda for their calendar, which has no session: the address itself is the key. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const [, secret] = /^([\w-]{43})\.ics$/.exec(params["file"] ?? "") ?? [];
  const entries = (secret && (await readFeed(context, secret))) || refuse(404, messages.notFound);
  return calendarFile(entries, { ...context, request });
}
