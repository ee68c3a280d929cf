import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conferences.ts";
import { changesInWords } from "~/editions/change-words.ts";
import { editionMessages } from "~/editions/messages.ts";
import { ChangeList, PublicationList, PublishForm } from "~/editions/publication-page.tsx";
import { planPublication, publishEdition, takePublicationBack } from "~/editions/publications.server.ts";
import { cancelPublication, schedulePublication } from "~/editions/scheduled-publications.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Publish an edition");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const id = args.params["id"]!;
  const plan = await planPublication(args.context, visit, id);
  if (!plan) refuse(404, messages.notFound);
  const { draft, changes, obstacles, publications } = plan;
  const { live, document, revision, both } = draft;
  const newest = publications.find(({ state }) => state === "published");
  return {
    id,
    name: conferenceName({ id, ...document.conference }),
    zone: document.deadlineZone,
    revision,
    seen: live ? fingerprint(live.version) : "",
    changes: changesInWords(changes, live?.document ?? null, document),
    both: both.map((path) => path.join(" › ")),
    obstacles,
    publications: publications.map(
      ({ former, conferenceId: _, createdBy: __, createdAt: ___, ...listed }) => ({
        ...listed,
        mayTakeBack: newest?.id === listed.id && former !== null,
      }),
    ),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const { context } = args;
  const id = args.params["id"]!;
  const intent = intentIn(form, ["publish", "schedule", "cancel", "back"]);
  const typed = (name: string) => String(form.get(name) ?? "");
  const seen = { revision: Number(typed("revision")), rows: typed("seen") };
  const publication = typed("publication");
  const answer =
    intent === "publish"
      ? await publishEdition(context, visit, id, seen)
      : intent === "back"
        ? await takePublicationBack(context, visit, id, publication)
        : intent === "cancel"
          ? await cancelPublication(context, visit, id, publication)
          : await schedulePublication(context, visit, id, { revision: seen.revision, due: typed("dueAt") });
  if (!("refused" in answer)) return redirect(`/admin/editions/${id}/publish`);
  if (answer.status === 404) refuse(404, answer.refused);
  return data({ reason: answer.refused, dueAt: typed("dueAt") }, answer.status);
}

export default function PublishEdition() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, name, changes, both, obstacles, publications } = page;
  return (
    <Page title={`Publish ${name}`} lead="What delegates will see instead of what they see now.">
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      {obstacles.length > 0 && (
        <Notice tone="error" title="This cannot be published yet">
          <ul className="sentences">
            {obstacles.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {both.length > 0 && (
        <Notice tone="warning" title="Changed on another page too">
          <p>The draft’s value stands here, and would replace the other: {both.join(", ")}.</p>
        </Notice>
      )}
      {changes.length > 0 ? (
        <>
          <ChangeList changes={changes} editionId={id} />
          {obstacles.length === 0 && <PublishForm {...page} dueAt={reply?.dueAt ?? ""} />}
        </>
      ) : (
        <p>{editionMessages.nothingToPublish}</p>
      )}
      <PublicationList publications={publications} />
      <p>
        <a href={`/admin/editions/${id}`}>All of {name}</a>
      </p>
    </Page>
  );
}
