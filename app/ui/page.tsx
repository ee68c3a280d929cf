import type { ReactNode } from "react";

/** Skips header and banners. It must be the first thing on the page. */
export function SkipLink() {
  return (
    <>
      {" "}
      <a className="skip" href="#content">
        Skip to main content
      </a>{" "}
    </>
  );
}

/** The main part of a page, which brings its own heading. Wide pages take the width of the header. */
export function Main({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="content" className={wide ? "page wide" : "page"} tabIndex={-1}>
      {children}
    </main>
  );
}

/** The main part of a page with its heading; `eyebrow` says above it where the page belongs. */
export function Page({
  title,
  eyebrow,
  lead,
  children,
  wide,
}: {
  title: ReactNode;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}) {
  return (
    <Main wide={wide}>
      <div className="page-head">
        {eyebrow && <p className="hint">{eyebrow}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </Main>
  );
}
