import type { ReactNode } from "react";
import { DemoStrip } from "~/site/site-frame.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Mark } from "~/ui/logo.tsx";
import { SkipLink } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { useSite } from "~/ui/site.tsx";

export type LibraryFrame = {
  viewer: { email: string } | null;
  subscriber: boolean;
  /** The categories that contain videos; null if they could not be read. */
  categories: { id: string; title: string }[] | null;
  demoTime: number | null;
};

/** The header and the footer around a page of the library. They show only links that the viewer may follow. */
export function LibraryFrame({
  frame,
  path,
  children,
}: {
  frame: LibraryFrame;
  path: string;
  children: ReactNode;
}) {
  const { subscriber, demoTime } = frame;
  const site = useSite();
  return (
    <>
      <DemoStrip time={demoTime} />
      <SkipLink />
      <header className="plus-header">
        <div className="wrap">
          <p className="brand">
            <a href="/" className="home">
              <Mark size={28} />
              <span className="visually-hidden">{site.shortName} home</span>
            </a>{" "}
            <a href="/plus" className="plus-title" aria-current={path === "/plus" ? "page" : undefined}>
              {site.library.replace(/\+$/, "")}
              {site.library.endsWith("+") && <span className="plus-sign">+</span>}
            </a>
          </p>
          {subscriber && (
            <search>
              <form action="/plus/lectures">
                <label htmlFor="library-search" className="visually-hidden">
                  Search lectures and speakers
                </label>
                <input type="search" id="library-search" name="search" placeholder="Lectures, speakers" />
                <Button variant="secondary">Search</Button>
              </form>
            </search>
          )}
          <Account frame={frame} path={path} />
        </div>
        {subscriber && <Categories frame={frame} path={path} />}
      </header>
      {children}
      <footer className="plus-footer">
        <div className="wrap cluster between">
          <span>{site.library}, the lectures of the conferences</span>{" "}
          <span className="cluster">
            <a href="/plus/subscribe">{subscriber ? "Your subscription" : "Subscribe"}</a>{" "}
            <a href="/">Conference registration</a> <a href="/help">Help</a>
          </span>
        </div>
      </footer>
    </>
  );
}

function Account({ frame: { viewer, subscriber }, path }: { frame: LibraryFrame; path: string }) {
  return (
    <div className="plus-account">
      {!subscriber && path !== "/plus/subscribe" && (
        <LinkButton className="sun" href="/plus/subscribe">
          Subscribe
        </LinkButton>
      )}
      {viewer ? (
        <>
          <a className="email" href="/plus/subscribe" title={viewer.email}>
            {viewer.email}
          </a>
          <PostForm action="/logout" ofNoEdition>
            <Button variant="quiet">Logout</Button>
          </PostForm>
        </>
      ) : (
        <a href="/plus">Log in</a>
      )}
    </div>
  );
}

function Categories({ frame: { categories }, path }: { frame: LibraryFrame; path: string }) {
  const links = [
    { href: "/plus/lectures", label: "Lectures" },
    ...(categories ?? []).map(({ id, title }) => ({ href: `/plus/category/${id}`, label: title })),
  ];
  return (
    <nav aria-label="Library" className="wrap">
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href} aria-current={href === path ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
