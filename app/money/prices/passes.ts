import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";

/** A pass that somebody holds, with the add-ons held with it. */
export type HeldPass = { passType: PassType; addOns: Selection };

/** The best pass that somebody holds: goldPlus before gold; null if they hold none (section 7, getPassType). */
export function heldPass(passes: Pick<HeldPass, "passType">[]): PassType | null {
  if (holdsPass(passes, "goldPlus")) return "goldPlus";
  return holdsPass(passes, "gold") ? "gold" : null;
}

/** Whether this pass is among the passes; a pass that only includes it does not count (specification, section 6). */
export function holdsPass(passes: Pick<HeldPass, "passType">[], passType: PassType): boolean {
  return passes.some((pass) => pass.passType === passType);
}

/** The page on which each pass is bought (specification, section 2). */
export const PASS_PATHS: Record<PassType, string> = { goldPlus: "/register", gold: "/virtual-summit" };

/** The page on which the holder of each pass buys more add-ons. */
export const ADD_ON_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/add-ons`,
  gold: `${PASS_PATHS.gold}/add-ons`,
};

/** The page on which a delegate asks somebody else to pay for each pass. */
export const PAYER_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/payer`,
  gold: `${PASS_PATHS.gold}/payer`,
};

/** The page on which an invoice for each pass is asked for. */
export const INVOICE_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/invoice`,
  gold: `${PASS_PATHS.gold}/invoice`,
};

/** The page of the terms, which leads on to the payment for a pass once they are accepted. */
export const pathToTerms = (passType: PassType): string =>
  `/waiver?next=${encodeURIComponent(PASS_PATHS[passType])}`;
