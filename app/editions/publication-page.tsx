import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { PublicationState } from "~/values/types.ts";
import type { ChangeInWords } from "./change-words.ts";
import { EDITION_PARTS } from "./edition-document.ts";
import { editionMessages } from "./messages.ts";

/** Every change, part by part: what it is, what stands there now, and what would. */
export function ChangeList({ changes, editionId }: { changes: ChangeInWords[]; editionId: string }) {
  return EDITION_PARTS.map(({ id, title }) => {
    const its = changes.filter(({ part }) => part === id);
    if (its.length === 0) return null;
    return (
      <Card key={id} title={title}>
        <dl className="rows">
          {its.map(({ what, before, after }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {before && (
                  <>
                    <del>{before}</del>{" "}
                  </>
                )}
                {after ? <ins>{after}</ins> : <span className="muted">nothing</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={`/admin/editions/${editionId}/${id}`}>Edit</a>
        </p>
      </Card>
    );
  });
}

/** Publishes at once or at a time, over the draft and the rows that were shown. */
export function PublishForm({
  revision,
  seen,
  zone,
  dueAt,
}: {
  revision: number;
  seen: string;
  zone: string;
  dueAt: string;
}) {
  return (
    <PostForm className="stack">
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="seen" value={seen} />
      <p className="hint">
        {editionMessages.allAtOnce} {editionMessages.whatStays}
      </p>
      <div className="actions">
        <Button name="intent" value="publish">
          Publish now
        </Button>
      </div>
      <TextField
        label="Publish later, at"
        name="dueAt"
        type="datetime-local"
        className="medium"
        hint={editionMessages.inZone(zone)}
        defaultValue={dueAt}
      />
      <div className="actions">
        <Button name="intent" value="schedule" variant="secondary">
          Publish at this time
        </Button>
      </div>
    </PostForm>
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
  revision: number;
  state: PublicationState;
  dueAt: number;
  publishedAt: number | null;
  reason: string | null;
  takesBack: string | null;
  mayTakeBack: boolean;
};

/** What was published and when, the newest first; the newest can be taken back. */
export function PublicationList({ publications }: { publications: Listed[] }) {
  if (publications.length === 0) return null;
  return (
    <Card title="Publications">
      <ListTable
        caption="Publications"
        rows={publications}
        keyOf={({ id }) => id}
        columns={[
          { title: "When", cell: ({ dueAt, publishedAt }) => <Moment at={publishedAt ?? dueAt} /> },
          { title: "Draft", cell: ({ revision }) => revision },
          {
            title: "State",
            cell: ({ state, reason, takesBack }) => (
              <>
                <Tag tone={state === "published" ? "success" : state === "refused" ? "error" : "todo"}>
                  {STATES[state]}
                </Tag>
                {reason && <p className="hint">{reason}</p>}
                {takesBack && (
                  <p className="hint">
                    {editionMessages.tookBack(publications.find((one) => one.id === takesBack)?.revision)}
                  </p>
                )}
              </>
            ),
          },
          {
            cell: ({ id, state, mayTakeBack }) =>
              (mayTakeBack || state === "scheduled") && (
                <PostForm>
                  <input type="hidden" name="publication" value={id} />
                  <Button name="intent" value={mayTakeBack ? "back" : "cancel"} variant="secondary">
                    {mayTakeBack ? "Take back" : "Cancel"}
                  </Button>
                </PostForm>
              ),
          },
        ]}
      />
    </Card>
  );
}
