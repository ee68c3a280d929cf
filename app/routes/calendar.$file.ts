import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile } from "~/calendar.server.ts";
import { messages } from "~/domain/messages.ts";
import { readFeed } from "~/models/calendar.server.ts";
import { refuse } from "~/session.server.ts";

/** A delegate's agenda for their calendar program. It has no session, so the secret address is the key. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const [, secret] = /^([\w-]{43})\.ics$/.exec(params["file"] ?? "") ?? [];
  const entries = (secret && (await readFeed(context, secret))) || refuse(404, messages.notFound);
  return calendarFile(entries, { ...context, request });
}
