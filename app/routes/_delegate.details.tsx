import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { readDetails, saveDetails } from "~/details/details.server.ts";
import { DetailsForm, type DetailsReply, DetailsSummary } from "~/details/details-form.tsx";
import { detailsMessages } from "~/details/messages.ts";
import styles from "~/modules/application.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { placeRows } from "~/standing/visible-decision.server.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { versionIn } from "~/values/parse.form.ts";

export const meta = titled(detailsMessages.title);

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  const isSaved = new URL(args.request.url).searchParams.has("saved");
  const { viewer, settings, now } = visit;
  const placed = placeRows(args.context.db, settings.conferenceId, viewer.uid, now);
  return { ...(await readDetails(args.context, visit, placed)), isSaved };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  const answer = await saveDetails(args.context, visit, versionIn(form), form);
  if ("saved" in answer) return redirect("/details?saved");
  const { status, ...reply } = answer;
  return data<DetailsReply>(reply, status);
}

export default function Details() {
  const { questions, values, version, closed, isSaved } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  // Typed text stays on the page, even if it can no longer be saved.
  const isOpen = closed === null || reply !== undefined;
  return (
    <Page isForm title={detailsMessages.title} lead={closed === null && detailsMessages.lead}>
      {isSaved && !reply && (
        <Notice tone="success">
          <p>{detailsMessages.saved}</p>
        </Notice>
      )}
      {closed && !reply && (
        <Notice tone="info">
          <p>{detailsMessages.closed[closed]}</p>
        </Notice>
      )}
      {closed === "over" && !reply && <DetailsSummary questions={questions} values={values} />}
      {isOpen && <DetailsForm questions={questions} values={values} version={version} reply={reply} />}
      {closed === "not submitted" && (
        <p>
          <LinkButton href="/application">Go to your application</LinkButton>
        </p>
      )}
    </Page>
  );
}
