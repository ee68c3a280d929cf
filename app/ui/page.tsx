import { createContext, type ReactNode, useContext } from "react";

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

/**
 * The notifications that the frame of the site passes on, to stand below the heading of a page. On a form they are
 * shorter.
 */
export const FrameNotices = createContext<(page: { isForm: boolean }) => ReactNode>(() => null);

/** Stands below each heading of a page: `Page` and `Hero` include it. */
export const BelowHeading = ({ isForm = false }: { isForm?: boolean }) =>
  useContext(FrameNotices)({ isForm });

/** The main part of a page, which brings its own heading. Wide pages take the width of the header. */
export function Main({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="content" className={wide ? "page wide" : "page"} tabIndex={-1}>
      {children}
    </main>
  );
}

/**
 * The main part of a page with its heading; `eyebrow` above it says where the page belongs. It `isForm` if its reader
 * comes to fill something in or to pay.
 */
export function Page({
  title,
  eyebrow,
  lead,
  children,
  wide,
  isForm,
  noticesFollow = false,
}: {
  title: ReactNode;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
  isForm?: boolean;
  /** Whether the page is a document to keep or to print: notifications then stand below it. */
  noticesFollow?: boolean;
}) {
  return (
    <Main wide={wide}>
      <div className="page-head">
        {eyebrow && <p className="hint">{eyebrow}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {!noticesFollow && <BelowHeading isForm={isForm} />}
      {children}
      {noticesFollow && <BelowHeading isForm={isForm} />}
    </Main>
  );
}
