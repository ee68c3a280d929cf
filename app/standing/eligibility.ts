import { DECISIONS, type Decision, type PassType, type Ruling } from "~/values/types.ts";
import { standingMessages } from "./messages.ts";

/**
 * Whether a decision allows a pass (specification, section 6): goldPlus requires Accepted, and gold requires Accepted
 * or Deferred to virtual. `decision` is null as long as there is none that the delegate may see.
 */
export function mayRegister(passType: PassType, passTitle: string, decision: Decision | null): Ruling {
  if (decision === null) return { allowed: false, reason: standingMessages.noDecisionYet };
  if (decision === "Accepted") return { allowed: true };
  if (passType === "goldPlus") return { allowed: false, reason: standingMessages.onlyIfAccepted(passTitle) };
  if (decision === "Deferred to virtual") return { allowed: true };
  return { allowed: false, reason: standingMessages.onlyIfAcceptedOrDeferred(passTitle) };
}

/** The decisions that allow a pass. */
export const decisionsFor = (passType: PassType): Decision[] =>
  DECISIONS.filter((decision) => mayRegister(passType, "", decision).allowed);
