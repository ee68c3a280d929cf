import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";

/** The parts of a captured payment that rules read. */
export type HeldPayment = { passType: PassType; addOns: Selection };

/** The pass that these captured payments give: goldPlus wins, and null means none (section 7, getPassType). */
export function heldPass(payments: HeldPayment[]): PassType | null {
  if (holdsPass(payments, "goldPlus")) return "goldPlus";
  return holdsPass(payments, "gold") ? "gold" : null;
}

/** Whether one of the captured payments is for exactly this pass (specification, section 6). */
export function holdsPass(payments: HeldPayment[], passType: PassType): boolean {
  return payments.some((payment) => payment.passType === passType);
}

/** The page on which each pass is bought (specification, section 2). */
export const PASS_PATHS: Record<PassType, string> = { goldPlus: "/register", gold: "/virtual-summit" };
