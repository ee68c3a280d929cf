import { Hero } from "~/ui/hero.tsx";
import { QrCode } from "~/ui/qr-code.tsx";
import type { ShownTicket } from "./ticket.ts";

/**
 * The ticket of a person who holds a pass, with everything that they need to find the event and to be let in.
 *
 * @param code the address in the QR code; null for an event without a door.
 */
export function HolderTicket({ ticket, code }: { ticket: ShownTicket; code: string | null }) {
  const { pass, name, event, days, place, address, addOns, reference } = ticket;
  const facts: { term: string; value: string | null; link?: { href: string; words: string } }[] = [
    { term: "Pass", value: pass },
    { term: "Date", value: days },
    { term: "Place", value: place, ...(address && { link: { href: address.map, words: address.words } }) },
    { term: "Add-ons", value: addOns.join(", ") },
  ];
  return (
    <Hero
      eyebrow={event}
      title="You are registered"
      sun={3}
      drawing={code ? null : ticket.drawing}
      noticesFollow
    >
      {name && (
        <p className="name">
          <bdi>{name}</bdi>
        </p>
      )}
      <dl className="stub">
        {facts.map(
          ({ term, value, link }) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>{" "}
                <dd>
                  {value} {link && <a href={link.href}>{link.words} (map)</a>}
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className={code ? "code scanned" : "code"}>
        {code && (
          <a href="/ticket">
            <QrCode text={code} label="Your ticket, with its code" />
          </a>
        )}
        Reference <strong>{reference}</strong> <span>Staff find your ticket by this.</span>
      </p>
    </Hero>
  );
}
