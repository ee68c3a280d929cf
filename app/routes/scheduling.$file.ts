import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile } from "~/calendar.server.ts";
import { messages } from "~/domain/messages.ts";
import { readEntry } from "~/models/calendar.server.ts";
import { refuse, requireAccess } from "~/session.server.ts";

/** One session as a calendar file: `/scheduling/{id}.ics`. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const [, id] = /^([\w-]{1,60})\.ics$/.exec(args.params["file"] ?? "") ?? [];
  const entry = (id && (await readEntry(args.context, visit, id))) || refuse(404, messages.notFound);
  return calendarFile([entry], { ...args.context, request: args.request, attachment: `${id}.ics` });
}
