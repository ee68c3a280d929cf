import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import type { Problem } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";

/**
 * The form that adds a thing to the library or changes one. A change is saved only if the thing still has the version
 * that was read.
 */
export function LibraryForm({
  heading,
  version,
  entry,
  problems,
  isTyped,
  save,
  children,
}: {
  heading: string;
  /** The version that is changed; absent if a new thing is added. */
  version?: number;
  /** The id of the form that adds a new thing: a form that is sent twice adds one. */
  entry?: string;
  problems: Problem[];
  /** Whether the form contains typed text that is not saved. */
  isTyped: boolean;
  /** The label of the submit button. */
  save: string;
  children: ReactNode;
}) {
  return (
    <Card title={heading}>
      <PostForm className="stack">
        <ErrorSummary problems={problems} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        {entry !== undefined && <input type="hidden" name="entry" value={entry} />}
        {children}
        <UnsavedChanges unsaved={isTyped} />
        <p className="actions">
          <Button name="intent" value="save">
            {save}
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}

/** The form that removes a speaker. It lists the videos that will no longer name the speaker. */
export function SpeakerRemoval({
  version,
  videos,
}: {
  version: number;
  videos: { id: string; title: string }[];
}) {
  return (
    <Removal thing="speaker" version={version}>
      {videos.length === 0 ? (
        <p>No video names this speaker. This cannot be undone.</p>
      ) : (
        <>
          <p>These videos stay, but will no longer name this speaker. This cannot be undone.</p>
          <ul>
            {videos.map(({ id, title }) => (
              <li key={id}>
                <a href={`/staff/videos/${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Removal>
  );
}

/** Removes a video. */
export function VideoRemoval({ version, title }: { version: number; title: string }) {
  return (
    <Removal thing="video" version={version}>
      <p>
        “{title}” and everybody’s place in it are removed from the library. Its file, if it has one, stays in
        the store. This cannot be undone. To hide the video for a while, unpublish it instead.
      </p>
    </Removal>
  );
}

function Removal({ thing, version, children }: { thing: string; version: number; children: ReactNode }) {
  return (
    <details>
      <summary>{`Remove this ${thing}`}</summary>
      <PostForm className="stack tight">
        <input type="hidden" name="version" value={version} />
        {children}
        <p className="actions">
          <Button name="intent" value="remove" variant="danger">
            {`Remove the ${thing}`}
          </Button>
        </p>
      </PostForm>
    </details>
  );
}
