import type { ReactNode } from "react";
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
        <svg viewBox="0 0 320 240" fill="none" stroke="currentColor" aria-hidden="true">
          <path
            d="M8 240v-80a152 152 0 0 1 304 0v80M40 240v-80a120 120 0 0 1 240 0v80M72 240v-80a88 88 0 0 1 176 0v80"
            strokeWidth="2"
          />
          <path d="M104 240a56 56 0 0 1 112 0z" fill="currentColor" />
        </svg>
      </header>
      <main id="content" className="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
