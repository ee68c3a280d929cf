import { Children, type ReactNode } from "react";
import type { Severity } from "~/values/types.ts";

export const NOTICE_TONES = ["success", "error", "info", "warning"] as const;
export type NoticeTone = (typeof NOTICE_TONES)[number];

const roles = { success: "status", error: "alert", info: undefined, warning: undefined } as const;

/** A message inside the page. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="notice" data-tone={tone} role={roles[tone]}>
      {title && <h2>{title}</h2>}
      {children}
    </div>
  );
}

/**
 * The region of the notification banners, between header and page: the first of them, and the others, which on a phone
 * are behind a line that says how many there are. The caller has at least one.
 */
export function Banners({ children }: { children: ReactNode }) {
  const [first, ...others] = Children.toArray(children);
  return (
    <aside className="notifications" aria-label="Notifications">
      {first}
      {others.length > 0 && (
        <details className="more">
          <summary className="wrap">
            <b>{others.length}</b> more<span className="visually-hidden"> notifications</span>
          </summary>{" "}
          {others}
        </details>
      )}
    </aside>
  );
}

/** One notification: its severity in words and colour, its whole text, and a slot for the form that dismisses it. */
export function Banner({
  severity,
  children,
  dismiss,
}: {
  severity: Severity;
  children: ReactNode;
  dismiss?: ReactNode;
}) {
  return (
    <div className="banner" data-severity={severity}>
      <div className="wrap">
        <p>
          <strong>{severity}</strong> {children}
        </p>{" "}
        {dismiss}
      </div>
    </div>
  );
}
