import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { movedDeadlines, movedRound } from "~/applications/reminders.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { FindingList } from "~/editions/checks/finding-list.tsx";
import { shownFindings } from "~/editions/checks/findings.ts";
import { editionMessages } from "~/editions/messages.ts";
import { changesInWords, chosenTwice, partsInWords } from "~/editions/publishing/change-words.ts";
import { chooseValue } from "~/editions/publishing/choosing.server.ts";
import {
  AskedTakeBack,
  ChangeList,
  ChooseBetween,
  DUE_AT,
  InUseNotice,
  PublicationList,
  PublishForm,
} from "~/editions/publishing/publication-page.tsx";
import {
  newestOf,
  planPublication,
  planRefusal,
  publishEdition,
  seenOf,
  takePublicationBack,
} from "~/editions/publishing/publications.server.ts";
import {
  cancelPublication,
  schedulePublication,
} from "~/editions/publishing/scheduled-publications.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";

export const meta = titled("Publish an edition");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const id = args.params["id"]!;
  const plan = await planPublication(args.context, visit, id);
  if (!plan) refuse(404, messages.notFound);
  const { draft, changes, findings, inUse, needsMoney, needsDecide, publications } = plan;
  const { live, document } = draft;
  const isCurrent = visit.settings.currentEdition === id;
  const moved = movedDeadlines(live?.document.rounds ?? [], document.rounds);
  const newest = newestOf(publications);
  const names = await calledOf(
    args.context.db,
    publications.map(({ createdBy }) => createdBy),
  );
  return {
    id,
    inUse,
    needsMoney,
    needsDecide,
    name: conferenceName({ id, ...document.conference }),
    isCurrent,
    moves: isCurrent ? (movedRound(moved, document.rounds, visit.now)?.title ?? null) : null,
    isAsked: new URL(args.request.url).searchParams.get("ask") === "back",
    mayMakeCurrent: !isCurrent && live !== null && can(visit.viewer.abilities, "everything"),
    zone: document.deadlineZone,
    seen: seenOf(draft),
    changes: changesInWords(changes, live?.document ?? null, document),
    toChoose: chosenTwice(draft),
    findings: shownFindings(id, document, findings),
    mayPublish: planRefusal(plan) === null,
    publications: publications.map(
      ({ hasFormer, createdBy, changed, revision: _, conferenceId: __, ...listed }) => ({
        ...listed,
        by: names.get(createdBy) ?? "",
        changed: partsInWords(changed),
        mayTakeBack: newest?.id === listed.id && hasFormer,
      }),
    ),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "content", "publish", form);
  const { context } = args;
  const id = args.params["id"]!;
  const typed = (name: string) => String(form.get(name) ?? "");
  const seen = { revision: Number(typed("revision")), rows: typed("seen") };
  const stands = form.has("putBack") ? "published" : form.has("keep") ? "drafted" : null;
  const answer = stands
    ? await chooseValue(context, visit, id, { path: typed("putBack") || typed("keep"), stands, seen })
    : await actOnPublications();
  if (!("refused" in answer)) return redirect(`/admin/editions/${id}/publish`);
  if (answer.status === 404) refuse(404, answer.refused);
  const isAboutTime = typed("intent") === "schedule" && answer.status === 400;
  return data({ reason: answer.refused, isAboutTime, dueAt: typed(DUE_AT) }, answer.status);

  function actOnPublications() {
    const publication = typed("publication");
    switch (intentIn(form, ["publish", "schedule", "cancel", "back"])) {
      case "publish":
        return publishEdition(context, visit, id, seen);
      case "schedule":
        return schedulePublication(context, visit, id, { revision: seen.revision, due: typed(DUE_AT) });
      case "cancel":
        return cancelPublication(context, visit, id, publication);
      case "back":
        return takePublicationBack(context, visit, id, publication);
    }
  }
}

export default function PublishEdition() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, name, isCurrent, seen, zone, moves, changes, findings, publications } = page;
  const asked = page.isAsked && publications.find(({ mayTakeBack }) => mayTakeBack);
  return (
    <Page title={`Publish ${name}`} lead={editionMessages.publishes[isCurrent ? "current" : "notCurrent"]}>
      <ErrorSummary
        problems={reply ? [{ ...(reply.isAboutTime && { field: DUE_AT }), message: reply.reason }] : []}
      />
      {asked && <AskedTakeBack publication={asked} href={`/admin/editions/${id}/publish`} />}
      <InUseNotice inUse={page.inUse} />
      {page.needsMoney && <Notice tone="error">{editionMessages.pricesNeedMoney}</Notice>}
      {page.needsDecide && <Notice tone="error">{editionMessages.releaseNeedsDecide}</Notice>}
      <ChooseBetween values={page.toChoose} seen={seen} />
      <FindingList level="error" findings={findings} />
      <FindingList level="note" findings={findings} />
      {changes.length > 0 ? (
        <>
          <ChangeList changes={changes} editionId={id} seen={seen} />
          {page.mayPublish && (
            <PublishForm
              {...{ seen, zone, moves }}
              dueAt={reply?.dueAt ?? ""}
              problem={reply?.isAboutTime ? reply.reason : undefined}
            />
          )}
        </>
      ) : (
        <p>{editionMessages.nothingToPublish}</p>
      )}
      <PublicationList publications={publications} />
      {page.mayMakeCurrent && (
        <p>
          <a href={`/admin/editions/${id}?ask=current`}>{editionMessages.makeCurrent.ask(name)}</a>
        </p>
      )}
      <p>
        <a href={`/admin/editions/${id}`}>All of {name}</a>
      </p>
    </Page>
  );
}
