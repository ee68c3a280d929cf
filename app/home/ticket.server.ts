import { eventFor } from "~/conference/events.ts";
import { badgeNameIn, changeRows } from "~/details/details.server.ts";
import { doorMessages } from "~/door/messages.ts";
import { ticketAddress, ticketCodeRows } from "~/door/ticket-rows.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { firstSessionRows } from "~/programme/programme.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { type ShownTicket, ticketOf } from "./ticket.ts";

/**
 * The ticket of the best pass that the visitor holds in the current edition, with its code. One round trip. Refused with
 * a 404 page if they hold none.
 */
export async function readTicket(
  context: Context,
  { viewer, settings, now }: SignedIn,
): Promise<{ ticket: ShownTicket; code: string | null; begins: { at: number; zone: string } | null }> {
  const { conferenceId } = settings;
  const { db } = context;
  const [standing, [changes, codes, [first]]] = await Promise.all([
    readStanding(context, conferenceId, viewer.uid, now),
    db.batch([
      changeRows(db, conferenceId, viewer.uid),
      ticketCodeRows(db, conferenceId, viewer.uid),
      firstSessionRows(db, conferenceId),
    ]),
  ]);
  const ticket = ticketOf({ ...standing, badgeName: badgeNameIn(changes) });
  if (!ticket) refuse(404, doorMessages.noTicket);
  const event = eventFor({ ...standing, ...standing.catalogue }, ticket.passType);
  const isOfEvent =
    first && event?.firstDay && event.lastDay && first.day >= event.firstDay && first.day <= event.lastDay;
  return {
    ticket,
    code: ticket.hasDoor ? await ticketAddress(context, codes, ticket.passType) : null,
    begins: isOfEvent ? { at: first.startsAt, zone: event.timeZone } : null,
  };
}
