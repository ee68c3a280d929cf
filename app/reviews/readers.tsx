import { Card } from "~/ui/card.tsx";
import { LivePart } from "~/ui/live-part.tsx";
import { Tag } from "~/ui/tag.tsx";
import { reviewMessages } from "./messages.ts";

type Readers = {
  reviews: { uid: string; reader: string; score: string; recommendation: string }[];
  mean: string | null;
  spread: string | null;
  apart: boolean;
};

/**
 * Every reader's score and recommendation. A reviewer sees them only after saving their own review. `conflicts` are the
 * readers who said that they should not read the application.
 */
export function ReaderScores({
  readers,
  conflicts,
  src,
}: {
  readers: Readers | null;
  conflicts: { reader: string; reason: string }[];
  src: string;
}) {
  return (
    <LivePart id="readers" src={src}>
      <Card title="All reviews">
        {readers === null ? (
          <p className="muted">{reviewMessages.afterYours}</p>
        ) : readers.reviews.length === 0 ? (
          <p className="muted">Nobody has reviewed this application yet.</p>
        ) : (
          <>
            <p className="cluster">
              <strong className="price">{readers.mean}</strong>
              {readers.spread && <Tag tone={readers.apart ? "warning" : "todo"}>{readers.spread} apart</Tag>}
            </p>
            <ul className="rows reviews">
              {readers.reviews.map(({ uid, reader, score, recommendation }) => (
                <li key={uid}>
                  <span>{reader}</span> <strong>{score}</strong>{" "}
                  <span className="muted">{recommendation}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {conflicts.map(({ reader, reason }) => (
          <p key={reader}>
            {reviewMessages.doesNotRead(reader)} <q>{reason}</q>
          </p>
        ))}
      </Card>
    </LivePart>
  );
}
