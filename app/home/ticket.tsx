import { Hero } from "~/ui/hero.tsx";
import type { ShownTicket } from "./ticket.ts";

/** The pass that somebody holds, with everything that they need to find the event and to be let in. */
export function HolderTicket({ ticket }: { ticket: ShownTicket }) {
  const { pass, name, event, days, place, address, addOns, reference } = ticket;
  const facts: { term: string; value: string | null; link?: { href: string; words: string } }[] = [
    { term: "Pass", value: pass },
    { term: "Date", value: days },
    { term: "Place", value: place, ...(address && { link: { href: address.map, words: address.words } }) },
    { term: "Add-ons", value: addOns.join(", ") },
  ];
  return (
    <Hero eyebrow={event} title="You are registered" sun={3} drawing={ticket.drawing} noticesFollow>
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
      <p className="code">
        Reference <strong>{reference}</strong> <span>Staff find your ticket by this.</span>
      </p>
    </Hero>
  );
}
