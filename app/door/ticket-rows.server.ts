import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { ticketCodes } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import type { Context } from "~/platform/context.server.ts";
import type { PassType } from "~/values/types.ts";
import { signTicket } from "./ticket-keys.server.ts";

/** For each pass that a person holds, the data from which the code of its ticket is made. */
export const ticketCodeRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select({ passType: holdings.passType, holdingId: holdings.id, secret: ticketCodes.secret })
    .from(holdings)
    .innerJoin(ticketCodes, eq(ticketCodes.holdingId, holdings.id))
    .where(
      and(
        eq(holdings.conferenceId, conferenceId),
        eq(holdings.uid, uid),
        eq(holdings.state, "held"),
        sql`${holdings.item} = ${holdings.passType}`,
      ),
    ),
);

/**
 * The address that the code of a ticket contains. Anybody who has it can be let in, so only the holder sees it.
 *
 * @param rows the result of `ticketCodeRows`.
 * @returns null if this pass is not among the rows.
 */
export async function ticketAddress(
  { config, origin }: Pick<Context, "config" | "origin">,
  rows: Awaited<ReturnType<typeof ticketCodeRows>>,
  passType: PassType,
): Promise<string | null> {
  const row = rows.find((one) => one.passType === passType);
  return row ? `${origin}/door/${await signTicket(config, row)}` : null;
}
