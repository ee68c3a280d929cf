import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { requireViewer } from "~/accounts/session.server.ts";
import { conferenceName, conferenceValues } from "~/conference/conference-name.ts";
import { drawingOf } from "~/conference/drawings.ts";
import { eventFacts, eventFor } from "~/conference/events.ts";
import { releaseAhead, roundOn } from "~/conference/rounds.ts";
import type { TextId } from "~/conference/texts.ts";
import { oneApplication, waysToTakePart } from "~/conference/ways.ts";
import { type ApplicationState, DecisionMade, NoDecision } from "~/decisions/decision-page.tsx";
import { declineOffer } from "~/decisions/offering.server.ts";
import { passHeld, passSoldOut, paymentInProgress } from "~/home/progress.ts";
import styles from "~/modules/decision.css?inline";
import { registrationStage } from "~/money/payments/registration.ts";
import { sizeInWords } from "~/money/prices/grants.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { PASS_PATHS, pathToTerms } from "~/money/prices/passes.ts";
import { shownPrice } from "~/money/prices/pricing.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { mayRegister } from "~/standing/eligibility.ts";
import { type DelegateStanding, readStanding } from "~/standing/standing.server.ts";
import { titleOf } from "~/standing/standing.ts";
import { titled } from "~/ui/site.tsx";
import { type Decision, PASS_TYPES, type PassType } from "~/values/types.ts";

export const meta = titled("Your decision");

export const handle = { enhance: "decision", styles };

/** For each decision, the text that is shown below it. */
const TEXTS: Record<Decision, TextId> = {
  Accepted: "decisionAccepted",
  "Deferred to virtual": "decisionDeferred",
  Waitlisted: "decisionWaitlisted",
  Rejected: "decisionRejected",
};

/** For each decision that invites the delegate to an event, the pass of that event. */
const INVITES: Partial<Record<Decision, PassType>> = { Accepted: "goldPlus", "Deferred to virtual": "gold" };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const standing = await readStanding(args.context, settings.conferenceId, viewer.uid, now);
  const { decision, submittedAt, award, fullName, texts } = standing;
  const about = { conference: conferenceName(standing.conference), email: viewer.email };
  if (decision === null) {
    const release = submittedAt === null ? null : releaseAhead(standing.catalogue.rounds, submittedAt, now);
    return { waiting: { ...about, state: applicationState(standing, now), release } };
  }
  const sold = { ...standing, ...standing.catalogue };
  const event = eventFor(sold, "goldPlus");
  const welcomedTo = INVITES[decision] && eventFor(sold, INVITES[decision]);
  const held = passHeld(standing);
  const offers = offersFor(standing);
  const { searchParams } = new URL(args.request.url);
  const isNamed = searchParams.has("name");
  const { waitingOffer } = standing;
  const isOpen = !held && paymentInProgress(standing) === null;
  return {
    made: {
      ...about,
      decision,
      name: fullName,
      text: texts[TEXTS[decision]] ?? null,
      values: conferenceValues(standing.conference),
      offers,
      // A delegate with only one way to take part is not told about the other way.
      ways: offers.length > 1 ? oneApplication(about.conference, waysToTakePart(sold)) : null,
      award: award?.isUsable ? passMessages.awardGiven(award.title, sizeInWords(award)) : null,
      soldOut: held ? null : passSoldOut(standing),
      kept:
        waitingOffer && isOpen
          ? {
              ...{ id: waitingOffer.id, endsAt: waitingOffer.endsAt },
              pass: titleOf(standing.catalogue, waitingOffer.passType),
              isAsked: searchParams.get("ask") === "decline",
            }
          : null,
      mayStayAway: isOpen && waitingOffer === null && offers.length > 0 && standing.asked.length === 0,
      waitsUntil: standing.waitsUntil,
      hasStopped: standing.waitsUntil !== null && standing.waitsUntil <= now,
      held: held && titleOf(standing.catalogue, held),
      card: decision === "Accepted" && event ? { event: event.name, isNamed } : null,
      drawing: welcomedTo ? drawingOf(welcomedTo) : null,
      supportEmail: settings.supportEmail,
    },
  };
}

function applicationState(
  { submittedAt, isReopened, catalogue }: DelegateStanding,
  now: number,
): ApplicationState {
  if (submittedAt !== null) return "submitted";
  if (isReopened) return "reopened";
  return roundOn(catalogue.rounds, now) === null ? "closed" : "open";
}

/** Declines the delegate's offer from the waiting list, so that its place is free for another person. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  intentIn(form, ["decline"]);
  const answer = await declineOffer(args.context, visit, String(form.get("offer") ?? "").slice(0, 40));
  if ("refused" in answer) return data({ reason: answer.refused }, answer.status);
  return redirect("/decision");
}

/**
 * The passes that the decision allows. Passes that the delegate holds or is paying for are left out, and so are passes
 * that are sold out. A pass on sale shows by when it must be paid.
 */
function offersFor(standing: DelegateStanding) {
  const { catalogue, decision } = standing;
  const open = [...PASS_TYPES].reverse().filter((id) => {
    const { stage } = registrationStage(id, standing);
    return mayRegister(id, "", decision).allowed && !["held", "in progress", "sold out"].includes(stage);
  });
  return open.flatMap((id) => {
    const event = eventFor({ ...standing, ...catalogue }, id);
    const ticket = catalogue.tickets.find((one) => one.id === id);
    if (!event || !ticket) return [];
    const price = shownPrice(standing, id);
    const payBy = ticket.onSale ? ticket.payBy : null;
    const way = wayTo(id, standing);
    return [{ pass: ticket.title, name: event.name, facts: eventFacts(event), price, payBy, way }];
  });
}

/** The link for a pass that is on sale. It leads to the terms first, and the delegate goes on to pay from there. */
function wayTo(passType: PassType, standing: DelegateStanding) {
  const { stage } = registrationStage(passType, standing);
  const href = PASS_PATHS[passType];
  if (stage === "waiver") return { href: pathToTerms(passType), label: "Read the terms, then pay" };
  if (stage !== "pay") return null;
  return { href, label: standing.formerPass ? "Register again" : "Register and pay" };
}

export default function DecisionPage() {
  const { waiting, made } = useLoaderData<typeof loader>();
  const reason = useActionData<typeof action>()?.reason;
  if (waiting) return <NoDecision {...waiting} />;
  return <DecisionMade {...made} reason={reason} />;
}
