import { Hero } from "~/ui/hero.tsx";
import type { ShownTicket } from "./ticket.ts";

/** The pass that somebody holds, with all that they need on the way and at the door. */
export function HolderTicket({ ticket }: { ticket: ShownTicket }) {
  const { pass, name, event, days, place, addOns, reference } = ticket;
  const facts: [term: string, value: string | null][] = [
    ["Pass", pass],
    ["Date", days],
    ["Place", place],
    ["Add-ons", addOns.join(", ")],
    ["Reference", reference],
  ];
  return (
    <Hero eyebrow={event} title="You are registered" sun={3} drawing={ticket.drawing}>
      {name && (
        <p className="name">
          <bdi>{name}</bdi>
        </p>
      )}
      <dl className="stub">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt> <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Hero>
  );
}
