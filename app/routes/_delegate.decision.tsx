import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { passHeld, passOnOffer } from "~/home/progress.ts";
import { PASS_PATHS } from "~/money/passes/passes.ts";
import { standingMessages } from "~/standing/messages.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Page } from "~/ui/page.tsx";
import { Panel } from "~/ui/panel.tsx";
import type { Decision } from "~/values/types.ts";

export const meta: MetaFunction = () => [{ title: "Your decision · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const standing = await readStanding(args.context, settings.conferenceId, viewer.uid, now);
  const pass = passHeld(standing) ? null : passOnOffer(standing);
  return {
    decision: standing.decision,
    submitted: standing.submittedAt !== null,
    next: pass && {
      href: standing.waiverDate === null ? "/waiver" : PASS_PATHS[pass],
      label: standing.waiverDate === null ? "Read the terms and conditions" : "Register and pay",
    },
  };
}

const TEXTS: Record<Decision, { title: string; text: string }> = {
  Accepted: {
    title: "You are accepted",
    text: "Congratulations! We would be glad to welcome you.",
  },
  "Deferred to virtual": {
    title: "You are invited to the virtual summit",
    text: "We could not offer you a place in person this time, but would be glad to have you at the virtual summit.",
  },
  Waitlisted: {
    title: "You are on the waiting list",
    text: "We could not offer you a place yet. We will write to you as soon as one becomes free.",
  },
  Rejected: {
    title: "We cannot offer you a place",
    text: "Thank you for the work you put into your application. We had to turn down many good ones, and you are welcome to apply to our next conference.",
  },
};

export default function DecisionPage() {
  const { decision, submitted, next } = useLoaderData<typeof loader>();
  if (decision === null) {
    return (
      <Page title="Your decision">
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
  const { title, text } = TEXTS[decision];
  return (
    <Page title="Your decision">
      {decision === "Accepted" || decision === "Deferred to virtual" ? (
        <Panel title={title}>
          <p>{text}</p>
        </Panel>
      ) : (
        <>
          <h2>{title}</h2>
          <p>{text}</p>
        </>
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
