import { useContext } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { LivePart } from "~/ui/live-part.tsx";
import { Moment, ZoneContext } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { inZone } from "~/values/times.ts";
import type { DeskReply } from "./reply.ts";

type Comment = { id: string; reader: string; text: string; date: number; mine: boolean };

/** The staff's comments on an application, oldest first, and a form to add one. */
export function Comments({ comments, src, reply }: { comments: Comment[]; src: string; reply?: DeskReply }) {
  const zone = useContext(ZoneContext);
  const problem = reply?.problems["comment"];
  return (
    <Card title="Comments">
      <LivePart id="comments" src={src}>
        {comments.length === 0 ? (
          <p className="muted">No comments that you can see.</p>
        ) : (
          <ul className="rows comments">
            {comments.map(({ id, reader, text, date, mine }) => (
              <li key={id}>
                <p className="cluster">
                  <strong>{mine ? "You" : <bdi>{reader}</bdi>}</strong>{" "}
                  <span className="hint">
                    <Moment at={date} />
                  </span>
                </p>
                <p className="answer">{text}</p>
                {mine && (
                  <PostForm>
                    <input type="hidden" name="comment-id" value={id} />
                    <Button
                      name="intent"
                      value="delete-comment"
                      variant="quiet"
                      aria-label={`Delete your comment from ${inZone(date, zone)}`}
                    >
                      Delete
                    </Button>
                  </PostForm>
                )}
              </li>
            ))}
          </ul>
        )}
      </LivePart>
      <PostForm className="stack tight">
        <ErrorSummary problems={problemsOf(reply, ["comment"])} />
        <TextArea
          label="Your comment"
          name="comment"
          rows={3}
          hint="Only staff see it. Reviewers see it once they have saved their own review."
          defaultValue={reply?.values["comment"]}
          error={problem}
        />
        <div>
          <Button name="intent" value="comment" variant="secondary">
            Comment
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}
