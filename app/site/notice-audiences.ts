import type { Decision, NoticeAudience } from "~/values/types.ts";

/** The labels of the groups that a notification can be for. */
export const NOTICE_AUDIENCE_LABELS: Record<NoticeAudience, string> = {
  everyone: "Everyone who is signed in",
  applying: "Applying: no decision that they can see",
  accepted: "Accepted or deferred to virtual, without a pass",
  holders: "Everyone who has a pass",
  staff: "Staff",
};

/** The facts about a person that decide which notifications they see. All of them concern the current edition. */
export type NoticeReader = {
  isStaff: boolean;
  /** Whether the person has begun an application. */
  applies: boolean;
  /** Null unless the decision is released and the person may see it. */
  visibleDecision: Decision | null;
  hasPass: boolean;
};

/**
 * Whether a notification is for this reader. A decision that is not released has no effect, so nobody can learn their
 * decision from a notification. Staff count as delegates only if they are applying themselves.
 */
export function isFor(audience: NoticeAudience, reader: NoticeReader): boolean {
  const { isStaff, applies, visibleDecision, hasPass } = reader;
  switch (audience) {
    case "everyone":
      return true;
    case "applying":
      return visibleDecision === null && !hasPass && (applies || !isStaff);
    case "accepted":
      return !hasPass && (visibleDecision === "Accepted" || visibleDecision === "Deferred to virtual");
    case "holders":
      return hasPass;
    case "staff":
      return isStaff;
  }
}

/** The name of the hidden field of a form whose notification is for a selection. */
export const TO_SELECTION = "toSelection";
