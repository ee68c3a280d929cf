import { createContext, type ReactNode, useContext } from "react";

/** A link that skips the header and banners. It must be the first thing on the page. */
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
 * The notifications that the site's frame passes on, to be shown below the heading of a page. On a page with a form,
 * they are shorter.
 */
export const FrameNotices = createContext<(page: { isForm: boolean }) => ReactNode>(() => null);

/** Must follow each heading of a page: `Page` and `Hero` include it. */
export const BelowHeading = ({ isForm = false }: { isForm?: boolean }) =>
  useContext(FrameNotices)({ isForm });

/** The main part of a page that has its own heading. Wide pages are as wide as the header. */
export function Main({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="content" className={wide ? "page wide" : "page"} tabIndex={-1}>
      {children}
    </main>
  );
}

/**
 * The main part of a page with its heading. `eyebrow`, above the heading, says where the page belongs. `isForm` is for
 * pages that people open to fill something in or to pay.
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
  /** Whether the page is a document to keep or to print: then notifications are shown below it. */
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
