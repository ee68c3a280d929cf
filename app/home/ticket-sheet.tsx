import { doorMessages } from "~/door/messages.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Letterhead, PrintHint } from "~/ui/letterhead.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { QrCode } from "~/ui/qr-code.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { ShownTicket } from "./ticket.ts";

/** A ticket as a sheet, which can be printed, saved and shown at the door. */
export function TicketSheet({
  ticket,
  code,
  begins,
}: {
  ticket: ShownTicket;
  /** The address in the QR code; null for an event without a door. */
  code: string | null;
  /**
   * When the first session of the programme begins (UTC ms), and the time zone; null if there is no session yet, or if
   * the first session is not on a day of the event.
   */
  begins: { at: number; zone: string } | null;
}) {
  const { pass, name, event, days, place, address, addOns, reference, calendar, receiptOf } = ticket;
  return (
    <Page title="Your ticket" lead={event} noticesFollow>
      <Card>
        <Letterhead />
        <div className="ticket-sheet">
          {code && <QrCode text={code} label={`The code of your ticket, reference ${reference}`} />}
          <div>
            <p className="ticket-name">
              <bdi>{name}</bdi>
            </p>
            <p>{pass}</p>
            <p className="ticket-reference">{reference}</p>
            <p>{code ? doorMessages.showCode : doorMessages.online}</p>
          </div>
        </div>
        <SummaryList
          rows={[
            { term: "Event", value: event },
            { term: "Date", value: days },
            {
              term: "Place",
              value: (
                <>
                  {place}
                  {address && (
                    <>
                      , <a href={address.map}>{address.words} (map)</a>
                    </>
                  )}
                </>
              ),
            },
            {
              term: "First session",
              value: begins && <Moment at={begins.at} zone={begins.zone} />,
            },
            { term: "Add-ons", value: addOns.join(", ") },
          ].filter(({ value }) => value)}
        />
      </Card>
      <share-card>
        <p className="no-print actions">
          <LinkButton href="/ticket.svg" download="ticket.svg">
            Save as a picture
          </LinkButton>
          {calendar && (
            <LinkButton href={calendar} variant="secondary">
              Add to calendar
            </LinkButton>
          )}
          {receiptOf && (
            <LinkButton href={`/payment/${receiptOf}/receipt`} variant="secondary">
              Receipt
            </LinkButton>
          )}
          <LinkButton href="/scheduling" variant="secondary">
            See the programme
          </LinkButton>
        </p>
      </share-card>
      <PrintHint>
        <a href="/letters">Your letters</a>
      </PrintHint>
    </Page>
  );
}
