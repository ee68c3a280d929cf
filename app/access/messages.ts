import type { Ability } from "~/values/abilities.ts";
import { abilitiesInWords } from "./abilities.ts";

/** Sentences for people who ask for a page without being allowed to see it. */
export const accessMessages = {
  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  onlyForPurchasers: (label: string) => `This is only available for users who have purchased ${label}`,

  // Our own sentences, where the specification gives none
  doorEnded:
    "Your time at the door is over, so these pages are closed to you. Ask a director if you help again.",
  /** Says which ability a member of the staff would need; if there are several, any one of them is enough. */
  needs: (needed: readonly Ability[]) =>
    needed.includes("everything")
      ? "Only directors can do this. If you need it done, ask a director."
      : `This needs the ability ${abilitiesInWords(needed, "or")}. Ask a director.`,
} as const;
