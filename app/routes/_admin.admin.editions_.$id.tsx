import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { conferenceName } from "~/conference/conferences.ts";
import { changesInWords } from "~/editions/change-words.ts";
import { makeCurrent } from "~/editions/current-edition.server.ts";
import { EDITION_PARTS } from "~/editions/edition-document.ts";
import { FindingList } from "~/editions/finding-list.tsx";
import { shownFindings } from "~/editions/findings.ts";
import { lintDraft } from "~/editions/linting.server.ts";
import { changesBetween } from "~/editions/merge.ts";
import { obstaclesInUse } from "~/editions/publications.server.ts";
import { readDraft } from "~/editions/revisions.server.ts";
import { wasSaved } from "~/editions/saved.ts";
import { SavedNotice } from "~/editions/saved-notice.tsx";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { Tag } from "~/ui/tag.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { counted, grouped } from "~/values/words.ts";

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
  const changes = changesInWords(
    changesBetween(live?.document ?? {}, document),
    live?.document ?? null,
    document,
  );
  return {
    id,
    isSaved: wasSaved(args.request),
    name: conferenceName({ id, ...document.conference }),
    isPublished: live !== null,
    isCurrent: settings.currentEdition === id,
    mayMakeCurrent: can(visit.viewer.abilities, "everything"),
    current: settings.currentEdition,
    changes: changes.length,
    inUse,
    findings: shownFindings(id, document, findings),
    parts: EDITION_PARTS.map((part) => ({
      ...part,
      changes: changes.filter((change) => change.part === part.id).length,
      mistakes: findings.filter(({ level, part: its }) => level === "error" && its === part.id).length,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "everything", form);
  const id = args.params["id"]!;
  intentIn(form, ["current"]);
  const answer = await makeCurrent(args.context, visit, id, String(form.get("instead") ?? ""));
  if ("refused" in answer) return data({ reason: answer.refused }, answer.status);
  return redirect(`/admin/editions/${id}`);
}

export default function EditionPage() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, name, isSaved, parts, changes, findings, isPublished, isCurrent, inUse } = page;
  return (
    <Page
      title={name}
      lead={isCurrent ? "The edition that delegates see." : "Delegates see another edition."}
    >
      <ErrorSummary problems={reply ? [{ message: reply.reason }] : []} />
      {isSaved && <SavedNotice />}
      {!isPublished && (
        <Notice tone="info">
          <p>A draft: nobody but its editors sees it before it is published.</p>
        </Notice>
      )}
      {inUse.length > 0 && (
        <Notice tone="error" title="In use, and gone from the draft">
          <ul className="sentences">
            {inUse.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <FindingList level="error" findings={findings} />
      <div className="actions">
        <LinkButton href={`/admin/editions/${id}/publish`} variant={changes > 0 ? "primary" : "secondary"}>
          {changes > 0 ? `Look at ${counted(changes, "change")} and publish` : "Publications"}
        </LinkButton>
        <LinkButton href={`/admin/editions/${id}/preview`} variant="secondary">
          Preview
        </LinkButton>
        <LinkButton href={`/admin/editions/new?from=${id}`} variant="secondary">
          New edition from this one
        </LinkButton>
      </div>
      <ul className="rows">
        {parts.map((part) => (
          <li key={part.id} className="task">
            <a href={`/admin/editions/${id}/${part.id}`}>{part.title}</a>{" "}
            <span className="cluster">
              {part.mistakes > 0 && <Tag tone="error">{`${grouped(part.mistakes)} to mend`}</Tag>}{" "}
              {isPublished && part.changes > 0 && <Tag tone="warning">{counted(part.changes, "change")}</Tag>}
            </span>
          </li>
        ))}
      </ul>
      <FindingList level="note" findings={findings} isFolded />
      {isPublished && !isCurrent && page.mayMakeCurrent && (
        <Card title="Make it the current edition">
          <p>
            Delegates then see {name} instead of {page.current}: they apply and pay for this one. What they
            have in the other stays under “Earlier conferences”. Its brand, contact and library become those
            of the portal.
          </p>
          <p>
            <a href="/notifications">Notifications</a> belong to no edition: look whether they still hold.
          </p>
          <PostForm className="actions">
            <input type="hidden" name="instead" value={page.current} />
            <Button name="intent" value="current">
              Make {id} current
            </Button>
          </PostForm>
        </Card>
      )}
      <p>
        <a href="/admin/editions">All editions</a>
      </p>
    </Page>
  );
}
