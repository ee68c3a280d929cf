import type { ReactNode } from "react";
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
  heading: Heading = "h1",
  children,
}: {
  eyebrow?: ReactNode;
  title: ReactNode;
  sun: Sun;
  /** Another one than that of the page, where it does not head it. */
  heading?: "h1" | "h2";
  children?: ReactNode;
}) {
  return (
    <>
      <div className="hero">
        <Gate sun={sun} />
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <Heading>{title}</Heading>
        {children}
      </div>
      {Heading === "h1" && <BelowHeading />}
    </>
  );
}
