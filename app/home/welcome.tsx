import type { ReactNode } from "react";
import { Gate } from "~/ui/gate.tsx";
import { Mark } from "~/ui/logo.tsx";
import { useSite } from "~/ui/site.tsx";
import type { Drawing } from "~/values/drawings.ts";

/**
 * The frame of a visitor's home page. Information about the conference is on one side, and the forms to get in are on
 * the other.
 */
export function Welcome({
  title,
  lead,
  aside,
  about,
  drawing,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown beside the logo. */
  aside?: ReactNode;
  /** Shown below the first sentence. */
  about?: ReactNode;
  /** The drawing of the event that the page is about. */
  drawing?: Drawing | null;
  children: ReactNode;
}) {
  const { name } = useSite();
  return (
    <div className="welcome">
      <header className={drawing ? "hero drawn" : "hero"}>
        <Gate sun={drawing ? 3 : 1} drawing={drawing} />
        <div className="stack">
          <div className="top">
            <div className="logo">
              <Mark size={36} /> {name}
            </div>
            {aside}
          </div>
          <h1>{title}</h1>
          {lead && <div className="lead">{lead}</div>}
          {about}
        </div>
      </header>
      <main id="content" className="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
