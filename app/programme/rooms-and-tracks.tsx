import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FieldError, fieldAttributes } from "~/ui/field.tsx";
import { PostForm } from "~/ui/post-form.tsx";

type NamedRow = { id: string; title: string; link?: string | null; sessions: number };

export type NamedReply = {
  kind: "room" | "track";
  /** The id of the room or track; empty for a new one. */
  id: string;
  values: { title: string; link: string };
  problems: Record<string, string>;
  /** The stored values that the typed form was made from. Absent if somebody else has changed them meanwhile. */
  seen?: { title: string; link: string };
};

/** Edits rooms or tracks by name (rooms also have a link) and adds new ones. */
export function NamedCard({
  kind,
  list,
  reply,
}: {
  kind: "room" | "track";
  list: NamedRow[];
  reply?: NamedReply;
}) {
  const mine = reply?.kind === kind ? reply : undefined;
  // If somebody else has removed the room or track meanwhile, the form for a new one keeps the name that was typed.
  const isListed = list.some(({ id }) => id === mine?.id);
  return (
    <Card title={kind === "room" ? "Rooms" : "Tracks"} id={`${kind}s`}>
      <div className="named-list">
        {list.map((one) => (
          <NamedForm key={one.id} kind={kind} stored={one} reply={mine?.id === one.id ? mine : undefined} />
        ))}
        <NamedForm kind={kind} reply={isListed ? undefined : mine} />
      </div>
    </Card>
  );
}

function NamedForm({
  kind,
  stored,
  reply,
}: {
  kind: "room" | "track";
  stored?: NamedRow;
  reply?: NamedReply;
}) {
  const key = `${kind}-${stored?.id ?? "new"}`;
  const present = { title: stored?.title ?? "", link: stored?.link ?? "" };
  const values = reply?.values ?? present;
  const seen = reply?.seen ?? present;
  const field = (name: "title" | "link", label: string) => {
    const error = reply?.problems[name];
    return (
      <div className="field">
        <label htmlFor={`${key}-${name}`}>{label}</label>
        {error && <FieldError name={`${key}-${name}`}>{error}</FieldError>}
        <input
          {...fieldAttributes({ name: `${key}-${name}`, ...(error && { error }) })}
          name={name}
          defaultValue={values[name]}
        />
      </div>
    );
  };
  return (
    <PostForm>
      <ErrorSummary
        problems={Object.entries(reply?.problems ?? {}).map(([name, message]) => ({
          field: `${key}-${name}`,
          message,
        }))}
      />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={stored?.id ?? ""} />
      <input type="hidden" name="seenTitle" value={seen.title} />
      <input type="hidden" name="seenLink" value={seen.link} />
      <div className="named-fields">
        {field("title", stored ? "Name" : `New ${kind}`)}
        {kind === "room" && field("link", "Link, if the room is online")}
        <div className="cluster">
          <Button name="intent" value={stored ? "rename" : "add"} variant="secondary">
            {stored ? "Save" : `Add ${kind}`}
          </Button>
          {stored &&
            (stored.sessions === 0 ? (
              <Button name="intent" value="remove" variant="quiet" aria-label={`Remove ${stored.title}`}>
                Remove
              </Button>
            ) : (
              <span className="hint">
                {stored.sessions} {stored.sessions === 1 ? "session" : "sessions"}
              </span>
            ))}
        </div>
      </div>
    </PostForm>
  );
}
