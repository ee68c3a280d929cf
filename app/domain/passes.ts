import type { Selection } from "./catalogue.ts";
import type { PassType } from "./types.ts";

/** A captured payment, as far as rules care. */
export type HeldPayment = { passType: PassType; addOns: Selection };

/** The pass of somebody with these captured payments: goldPlus wins, null without any (section 7, getPassType). */
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
