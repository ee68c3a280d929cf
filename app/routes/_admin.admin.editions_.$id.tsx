import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { conferenceName, isConferenceId } from "~/conference/conference-name.ts";
import { FindingList } from "~/editions/checks/finding-list.tsx";
import { shownFindings } from "~/editions/checks/findings.ts";
import { lintDraft } from "~/editions/checks/linting.server.ts";
import { EDITION_PARTS } from "~/editions/edition-document.ts";
import { PartList } from "~/editions/editor/part-list.tsx";
import { nextPart } from "~/editions/editor/saved.ts";
import { SavedNotice } from "~/editions/editor/saved-notice.tsx";
import { partInBrief } from "~/editions/in-brief.ts";
import { changesBetween } from "~/editions/merge.ts";
import { editionMessages } from "~/editions/messages.ts";
import { changesInWords } from "~/editions/publishing/change-words.ts";
import { makeCurrent, readTouched } from "~/editions/publishing/current-edition.server.ts";
import { InUseNotice } from "~/editions/publishing/publication-page.tsx";
import { obstaclesInUse } from "~/editions/publishing/publications.server.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { quantity } from "~/values/words.ts";

export const meta = titled("Edition");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "content");
  const { settings } = visit;
  const id = args.params["id"]!;
  const draft = await readDraft(args.context, settings, id);
  if (!draft) refuse(404, messages.notFound);
  const { document, live } = draft;
  const [findings, inUse] = await Promise.all([
    lintDraft(args.context, visit, draft),
    obstaclesInUse(args.context.db, draft, visit.now),
  ]);
  const mayMakeCurrent =
    live !== null && settings.currentEdition !== id && can(visit.viewer.abilities, "everything");
  const isAsked = mayMakeCurrent && new URL(args.request.url).searchParams.get("ask") === "current";
  const changes = changesInWords(
    changesBetween(live?.document ?? {}, document),
    live?.document ?? null,
    document,
  );
  return {
    id,
    next: nextPart(args.request, id),
    name: conferenceName({ id, ...document.conference }),
    isPublished: live !== null,
    isCurrent: settings.currentEdition === id,
    mayMakeCurrent,
    mayMoney: can(visit.viewer.abilities, "money"),
    isChosen: settings.conferenceId === id,
    current: settings.currentEdition,
    currentName: nameOf(settings.currentEdition, draft.around.listed),
    /**
     * The people who would be affected if this edition became the current one. They are read only when the viewer asks
     * for this.
     */
    touched: isAsked ? await readTouched(args.context, visit, id) : null,
    changes: changes.length,
    inUse,
    findings: shownFindings(id, document, findings),
    parts: EDITION_PARTS.map((part) => ({
      ...part,
      inBrief: partInBrief(part.id, document),
      // In a draft that was never published, everything is new. So no changes are counted.
      changes: live === null ? 0 : changes.filter((change) => change.part === part.id).length,
      mistakes: findings.filter(({ level, part: its }) => level === "error" && its === part.id).length,
      notes: findings.filter(({ level, part: its }) => level === "note" && its === part.id).length,
    })),
  };
}

/** The name of an edition, or its id if the edition is not in `listed`. */
function nameOf(id: string, listed: { id: string; year: number }[]): string {
  const conference = listed.find((one) => one.id === id);
  return conference && isConferenceId(id) ? conferenceName(conference) : id;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "makeCurrent", form);
  const id = args.params["id"]!;
  intentIn(form, ["current"]);
  const answer = await makeCurrent(args.context, visit, id, String(form.get("instead") ?? ""));
  if ("refused" in answer) return data({ reason: answer.refused }, answer.status);
  return redirect(`/admin/editions/${id}`);
}

export default function EditionPage() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, name, next, parts, changes, findings, isPublished, isCurrent, inUse } = page;
  return (
    <Page
      title={name}
      lead={isCurrent ? "The edition that delegates see." : "Delegates see another edition."}
    >
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      {page.touched && (
        <Card title={editionMessages.makeCurrent.asked(name)}>
          <ul className="sentences">
            <li>{editionMessages.makeCurrent.now(name)}</li>
            <li>{editionMessages.makeCurrent.there(page.currentName, page.touched.there)}</li>
            {page.touched.closesDoors && <li>{editionMessages.makeCurrent.doors(page.currentName)}</li>}
            <li>{editionMessages.makeCurrent.here(name, page.touched.here)}</li>
            <li>
              {editionMessages.makeCurrent.site} <a href="/notifications">Notifications</a> belong to no
              edition: look whether they still hold.
            </li>
          </ul>
          <PostForm className="stack">
            <input type="hidden" name="instead" value={page.current} />
            <ActCode />
            <div className="actions">
              <Button name="intent" value="current">
                {editionMessages.makeCurrent.ask(name)}
              </Button>
              <LinkButton href={`/admin/editions/${id}`} variant="secondary">
                {editionMessages.makeCurrent.leave}
              </LinkButton>
            </div>
          </PostForm>
        </Card>
      )}
      {next && <SavedNotice next={next} />}
      {!isPublished && (
        <Notice tone="info">
          <p>A draft: nobody but its editors sees it before it is published.</p>
        </Notice>
      )}
      <InUseNotice inUse={inUse} />
      <FindingList level="error" findings={findings} />
      <div className="actions">
        <LinkButton href={`/admin/editions/${id}/publish`} variant={changes > 0 ? "primary" : "secondary"}>
          {changes > 0 ? `Look at ${quantity(changes, "change")} and publish` : "Publications"}
        </LinkButton>
        <LinkButton href={`/admin/editions/${id}/preview`} variant="secondary">
          Preview
        </LinkButton>
        <LinkButton href={`/admin/editions/new?from=${id}`} variant="secondary">
          New edition from this one
        </LinkButton>
      </div>
      <FindingList level="note" findings={findings} />
      <PartList id={id} parts={parts} />
      <p className="hint">
        {editionMessages.invoicesElsewhere}
        {page.mayMoney && (
          <>
            {" "}
            {page.isChosen ? (
              <a href="/admin/payments/invoicing">Bank details and limits</a>
            ) : (
              editionMessages.bankDetailsElsewhere
            )}
          </>
        )}
      </p>
      {page.mayMakeCurrent && !page.touched && (
        <p>
          <a href="?ask=current">{editionMessages.makeCurrent.ask(name)}</a>
        </p>
      )}
      <p>
        <a href="/admin/editions">All editions</a>
      </p>
    </Page>
  );
}
