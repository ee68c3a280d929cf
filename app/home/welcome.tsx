import type { ReactNode } from "react";
import { Gate } from "~/ui/gate.tsx";
import { Mark } from "~/ui/logo.tsx";
import { useSite } from "~/ui/site.tsx";

/** The frame of a visitor's home page: what the portal is on one side, the forms to get in on the other. */
export function Welcome({
  title,
  lead,
  facts = [],
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  facts?: { term: string; value: ReactNode }[];
  children: ReactNode;
}) {
  const { name } = useSite();
  return (
    <div className="welcome">
      <header className="hero">
        <Gate sun={1} />
        <div className="stack">
          <div className="logo">
            <Mark size={36} /> {name}
          </div>
          <h1>{title}</h1>
          {lead && <div className="lead">{lead}</div>}
          {facts.length > 0 && (
            <dl className="cluster">
              {facts.map(({ term, value }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </header>
      <main id="content" className="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
