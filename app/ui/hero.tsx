import type { ReactNode } from "react";
import type { Drawing } from "~/values/drawings.ts";
import { Gate, type Sun } from "./gate.tsx";
import { BelowHeading } from "./page.tsx";

/**
 * The head of a page that says one thing: whose or what it is about, the one sentence, what it means, and the one thing
 * to do. It takes the place of the heading of `Page`. The sun of the mark rises with it.
 */
export function Hero({
  eyebrow,
  title,
  sun,
  drawing,
  heading: Heading = "h1",
  noticesFollow = false,
  children,
}: {
  eyebrow?: ReactNode;
  title: ReactNode;
  sun: Sun;
  /** What stands for the event that it is about. */
  drawing?: Drawing | null;
  /** Another one than that of the page, where it does not head it. */
  heading?: "h1" | "h2";
  /** Whether something comes before the notifications: the page then has `BelowHeading` itself. */
  noticesFollow?: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <div className={drawing ? "hero drawn" : "hero"}>
        <Gate sun={sun} drawing={drawing} />
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <Heading>{title}</Heading>
        {children}
      </div>
      {Heading === "h1" && !noticesFollow && <BelowHeading />}
    </>
  );
}
