import { Fragment, type ReactNode } from "react";

/** The small print under every page. */
export function SiteFooter({
  links = [],
  children,
}: {
  links?: { href: string; label: string }[];
  children?: ReactNode;
}) {
  return (
    <footer className="site-footer">
      <div className="wrap cluster between">
        <span>{children ?? "Conference registration for delegates"}</span>{" "}
        {links.length > 0 && (
          <span className="cluster">
            {links.map(({ href, label }) => (
              <Fragment key={href}>
                <a href={href}>{label}</a>{" "}
              </Fragment>
            ))}
          </span>
        )}
      </div>
    </footer>
  );
}
