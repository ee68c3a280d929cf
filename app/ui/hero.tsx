import type { ReactNode } from "react";
import type { Drawing } from "~/values/drawings.ts";
import { Gate, type Sun } from "./gate.tsx";
import { BelowHeading } from "./page.tsx";

/**
 * The head of a page that has one message. It names the person or thing that the page is about, says the message in one
 * sentence, explains what the message means, and shows the one thing to do next. It replaces the heading of `Page`. The
 * sun of the portal's mark rises in it.
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
  /** The drawing of the event that the page is about. */
  drawing?: Drawing | null;
  /** A different heading level, if this is not the head of the page. */
  heading?: "h1" | "h2";
  /** Whether the page shows something before the notifications. If so, the page itself contains `BelowHeading`. */
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
