import { accountMessages } from "~/accounts/messages.ts";
import { ADD_ON_PATHS, type HeldPass, heldPass, holdsPass, PASS_PATHS } from "~/money/prices/passes.ts";
import type { AddOn, Ticket } from "~/values/catalogue.ts";
import { PASS_TYPES, type Ruling } from "~/values/types.ts";
import { accessMessages } from "./messages.ts";

/** What a page or a part of it requires. A text that is none of these words is the id of an add-on. */
export type AccessLevel =
  | "signed-in"
  | "admin"
  | "hpairPlus"
  | "gold"
  | "goldPlus"
  | "registered"
  | (string & {});

/**
 * The levels that depend only on the user's own row; all others depend on the passes and add-ons that the user holds.
 */
export const CLAIM_LEVELS: readonly AccessLevel[] = ["signed-in", "admin", "hpairPlus"];

/** The facts about a signed-in user that the gate needs for its decision. */
export type Holder = { admin: boolean; hpairPlusSubscriptionId: string | null; passes: HeldPass[] };

/**
 * The gate (specification, section 6). `holder` is null when nobody is signed in; `names` gives the titles for the
 * message. A pass opens only the level of its own name: goldPlus does not open gold.
 */
export function mayAccess(
  level: AccessLevel,
  holder: Holder | null,
  names: { tickets: Ticket[]; addOns: AddOn[] },
): Ruling {
  if (holder === null) return { allowed: false, reason: accountMessages.notLoggedIn };
  switch (level) {
    case "signed-in":
      return { allowed: true };
    case "admin":
      return holder.admin ? { allowed: true } : { allowed: false, reason: accountMessages.notLoggedIn };
    case "hpairPlus":
      return purchased(Boolean(holder.hpairPlusSubscriptionId), "HPAIR+");
    case "gold":
      return purchased(holdsPass(holder.passes, "gold"), titleOf(names.tickets, level));
    case "goldPlus":
      return purchased(holdsPass(holder.passes, "goldPlus"), titleOf(names.tickets, level));
    case "registered":
      return purchased(heldPass(holder.passes) !== null, "a registration");
    default:
      return purchased(
        holder.passes.some((pass) => holdsAddOn(pass, level)),
        `a(n) ${titleOf(names.addOns, level)}`,
      );
  }
}

/**
 * The page where somebody who holds these passes can buy what an access level asks for; null if they cannot buy it. An
 * add-on is bought with its own pass, or on the page for holders of that pass.
 */
export function whereToBuy(level: AccessLevel, passes: HeldPass[], addOns: AddOn[]): string | null {
  if (level === "admin" || level === "signed-in") return null;
  if (level === "hpairPlus") return "/plus/subscribe";
  if (level === "registered") return "/payment-info";
  const pass = PASS_TYPES.find((id) => id === level);
  // The summit is included in the Harvard ticket, whose holders cannot buy it.
  if (pass) return pass === "gold" && holdsPass(passes, "goldPlus") ? null : PASS_PATHS[pass];
  const addOn = addOns.find(({ id }) => id === level);
  if (!addOn || addOn.disabled) return null;
  if (!holdsPass(passes, addOn.ticketId)) return whereToBuy(addOn.ticketId, passes, addOns);
  return addOn.included ? null : ADD_ON_PATHS[addOn.ticketId];
}

function titleOf(named: { id: string; title: string }[], id: string): string {
  return named.find((one) => one.id === id)?.title ?? id;
}

function holdsAddOn({ addOns }: HeldPass, id: string): boolean {
  // `addOns` may have been read from JSON. Then it may have a key such as "__proto__", but no add-on has such an id.
  return !(id in Object.prototype) && Object.hasOwn(addOns, id) && Boolean(addOns[id]);
}

function purchased(held: boolean, label: string): Ruling {
  return held ? { allowed: true } : { allowed: false, reason: accessMessages.onlyForPurchasers(label) };
}
