import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccess } from "~/access/gate.server.ts";
import { passOnOffer } from "~/home/progress.ts";
import styles from "~/modules/terms.css?inline";
import { AgreementTextParts, Signature, TermsForm, type TermsReply } from "~/money/checkout/terms-page.tsx";
import { passMessages } from "~/money/prices/messages.ts";
import { PASS_PATHS } from "~/money/prices/passes.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { agreementProblems } from "~/standing/agreement.ts";
import { acceptWaiver } from "~/standing/agreements.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { mayAcceptWaiver } from "~/standing/standing.ts";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { safePath } from "~/values/paths.ts";
import { isoDay } from "~/values/times.ts";

export const meta = titled("Terms and conditions");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, settings, now } = await requireAccess(args, "signed-in");
  const standing = await readStanding(args.context, settings.conferenceId, viewer.uid, now);
  const { agreement, fullName, waiverDate, acceptance } = standing;
  const pass = passOnOffer(standing);
  const asked = new URL(args.request.url).searchParams;
  return {
    agreement,
    fullName,
    open: waiverDate !== null || mayAcceptWaiver(standing).allowed,
    acceptance,
    register: pass && PASS_PATHS[pass],
    today: isoDay(now, standing.edition.deadlineZone),
    // A delegate who has accepted the terms goes on to pay, if there is anything to pay for.
    next: safePath(asked.get("next"), pass ? PASS_PATHS[pass] : "/"),
    // Set if the delegate comes back to read the terms again before confirming.
    agreed: asked.has("agreed"),
    date: asked.get("date"),
    refused: asked.has("refused"),
  };
}

/**
 * The longest date that may be typed. It may be in any words, but it is passed in an address, whose length is limited.
 */
const LONGEST_DATE = 100;

/**
 * Without scripts, accepting takes two posts. The first leads to a page that asks for confirmation, and that page posts
 * here a second time. A script asks for confirmation on this page, and sends `confirmed` with the first post.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAccess(args, "signed-in", form);
  const next = safePath(form.get("next"), "/");
  const version = Number(form.get("version"));
  const date = String(form.get("date") ?? "")
    .trim()
    .slice(0, LONGEST_DATE);
  const ticks = { codeOfConduct: form.has("codeOfConduct"), refundPolicy: form.has("refundPolicy") };
  const problems = agreementProblems({ ...ticks, date });
  if (Object.keys(problems).length > 0) return data<TermsReply>({ problems, date, next, ...ticks }, 400);
  if (!form.has("confirmed")) {
    return redirect(`/waiver/confirm?${new URLSearchParams({ version: String(version), date, next })}`);
  }
  const accepted = await acceptWaiver(args.context, visit, { version, statedDate: date });
  if ("refused" in accepted) {
    if (accepted.status !== 409) refuse(accepted.status, accepted.refused);
    const unread = { codeOfConduct: false, refundPolicy: false };
    return data<TermsReply>({ reason: accepted.refused, problems: {}, date, next, ...unread }, 409);
  }
  return redirect(next);
}

export default function WaiverPage() {
  const { agreement, open, acceptance, register, refused, ...form } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (!open) {
    return (
      <Page isForm title="Terms and conditions">
        <EmptyState title="Nothing to sign" action={<LinkButton href="/">Go to the home page</LinkButton>}>
          <p>You can read and accept the terms once you may register for a pass.</p>
        </EmptyState>
      </Page>
    );
  }
  if (acceptance) {
    return (
      <Page isForm title="Terms and conditions">
        <Notice tone="success">
          <p>
            You accepted these terms and conditions on <Moment at={acceptance.acceptedAt} />
            {acceptance.version < agreement.version &&
              `, in version ${acceptance.version}. Version ${agreement.version} below replaced it; you need not accept it again`}
            .
          </p>
          {register && (
            <p>
              <LinkButton href={register}>Register and pay</LinkButton>
            </p>
          )}
        </Notice>
        <AgreementTextParts agreement={agreement} />
        <Signature {...acceptance} />
      </Page>
    );
  }
  return (
    <Page
      isForm
      title="Terms and conditions"
      lead="Please read all four parts, then accept them at the end of the page."
    >
      {refused && (
        <Notice tone="warning">
          <p>{passMessages.termsRefused}</p>
        </Notice>
      )}
      <TermsForm agreement={agreement} {...form} reply={reply} />
    </Page>
  );
}
