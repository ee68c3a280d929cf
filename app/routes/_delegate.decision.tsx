import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { conferenceName, conferenceValues } from "~/conference/conferences.ts";
import { eventFacts, eventFor } from "~/conference/events.ts";
import type { TextId } from "~/conference/texts.ts";
import { passHeld, passOnOffer, passSoldOut } from "~/home/progress.ts";
import { sizeInWords } from "~/money/passes/grants.ts";
import { passMessages } from "~/money/passes/messages.ts";
import { PASS_PATHS } from "~/money/passes/passes.ts";
import { mayRegister } from "~/standing/eligibility.ts";
import { standingMessages } from "~/standing/messages.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import { Prose } from "~/ui/prose.tsx";
import { titled } from "~/ui/site.tsx";
import type { Ticket } from "~/values/catalogue.ts";
import { type Decision, PASS_TYPES } from "~/values/types.ts";

export const meta = titled("Your decision");

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const standing = await readStanding(args.context, settings.conferenceId, viewer.uid, now);
  const pass = passHeld(standing) ? null : passOnOffer(standing);
  const named = { ...standing, ...standing.catalogue };
  const open = [...PASS_TYPES].reverse().filter((id) => mayRegister(id, "", standing.decision).allowed);
  return {
    conference: conferenceName(standing.conference),
    /** What the decision allows to register for; those on sale say by when to pay. */
    events: open.flatMap((id) => {
      const event = eventFor(named, id);
      const ticket = standing.catalogue.tickets.find((one) => one.id === id);
      return event ? [{ name: event.name, facts: eventFacts(event), payBy: payableBy(ticket) }] : [];
    }),
    text: standing.decision && standing.texts[TEXTS[standing.decision][1]],
    values: conferenceValues(standing.conference),
    decision: standing.decision,
    submitted: standing.submittedAt !== null,
    award: standing.award && passMessages.awardGiven(standing.award.title, sizeInWords(standing.award)),
    soldOut: passHeld(standing) ? null : passSoldOut(standing),
    next: pass && {
      href: standing.waiverDate === null ? "/waiver" : PASS_PATHS[pass],
      label: standing.waiverDate === null ? "Read the terms and conditions" : "Register and pay",
    },
  };
}

const payableBy = (ticket: Ticket | undefined) => (ticket?.onSale ? ticket.payBy : null);

/** The title of each decision, and the text below it. */
const TEXTS: Record<Decision, [title: string, text: TextId]> = {
  Accepted: ["You are accepted", "decisionAccepted"],
  "Deferred to virtual": ["You are invited to the virtual summit", "decisionDeferred"],
  Waitlisted: ["You are on the waiting list", "decisionWaitlisted"],
  Rejected: ["We cannot offer you a place", "decisionRejected"],
};

export default function DecisionPage() {
  const { conference, events, text, values, decision, submitted, award, soldOut, next } =
    useLoaderData<typeof loader>();
  const lead = `Your application for the ${conference}`;
  if (decision === null) {
    return (
      <Page title="Your decision" lead={submitted && lead}>
        <EmptyState
          title={submitted ? "No decision yet" : "No application yet"}
          action={!submitted && <LinkButton href="/application">Go to your application</LinkButton>}
        >
          <p>
            {submitted
              ? standingMessages.noDecisionYet
              : "A decision follows once you have submitted your application."}
          </p>
        </EmptyState>
      </Page>
    );
  }
  const [title] = TEXTS[decision];
  const said = <Prose values={values}>{text ?? undefined}</Prose>;
  return (
    <Page title="Your decision" lead={lead}>
      {decision === "Accepted" || decision === "Deferred to virtual" ? (
        <Panel title={title}>{said}</Panel>
      ) : (
        <>
          <h2>{title}</h2>
          {said}
        </>
      )}
      {events.length > 0 && (
        <>
          <p>You may register for:</p>
          <ul>
            {events.map(({ name, facts, payBy }) => (
              <li key={name}>
                <strong>{name}</strong>, {facts}
                {payBy && (
                  <>
                    ; please pay by <Moment at={payBy} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {award && (
        <Notice tone="success">
          <p>{award}</p>
        </Notice>
      )}
      {soldOut && (
        <Notice tone="info">
          <p>{soldOut}</p>
        </Notice>
      )}
      {decision === "Accepted" && (
        <p>
          <a href="/decision/letter">Letter of acceptance, to print</a>: for a visa or for your university.
        </p>
      )}
      {next && (
        <p>
          <LinkButton href={next.href}>{next.label}</LinkButton>
        </p>
      )}
    </Page>
  );
}
