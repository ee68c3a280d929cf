import type { ReactNode } from "react";
import { accountMessages } from "~/accounts/messages.ts";
import type { Texts } from "~/conference/texts.ts";
import { whileInProgress } from "~/money/passes/attempts.ts";
import { paymentMessages } from "~/money/passes/messages.ts";
import { PASS_PATHS } from "~/money/passes/passes.ts";
import { OfferNotices } from "~/money/passes/transfers.tsx";
import type { PassOffer, Standing } from "~/standing/standing.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Prose } from "~/ui/prose.tsx";
import {
  passHeld,
  passOnOffer,
  passSoldOut,
  paymentInProgress,
  progress,
  type StepId,
  type StepTone,
} from "./progress.ts";
import { ProgressSteps } from "./progress-steps.tsx";

const STEPS: Record<StepId, { title: string; href: string; states: Record<StepTone, string> }> = {
  apply: {
    title: "Apply",
    href: "/application",
    states: { done: "Submitted", active: "Next", todo: "Later", blocked: "Closed" },
  },
  decision: {
    title: "Decision",
    href: "/decision",
    states: { done: "Received", active: "Waiting", todo: "Later", blocked: "Closed" },
  },
  waiver: {
    title: "Waiver",
    href: "/waiver",
    states: { done: "Accepted", active: "Next", todo: "Later", blocked: "Not needed" },
  },
  pay: {
    title: "Pay",
    href: "/payment-info",
    states: { done: "Paid", active: "Next", todo: "Later", blocked: "Not open" },
  },
};

type Props = {
  conference: string;
  /** What the placeholders of the edition's texts stand for. */
  values: Record<string, string>;
  standing: Standing & { texts: Texts; offers: PassOffer[] };
  closesAt: number | null;
  emailConfirmed: boolean;
  /** What became of a payment that was given back together with its pass; null while a pass is held. */
  givenBack: string | null;
  /** Where more add-ons can be bought for the pass that is held; null if none can. */
  addOns: string | null;
  /** Where the pass that is held can be offered to another person; null if none is held. */
  transfer: string | null;
};

/** The home page of a signed-in delegate: how far they have come, and the one thing to do next. */
export function DelegateHome({
  conference,
  values,
  standing,
  closesAt,
  emailConfirmed,
  givenBack,
  addOns,
  transfer,
}: Props) {
  const steps = progress(standing).map(({ id, tone }) => {
    const { title, href, states } = STEPS[id];
    return { title, href, state: states[tone], tone };
  });
  const next = nextThing(standing, closesAt);
  const soldOut = passHeld(standing) ? null : passSoldOut(standing);
  return (
    <Page title="Your registration" lead={conference} wide>
      <ProgressSteps steps={steps} />
      {givenBack && (
        <Notice tone="info">
          <p>{givenBack}</p>
        </Notice>
      )}
      {soldOut && (
        <Notice tone="info">
          <p>{soldOut}</p>
        </Notice>
      )}
      <OfferNotices offers={standing.offers} />
      <Card title={next.title}>
        <p>{next.text}</p>
        {passHeld(standing) && <Prose values={values}>{standing.texts.registered}</Prose>}
        {next.href && (
          <p>
            <LinkButton href={next.href}>{next.label}</LinkButton>
          </p>
        )}
        {addOns && (
          <p>
            <a href={addOns}>Buy more add-ons</a>
          </p>
        )}
        {transfer && (
          <p>
            <a href={transfer}>Transfer the pass to another person</a>
          </p>
        )}
      </Card>
      {!emailConfirmed && (
        <Notice tone="info">
          <p>
            {accountMessages.pleaseConfirmEmail} <a href="/verify-email">Confirm it</a>
          </p>
        </Notice>
      )}
    </Page>
  );
}

type NextThing = { title: string; text: ReactNode; href?: string; label?: string };

function nextThing(standing: Standing, closesAt: number | null): NextThing {
  const held = passHeld(standing);
  const titleOf = (id: string) => standing.catalogue.tickets.find((ticket) => ticket.id === id)?.title ?? id;
  if (held) {
    return {
      title: "You are registered",
      text: `${paymentMessages.passHeld(titleOf(held))} The programme is under Scheduling.`,
      href: "/payment-info",
      label: "See your payments",
    };
  }
  const state = paymentInProgress(standing);
  if (state) {
    return {
      title: state === "ending" ? "Your refund is on its way" : "Your payment is being checked",
      text: whileInProgress(state),
      href: "/payment-info",
      label: "See your payments",
    };
  }
  if (standing.submittedAt === null) {
    return closesAt
      ? {
          title: "Write your application",
          text: (
            <>
              You can stop at any time and continue later: every section is kept as a draft. Submit by{" "}
              <Moment at={closesAt} />.
            </>
          ),
          href: "/application",
          label: "Go to your application",
        }
      : {
          title: "Applications are closed",
          text: "What you have written so far is kept and can be read.",
          href: "/application",
          label: "Read your application",
        };
  }
  if (standing.decision === null) {
    return {
      title: "We have your application",
      text: "There is nothing to do at the moment. The decision will appear here and on the decision page as soon as it is released.",
    };
  }
  const pass = passOnOffer(standing);
  if (pass === null) {
    return {
      title: "Your decision",
      text: "The decision on your application has been released.",
      href: "/decision",
      label: "Read the decision",
    };
  }
  return standing.waiverDate === null
    ? {
        title: "Accept the terms and conditions",
        text: `You may register for the ${titleOf(pass)}. Before you can pay, read and accept the terms.`,
        href: "/waiver",
        label: "Read the terms",
      }
    : {
        title: `Register for the ${titleOf(pass)}`,
        text: "Everything is ready: choose your add-ons and pay by card.",
        href: PASS_PATHS[pass],
        label: "Register and pay",
      };
}
