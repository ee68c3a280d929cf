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

/** Between two looks at the page; at its version, which costs less, and may be a second old. */
const SECONDS = { page: 4, version: 3 };

/**
 * A part of a page that others change: with JavaScript it is what the server has, seconds later.
 *
 * @param version what `versionAt` answers while the part is as it is here; only then is the page left unread.
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
