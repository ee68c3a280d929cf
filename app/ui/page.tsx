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

/** The main part of a page with its heading. Wide pages take the width of the header. */
export function Page({
  title,
  lead,
  children,
  wide,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}) {
  return (
    <main id="content" className={wide ? "page wide" : "page"} tabIndex={-1}>
      <div className="page-head">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </main>
  );
}
