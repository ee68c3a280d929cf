import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { AnswersSummary } from "~/applications/answers-summary.tsx";
import { conferenceName } from "~/conference/conference-name.ts";
import { AgreementTextParts, Signature } from "~/money/checkout/terms-page.tsx";
import { boughtWith, isTakenByBank } from "~/money/payments/attempts.ts";
import { PaymentTag } from "~/money/payments/payment-state.tsx";
import { RECEIPT_STATES } from "~/money/payments/receipts.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { readEarlier } from "~/standing/earlier.server.ts";
import { titleOf } from "~/standing/standing.ts";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { pageTitle } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data?.conference ?? "Earlier conferences") },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAccess(args, "signed-in");
  const id = args.params["conference"]!;
  if (id === visit.settings.conferenceId) throw redirect("/application");
  // The answer is "not found" if the conference does not exist or has no edition, just as if the viewer has not applied
  // to it.
  const found = await readEarlier(args.context, visit, id).catch((error: unknown) => {
    if (error instanceof Response) refuse(404, messages.notFound);
    throw error;
  });
  const { application, standing, signed } = found;
  if (application.submittedAt === null) refuse(404, messages.notFound);
  return {
    application,
    submittedAt: application.submittedAt,
    signed,
    conference: conferenceName(standing.conference),
    decision: standing.decision,
    toldAt: standing.toldAt,
    letter:
      standing.decision === "Accepted" ? `/decision/letter?${new URLSearchParams({ conference: id })}` : null,
    payments: standing.payments.map(({ id, passType, lines, amountCents, state, createdAt }) => ({
      title: boughtWith({ passType, lines }, titleOf(standing.catalogue, passType), []).title,
      amount: dollars(amountCents),
      receipt: RECEIPT_STATES.has(state) ? `/payment/${id}/receipt` : null,
      ...{ id, state, createdAt },
      isTakenByBank: isTakenByBank(standing.refunds.filter(({ paymentId }) => paymentId === id)),
    })),
  };
}

/** Everything that a delegate can still see of a conference that is over. */
export default function EarlierConferencePage() {
  const { application, submittedAt, signed, conference, decision, toldAt, letter, payments } =
    useLoaderData<typeof loader>();
  return (
    <Page title={conference} lead="Your application and what followed, to read and to print.">
      <SummaryList
        rows={[
          { term: "Application submitted", value: <Moment at={submittedAt} /> },
          {
            term: "Decision",
            value: decision && toldAt !== null && (
              <>
                {decision}, <Moment at={toldAt} style="date" />
                {letter && (
                  <>
                    {". "}
                    <a href={letter}>Letter of acceptance</a>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      {payments.length > 0 && (
        <section className="stack tight">
          <h2>Your payments</h2>
          <SummaryList
            rows={payments.map(({ id, title, amount, state, isTakenByBank, createdAt, receipt }) => ({
              term: title,
              value: (
                <>
                  {amount}, <Moment at={createdAt} style="date" />{" "}
                  <PaymentTag {...{ state, isTakenByBank }} />{" "}
                  {receipt && (
                    <a href={receipt}>
                      Receipt<span className="visually-hidden"> {id}</span>
                    </a>
                  )}
                </>
              ),
            }))}
          />
        </section>
      )}
      <AnswersSummary application={application} />
      {signed.map(({ agreement, acceptance }) => (
        <details key={acceptance.version} className="stack">
          <summary>
            Terms and conditions, version {acceptance.version}, accepted on{" "}
            <Moment at={acceptance.acceptedAt} style="date" />
          </summary>
          <AgreementTextParts agreement={{ ...agreement, version: acceptance.version }} />
          <Signature {...acceptance} />
        </details>
      ))}
      <p className="no-print">
        <a href="/earlier">All earlier conferences</a>
      </p>
    </Page>
  );
}
