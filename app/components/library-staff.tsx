import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { ErrorSummary, type Problem } from "./error-summary.tsx";
import { PostForm } from "./post-form.tsx";
import { UnsavedChanges } from "./unsaved-changes.tsx";

/** Adds something to the library, or changes it over the version that was read. */
export function LibraryForm({
  heading,
  version,
  problems,
  isTyped,
  save,
  children,
}: {
  heading: string;
  /** Of what is changed; none for what is new. */
  version?: number;
  problems: Problem[];
  /** Shown again with what was typed and not saved. */
  isTyped: boolean;
  /** What the button says. */
  save: string;
  children: ReactNode;
}) {
  return (
    <Card title={heading}>
      <PostForm className="stack">
        <ErrorSummary problems={problems} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
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

/** Removes a speaker, saying which videos will name one speaker less. */
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
    </Removal>
  );
}

/** Removes a video. */
export function VideoRemoval({ version, title }: { version: number; title: string }) {
  return (
    <Removal thing="video" version={version}>
      <p>
        “{title}” and everybody’s place in it go from the library. A file stays in the store. This cannot be
        undone; to hide it for a while, publish it no longer.
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
