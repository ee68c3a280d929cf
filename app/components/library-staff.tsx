import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { PostForm } from "./post-form.tsx";
import { SummaryList } from "./summary-list.tsx";

/** What somebody else saved, above the form that still holds what was typed. */
export function StoredMeanwhile({ fields }: { fields: [label: string, value: string][] }) {
  return (
    <Card title="What is stored now">
      <SummaryList rows={fields.map(([term, value]) => ({ term, value }))} />
    </Card>
  );
}

/** Removes a speaker, saying which videos will name one speaker less. */
export function SpeakerRemoval({
  version,
  videos,
}: {
  version: number;
  videos: { id: string; title: string }[];
}) {
  return (
    <details>
      <summary>Remove this speaker</summary>
      <PostForm className="stack tight">
        <input type="hidden" name="version" value={version} />
        {videos.length === 0 ? (
          <p>No video names this speaker. This cannot be undone.</p>
        ) : (
          <>
            <p>These videos stay, and will not name this speaker any more. This cannot be undone.</p>
            <ul>
              {videos.map(({ id, title }) => (
                <li key={id}>
                  <a href={`/staff/videos/${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="actions">
          <Button name="intent" value="remove" variant="danger">
            Remove the speaker
          </Button>
        </p>
      </PostForm>
    </details>
  );
}

/** Removes a video. */
export function VideoRemoval({ version, title }: { version: number; title: string }) {
  return (
    <details>
      <summary>Remove this video</summary>
      <PostForm className="stack tight">
        <input type="hidden" name="version" value={version} />
        <p>
          “{title}” and everybody’s place in it go from the library. A file stays in the store. This cannot be
          undone; to hide it for a while, publish it no longer.
        </p>
        <p className="actions">
          <Button name="intent" value="remove" variant="danger">
            Remove the video
          </Button>
        </p>
      </PostForm>
    </details>
  );
}
