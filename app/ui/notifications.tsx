import type { ReactNode } from "react";
import type { Severity } from "~/values/types.ts";

/**
 * A region of notifications: either those below the heading of a page or, with another `label`, a preview for staff.
 * The caller passes at least one notification.
 *
 * @param line the number of notifications, in words. If it is given, the notifications are folded under this line;
 *   pages with a form use this.
 */
export function Notifications({
  label = "Notifications",
  line,
  children,
}: {
  label?: string;
  line?: string;
  children: ReactNode;
}) {
  return (
    <aside className="notifications" aria-label={label}>
      {line ? (
        <details>
          <summary>{line}</summary> {children}
        </details>
      ) : (
        children
      )}
    </aside>
  );
}

/** One notification: its severity in words and colour, its whole text, and a slot for the form that dismisses it. */
export function Notification({
  severity,
  children,
  dismiss,
}: {
  severity: Severity;
  children: ReactNode;
  dismiss?: ReactNode;
}) {
  return (
    <div className="notification" data-severity={severity}>
      <p>
        <strong>{severity}</strong> {children}
      </p>{" "}
      {dismiss}
    </div>
  );
}
