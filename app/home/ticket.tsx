import type { ReactNode } from "react";
import { Hero } from "~/ui/hero.tsx";
import type { ShownTicket } from "./ticket.ts";

/** The pass that somebody holds, with all that they need on the way and at the door. */
export function HolderTicket({ ticket }: { ticket: ShownTicket }) {
  const { pass, name, event, days, place, addOns, reference } = ticket;
  const facts: [term: string, value: ReactNode][] = [
    ["Pass", pass],
    ["Date", days],
    ["Place", place],
    ["Add-ons", addOns.join(", ")],
    ["Reference", <Groups key="reference" of={reference} />],
  ];
  return (
    <Hero eyebrow={event} title="You are registered" sun={3}>
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

/** Groups of four, between which nothing stands: what is copied is the number. */
const Groups = ({ of }: { of: string }) =>
  (of.match(/.{1,4}/g) ?? []).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and never move
    <span className="group" key={index}>
      {group}
    </span>
  ));
