import type { ReactNode } from "react";
import { eventFacts } from "~/conference/events.ts";
import { Moment } from "~/ui/moment.tsx";
import type { PassEvent, Ticket } from "~/values/catalogue.ts";

/**
 * What a pass admits to, who may have it, and by when it must be paid or can be given back (specification, section 1).
 * `children` say more about the event. These facts are always visible, so that nobody pays without having seen them.
 */
export function PassConditions({
  event,
  ticket,
  children,
}: {
  event: PassEvent;
  ticket: Pick<Ticket, "onSale" | "saleUntil" | "payBy">;
  children?: ReactNode;
}) {
  const { minimumAge, refundsUntil, timeZone } = event;
  const { payBy } = ticket;
  const onSaleUntil = ticket.onSale ? ticket.saleUntil : null;
  return (
    <>
      <p className="lead">
        {event.name}: {eventFacts(event)}.
      </p>
      {ticket.onSale && payBy !== null && (
        <p>
          Please pay by <Moment at={payBy} />.
        </p>
      )}
      {children}
      {(minimumAge ?? refundsUntil ?? onSaleUntil) !== null && (
        <p className="hint">
          {minimumAge !== null && <>You must be {minimumAge} or older to take part in person. </>}
          {onSaleUntil !== null && (
            <>
              On sale until <Moment at={onSaleUntil} />.{" "}
            </>
          )}
          {refundsUntil !== null && (
            <>
              Refunds can be requested until <Moment at={refundsUntil} zone={timeZone} />.
            </>
          )}
        </p>
      )}
    </>
  );
}
