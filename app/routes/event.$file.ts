import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { eventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { eventFor } from "~/conference/events.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { daysFile } from "~/programme/calendar-file.server.ts";
import { messages } from "~/values/messages.ts";
import { PASS_TYPES } from "~/values/types.ts";

/** The days of the event to which a pass admits, as a calendar file: `/event/{passType}.ics`. */
export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireViewer(args);
  const { db, origin } = args.context;
  const passType =
    PASS_TYPES.find((id) => `${id}.ics` === args.params["file"]) ?? refuse(404, messages.notFound);
  const [tickets, events] = await db.batch([
    ticketRows(db, settings.conferenceId),
    eventRows(db, settings.conferenceId),
  ]);
  const event = eventFor({ tickets, events }, passType);
  const file = event && daysFile(event, { origin, by: settings.site.shortName, request: args.request });
  return file ?? refuse(404, messages.notFound);
}
