import type { ReactNode } from "react";
import { EDITION_PARTS } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { PublicationState } from "~/values/types.ts";
import type { ChangeInWords, ChosenTwice } from "./change-words.ts";

/**
 * The revision of the draft that the page shows, and the state of the rows at that time. Every form on the page sends
 * both.
 */
type Seen = { revision: number; rows: string };

function SeenFields({ seen }: { seen: Seen }) {
  return (
    <>
      <input type="hidden" name="revision" value={seen.revision} />
      <input type="hidden" name="seen" value={seen.rows} />
    </>
  );
}

/** Lists what is in use and therefore prevents publishing. */
export function InUseNotice({ inUse }: { inUse: string[] }) {
  if (inUse.length === 0) return null;
  return (
    <Notice tone="error" title={editionMessages.inUse}>
      <ul className="sentences">
        {inUse.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * The values that were changed both in the draft and on another page. For each value there are two buttons, one for
 * each version that can be kept.
 */
export function ChooseBetween({ values, seen }: { values: ChosenTwice[]; seen: Seen }) {
  if (values.length === 0) return null;
  const say = editionMessages.chosenTwice;
  return (
    <Notice tone="error" title={say.title}>
      <p>{say.lead}</p>
      <PostForm className="stack">
        <SeenFields seen={seen} />
        {values.map(({ path, what, published, drafted }) => (
          <fieldset key={path}>
            <legend>{what}</legend>
            <div className="actions">
              <Button name="putBack" value={path} variant="secondary">
                {say.published(published || say.nothing)}
              </Button>
              <Button name="keep" value={path} variant="secondary">
                {say.drafted(drafted || say.nothing)}
              </Button>
            </div>
          </fieldset>
        ))}
      </PostForm>
    </Notice>
  );
}

/**
 * Every change, part by part: its place, the published value, and the value after publishing. Each change can be undone
 * by itself.
 */
export function ChangeList({
  changes,
  editionId,
  seen,
}: {
  changes: ChangeInWords[];
  editionId: string;
  seen: Seen;
}) {
  const isPublished = seen.rows !== "";
  return EDITION_PARTS.map(({ id, title }) => {
    const its = changes.filter(({ part }) => part === id);
    if (its.length === 0) return null;
    const list = (
      <dl className="rows">
        {its.map(({ path, what, before, after }) => (
          <div key={path}>
            <dt>{what}</dt>
            <dd>
              {before && (
                <>
                  <del>{before}</del>{" "}
                </>
              )}
              {after ? <ins>{after}</ins> : <span className="muted">nothing</span>}{" "}
              {isPublished && (
                <Button name="putBack" value={path} variant="quiet">
                  {editionMessages.putBack}
                  <span className="visually-hidden">: {what}</span>
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    );
    return (
      <Card key={id} title={title}>
        {isPublished ? (
          <PostForm>
            <SeenFields seen={seen} />
            {list}
          </PostForm>
        ) : (
          list
        )}
        <p>
          <a href={`/admin/editions/${editionId}/${id}`}>
            Edit<span className="visually-hidden"> {title}</span>
          </a>
        </p>
      </Card>
    );
  });
}

/** The field with the time at which to publish later. */
export const DUE_AT = "dueAt";

/** Publishes now or at a later time, provided that the draft and the rows have not changed since they were shown. */
export function PublishForm({
  seen,
  zone,
  moves,
  dueAt,
  problem,
}: {
  seen: Seen;
  zone: string;
  /** The title of the open round whose deadline the draft moves; null if nobody is told of a moved deadline. */
  moves: string | null;
  dueAt: string;
  /** What is wrong with the time at which to publish later. */
  problem: string | undefined;
}) {
  return (
    <div className="stack">
      <PostForm className="stack">
        <SeenFields seen={seen} />
        <p className="hint">
          {editionMessages.allAtOnce} {editionMessages.whatStays}
        </p>
        {moves !== null && <Notice tone="warning">{editionMessages.movesDeadline(moves)}</Notice>}
        <ActCode />
        <div className="actions">
          <Button name="intent" value="publish">
            Publish now
          </Button>
        </div>
      </PostForm>
      {/* A form of its own: the Enter key in its fields must not publish at once. */}
      <PostForm className="stack">
        <SeenFields seen={seen} />
        <TextField
          label="Publish later, at"
          name={DUE_AT}
          type="datetime-local"
          className="medium"
          hint={editionMessages.inZone(zone)}
          defaultValue={dueAt}
          error={problem}
        />
        <ActCode />
        <div className="actions">
          <Button name="intent" value="schedule" variant="secondary">
            Publish at this time
          </Button>
        </div>
      </PostForm>
    </div>
  );
}

/** Asks whether to take back the newest publication. */
export function AskedTakeBack({ publication, href }: { publication: Listed; href: string }) {
  const say = editionMessages.takeBack;
  return (
    <Card title={say.asked}>
      <p>{publication.changed.join(", ")}</p>
      <p>
        {say.effect} {say.mails}
      </p>
      <PostForm className="stack">
        <input type="hidden" name="publication" value={publication.id} />
        <ActCode />
        <div className="actions">
          <Button name="intent" value="back" variant="danger">
            {say.ask}
          </Button>
          <LinkButton href={href} variant="secondary">
            {say.leave}
          </LinkButton>
        </div>
      </PostForm>
    </Card>
  );
}

const STATES: Record<PublicationState, string> = {
  scheduled: "Waiting",
  published: "Published",
  cancelled: "Cancelled",
  refused: "Not published",
};

type Listed = {
  id: string;
  state: PublicationState;
  dueAt: number;
  publishedAt: number | null;
  /** Who published. */
  by: string;
  /** What the publication changed, part by part. */
  changed: string[];
  reason: string | null;
  takesBack: string | null;
  mayTakeBack: boolean;
};

/** What was published and when, newest first. The newest publication can be taken back. */
export function PublicationList({ publications }: { publications: Listed[] }) {
  if (publications.length === 0) return null;
  const tookBack = (taken: string): ReactNode => {
    const one = publications.find(({ id }) => id === taken);
    if (!one) return editionMessages.tookBack;
    return (
      <>
        {editionMessages.tookBackThat} <Moment at={one.publishedAt ?? one.dueAt} />
      </>
    );
  };
  return (
    <Card title="Publications">
      <ListTable
        caption="Publications"
        rows={publications}
        keyOf={({ id }) => id}
        columns={[
          { title: "When", cell: ({ dueAt, publishedAt }) => <Moment at={publishedAt ?? dueAt} /> },
          { title: "Who", cell: ({ by }) => by },
          { title: "What", cell: ({ changed }) => changed.join(", ") },
          {
            title: "State",
            cell: ({ state, reason, takesBack }) => (
              <>
                <Tag tone={state === "published" ? "success" : state === "refused" ? "error" : "todo"}>
                  {STATES[state]}
                </Tag>
                {reason && <p className="hint">{reason}</p>}
                {takesBack && <p className="hint">{tookBack(takesBack)}</p>}
              </>
            ),
          },
          {
            cell: ({ id, state, mayTakeBack }) =>
              mayTakeBack ? (
                <a href="?ask=back">{editionMessages.takeBack.ask}</a>
              ) : (
                state === "scheduled" && (
                  <PostForm>
                    <input type="hidden" name="publication" value={id} />
                    <Button name="intent" value="cancel" variant="secondary">
                      Cancel
                    </Button>
                  </PostForm>
                )
              ),
          },
        ]}
      />
    </Card>
  );
}
