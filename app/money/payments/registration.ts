import { eventFor, isOver } from "~/conference/events.ts";
import { isSoldOut } from "~/conference/places.ts";
import { addOnsFor } from "~/money/prices/add-ons.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { ADD_ON_PATHS, heldPass } from "~/money/prices/passes.ts";
import { mayRegister } from "~/standing/eligibility.ts";
import { standingMessages } from "~/standing/messages.ts";
import { type LiveHolding, type Standing, titleOf } from "~/standing/standing.ts";
import type { AddOn, PassEvent } from "~/values/catalogue.ts";
import { type HoldingState, LIVE_HOLDING_STATES, type PassType } from "~/values/types.ts";
import { type ProgressState, progressOf, whileInProgress } from "./attempts.ts";

export type RegistrationStage =
  /** The delegate is not allowed to buy the pass, or not yet. */
  | { stage: "refused"; reason: string }
  /** The delegate may buy the pass, but no place is left. */
  | { stage: "sold out"; reason: string }
  /** The delegate holds the pass, or a pass that includes it, so it cannot be paid for again. */
  | { stage: "held"; reason: string }
  /** A payment for the pass is under way, or its money is on its way back. */
  | { stage: "in progress"; state: ProgressState }
  /** Only the waiver is missing. */
  | { stage: "waiver" }
  | { stage: "pay" };

/** Whether a pass can be paid for, now or once the waiver is accepted. */
export const isForSale = (
  stage: RegistrationStage | undefined,
): stage is Extract<RegistrationStage, { stage: "waiver" | "pay" }> =>
  stage?.stage === "waiver" || stage?.stage === "pay";

/** Why a pass cannot be paid for, at any stage other than "pay". */
export function stageRefusal(stage: RegistrationStage): string {
  if (stage.stage === "in progress") return whileInProgress(stage.state);
  return "reason" in stage ? stage.reason : passMessages.waiverFirst;
}

/**
 * The stage of a delegate on the way to a pass (specification, sections 4 and 6). The page shows the stage, and the
 * payment checks it again.
 */
export function registrationStage(passType: PassType, standing: Standing): RegistrationStage {
  const { catalogue, passes } = standing;
  const passOf = (id: PassType) => passes.find((pass) => pass.passType === id) ?? null;
  const own = passOf(passType);
  const other = passOf(passType === "gold" ? "goldPlus" : "gold");

  if (own?.state === "held") {
    return { stage: "held", reason: passMessages.alreadyRegistered(titleOf(catalogue, passType)) };
  }
  if (passType === "gold" && other?.state === "held") {
    return {
      stage: "held",
      reason: passMessages.includedInPass(titleOf(catalogue, "gold"), titleOf(catalogue, "goldPlus")),
    };
  }
  // The in-person pass includes the virtual one. Without this check, somebody could pay for both at the same time.
  if (own !== null) return { stage: "in progress", state: progressOf(own) };
  if (other?.state === "pending" || (other?.state === "ending" && passType === "gold")) {
    return { stage: "in progress", state: progressOf(other) };
  }

  if (standing.submittedAt === null) return { stage: "refused", reason: standingMessages.notSubmitted };
  const ruling = mayRegister(passType, titleOf(catalogue, passType), standing.decision);
  if (!ruling.allowed) return { stage: "refused", reason: ruling.reason };
  if (!catalogue.tickets.some((ticket) => ticket.id === passType && ticket.onSale)) {
    return { stage: "refused", reason: passMessages.notOnSale(titleOf(catalogue, passType)) };
  }
  if (isSoldOut(catalogue.left, passType)) {
    return { stage: "sold out", reason: passMessages.passSoldOut(titleOf(catalogue, passType)) };
  }
  return standing.waiverDate === null ? { stage: "waiver" } : { stage: "pay" };
}

export type AddOnStage =
  /** No add-ons can be bought for the pass, or none can be bought now. */
  { stage: "refused"; reason: string } | { stage: "waiver" } | { stage: "pay"; offered: AddOn[] };

/**
 * The stage of somebody who holds a pass and wants to buy add-ons for it (`now` is UTC ms). The application, its
 * decision and the sale of the pass make no difference. The terms must be accepted, and the event must not be over.
 */
export function addOnStage(
  passType: PassType,
  standing: Standing & { holdings: Pick<LiveHolding, "item">[]; events: PassEvent[]; isSelling: boolean },
  now: number,
): AddOnStage {
  const { catalogue, passes, events, holdings, isSelling } = standing;
  const pass = passes.find((one) => one.passType === passType);
  if (!pass) return { stage: "refused", reason: passMessages.passFirst(titleOf(catalogue, passType)) };
  if (pass.state !== "held") return { stage: "refused", reason: whileInProgress(progressOf(pass)) };
  const event = eventFor({ ...catalogue, events }, passType);
  if (event && isOver(event, now)) return { stage: "refused", reason: passMessages.addOnsOver };
  const offered = addOnsFor(catalogue, passType).filter(
    ({ id, included, disabled }) => !included && !disabled && !holdings.some(({ item }) => item === id),
  );
  if (offered.length === 0 || !isSelling) return { stage: "refused", reason: passMessages.nothingToAdd };
  return standing.waiverDate === null ? { stage: "waiver" } : { stage: "pay", offered };
}

/** The other pass, if the delegate already holds it and its price is not credited to this one; otherwise null. */
export function heldBeside(passType: PassType, passes: Standing["passes"]): PassType | null {
  return passType === "goldPlus" && passes.some((pass) => pass.passType === "gold" && pass.state === "held")
    ? "gold"
    : null;
}

/**
 * The states of the other pass that prevent paying for this one. The in-person pass includes the virtual one. Somebody
 * who holds the virtual pass can buy the in-person pass only after the page has told them that they hold the virtual
 * one. `told` is the pass that the page named as held; null if it named none.
 */
export function statesInTheWay(passType: PassType, told: PassType | null): readonly HoldingState[] {
  if (passType === "gold") return LIVE_HOLDING_STATES;
  return told === "gold" ? ["pending"] : ["pending", "held"];
}

/** The page for buying more add-ons for the best pass that somebody holds; null if there is none. */
export function pathToAddOns(standing: Parameters<typeof addOnStage>[1], now: number): string | null {
  const pass = heldPass(standing.passes.filter(({ state }) => state === "held"));
  if (pass === null || addOnStage(pass, standing, now).stage === "refused") return null;
  return ADD_ON_PATHS[pass];
}
