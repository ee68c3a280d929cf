import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readEntry } from "~/programme/calendar.server.ts";
import { calendarFile } from "~/programme/calendar-file.server.ts";
import { messages } from "~/values/messages.ts";

/** One session as a calendar file: `/scheduling/{id}.ics`. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const [, id] = /^([\w-]{1,60})\.ics$/.exec(args.params["file"] ?? "") ?? [];
  const entry = (id && (await readEntry(args.context, visit, id))) || refuse(404, messages.notFound);
  return calendarFile([entry], {
    ...args.context,
    by: visit.settings.site.shortName,
    request: args.request,
    attachment: `${id}.ics`,
  });
}
