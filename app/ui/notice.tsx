import type { ReactNode } from "react";

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
