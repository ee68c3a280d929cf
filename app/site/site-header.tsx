import { Fragment, type HTMLAttributes, type ReactNode } from "react";
import { Logo } from "~/ui/logo.tsx";
import { SkipLink } from "~/ui/page.tsx";
import { isAddressNone } from "~/values/email-addresses.ts";
import type { HeaderLink } from "./header-link.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "change-email": HTMLAttributes<HTMLElement>;
    }
  }
}

/**
 * The header of every page within the layout: the logo, the links, the user who is signed in, and the logout form. On a
 * phone it is a single row, and a button opens everything except the logo.
 */
export function SiteHeader({
  viewer,
  links,
  current,
  logout,
  changeEmailHref,
}: {
  viewer: { email: string; admin: boolean } | null;
  links: HeaderLink[];
  /** The path of the current page. */
  current: string;
  /** The form that logs out or, for a visitor who is not signed in, the link to log in. */
  logout: ReactNode;
  /** The page on which the e-mail address can be changed. */
  changeEmailHref?: string;
}) {
  return (
    <>
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Logo />{" "}
          {viewer ? (
            <details className="menu">
              <summary>Menu</summary> <Links links={links} current={current} />{" "}
              <div className="account">
                {!isAddressNone(viewer.email) && (
                  <span className="email" title={viewer.email}>
                    {viewer.email}
                  </span>
                )}{" "}
                {changeEmailHref && (
                  <change-email>
                    <a href={changeEmailHref}>Change email</a>
                  </change-email>
                )}
                {logout}
              </div>
            </details>
          ) : (
            <>
              <Links links={links} current={current} /> {logout}
            </>
          )}
        </div>
      </header>
    </>
  );
}

function Links({ links, current }: { links: HeaderLink[]; current: string }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label="Main">
      {links.map(({ href, label, external }) => (
        <Fragment key={href}>
          <a
            href={href}
            aria-current={href === current && !external ? "page" : undefined}
            {...(external && { target: "_blank", rel: "noreferrer" })}
          >
            <span>
              {label}
              {external && (
                <>
                  <span aria-hidden="true"> ↗</span>{" "}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </>
              )}
            </span>
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
