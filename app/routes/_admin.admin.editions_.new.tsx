import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { makeEdition } from "~/editions/new-edition.server.ts";
import { NewEditionForm } from "~/editions/new-edition-form.tsx";
import { listEditions } from "~/editions/revisions.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("New edition");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireAbility(args, "content");
  const editions = await listEditions(args.context);
  const asked = new URL(args.request.url).searchParams.get("from");
  return {
    from: asked ?? settings.conferenceId,
    // An edition that was neither published nor saved as a draft has no content to copy.
    editions: editions
      .filter(({ isPublished, savedAt }) => isPublished || savedAt !== null)
      .map((edition) => ({ id: edition.id, name: conferenceName(edition) })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const answer = await makeEdition(args.context, visit, form);
  if ("created" in answer) return redirect(`/admin/editions/${answer.created}`);
  return data(answer, answer.status);
}

const labelsOf = (dates: { path: string; label: string }[]) =>
  Object.fromEntries(dates.map(({ path, label }) => [path, label]));

export default function NewEditionPage() {
  const { from, editions } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page
      title="New edition"
      lead="It begins as a draft that only its editors see. No delegate, application or payment is ever copied."
    >
      <ErrorSummary problems={labelled(problemsOf(reply), labelsOf(reply?.dates ?? []))} />
      <NewEditionForm from={from} editions={editions} reply={reply} />
      <p>
        <a href="/admin/editions">All editions</a>
      </p>
    </Page>
  );
}
