import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { readTicket } from "~/home/ticket.server.ts";
import { ticketPicture } from "~/home/ticket-picture.ts";

/** The visitor's ticket as one picture, for saving. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  const { ticket, code } = await readTicket(args.context, visit);
  const { accent, name } = visit.settings.site;
  return new Response(ticketPicture(ticket, { code, accent, by: name }), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-store" },
  });
}
