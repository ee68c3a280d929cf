import type { HTMLAttributes, ReactNode } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "live-part": HTMLAttributes<HTMLElement> & {
        src: string;
        every: number;
        version?: string;
        "version-at"?: string;
      };
    }
  }
}

/**
 * How many seconds pass between two reads of the page, or between two reads of its version. The version is cheaper to
 * read, but may be a second old.
 */
const SECONDS = { page: 4, version: 3 };

/**
 * A part of a page that others may change. With JavaScript it shows the server's state within seconds.
 *
 * @param version the answer of `versionAt` for the part as it is rendered here. As long as that answer stays the same,
 *   the page is not read again.
 */
export function LivePart({
  id,
  src,
  version,
  versionAt,
  children,
}: {
  id: string;
  src: string;
  version?: string;
  versionAt?: string;
  children: ReactNode;
}) {
  return (
    <live-part
      id={id}
      src={src}
      every={versionAt ? SECONDS.version : SECONDS.page}
      version={version}
      version-at={versionAt}
    >
      {children}
    </live-part>
  );
}
