import type { Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";

/** A pass that somebody holds, with the add-ons held with it. */
export type HeldPass = { passType: PassType; addOns: Selection };

/** The best pass that somebody holds: goldPlus before gold; null if they hold none (section 7, getPassType). */
export function heldPass(passes: Pick<HeldPass, "passType">[]): PassType | null {
  if (holdsPass(passes, "goldPlus")) return "goldPlus";
  return holdsPass(passes, "gold") ? "gold" : null;
}

/**
 * Whether this pass itself is among the passes; another pass that includes it does not count (specification, section
 * 6).
 */
export function holdsPass(passes: Pick<HeldPass, "passType">[], passType: PassType): boolean {
  return passes.some((pass) => pass.passType === passType);
}

/** For each pass, the page on which it is bought (specification, section 2). */
export const PASS_PATHS: Record<PassType, string> = { goldPlus: "/register", gold: "/virtual-summit" };

/** For each pass, the page on which its holder buys more add-ons. */
export const ADD_ON_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/add-ons`,
  gold: `${PASS_PATHS.gold}/add-ons`,
};

/** For each pass, the page on which a delegate asks somebody else to pay for it. */
export const PAYER_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/payer`,
  gold: `${PASS_PATHS.gold}/payer`,
};

/** For each pass, the page on which a delegate asks for an invoice. */
export const INVOICE_PATHS: Record<PassType, string> = {
  goldPlus: `${PASS_PATHS.goldPlus}/invoice`,
  gold: `${PASS_PATHS.gold}/invoice`,
};

/** The page with the terms. Once the terms are accepted, it leads on to the payment for this pass. */
export const pathToTerms = (passType: PassType): string =>
  `/waiver?next=${encodeURIComponent(PASS_PATHS[passType])}`;
