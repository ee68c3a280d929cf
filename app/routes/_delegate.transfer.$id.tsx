import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { TermsFirst } from "~/money/checkout/terms-page.tsx";
import { transferMessages } from "~/money/transfers/messages.ts";
import { acceptTransfer, readOfferedPass } from "~/money/transfers/taking-over.server.ts";
import { AcceptForm } from "~/money/transfers/transfers.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { isoDay } from "~/values/times.ts";
import { listInWords } from "~/values/words.ts";

export const meta = titled("A pass for you");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  const found = await readOfferedPass(args.context, visit, args.params["id"]!);
  if ("status" in found) refuse(found.status, found.refused);
  const { standing, ...offer } = found;
  const { agreement, fullName, edition } = standing;
  return {
    ...offer,
    id: args.params["id"]!,
    terms: { agreement, fullName, today: isoDay(visit.now, edition.deadlineZone) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  const { context } = args;
  const answer = await acceptTransfer(
    context,
    visit,
    { id: args.params["id"]!, seen: String(form.get("seen") ?? "") },
    leavesClosed(context, visit),
  );
  if ("accepted" in answer) return redirect("/");
  if (answer.status === 404) refuse(404, answer.refused);
  return data({ reason: answer.refused }, answer.status);
}

/**
 * The page for a pass that another person offers to a delegate. The delegate sees the pass, accepts the terms, and then
 * accepts the pass.
 */
export default function OfferedPass() {
  const { id, state, title, things, seen, expiresAt, from, stage, isPostponed, terms } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (state !== "open") {
    return (
      <Page title="A pass for you" lead={title}>
        <Notice tone="info">
          <p>{state === "accepted" ? transferMessages.takenOver : transferMessages.closed}</p>
        </Notice>
        <p>
          <LinkButton href="/">Go to the home page</LinkButton>
        </p>
      </Page>
    );
  }
  const isRefused = stage.stage === "refused";
  return (
    <Page title="A pass for you" lead={title}>
      {isRefused && (
        <Notice tone="info">
          <p>{stage.reason}</p>
          <p>
            <LinkButton href="/">Go to the home page</LinkButton>
          </p>
        </Notice>
      )}
      <Card>
        <p>
          <bdi>{from || transferMessages.somebody}</bdi> offers you this pass.
          {(!isRefused || isPostponed) && (
            <>
              {" "}
              You can accept it until <Moment at={expiresAt} />.
            </>
          )}
        </p>
        {!isRefused && (
          <p>
            <strong>{transferMessages.youGet(listInWords(things))}</strong> {transferMessages.paidByThem}
          </p>
        )}
        {stage.stage === "accept" && <AcceptForm seen={seen} {...(reply && { problem: reply.reason })} />}
      </Card>
      {stage.stage === "waiver" && (
        <TermsFirst {...terms} next={`/transfer/${id}`} before="accept the pass" />
      )}
    </Page>
  );
}
