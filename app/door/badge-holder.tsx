import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import type { DoorRefusal } from "./at-door.ts";
import { doorMessages } from "./messages.ts";
import { SessionsOfPerson } from "./session-door.tsx";

/**
 * The page of the holder of a scanned badge. It shows only the sessions that are open now, because a badge does not let
 * anybody into the conference. If the pass does not count, the page says why.
 */
export function BadgeHolder({
  pass,
  refusal,
  sessions,
  entry,
  isChanged,
}: {
  pass: { uid: string; name: string; title: string; reference: string } | null;
  refusal: DoorRefusal | null;
  sessions: Parameters<typeof SessionsOfPerson>[0]["sessions"];
  entry: string;
  /** Whether the last button did nothing, because something had happened since the page was shown. */
  isChanged: boolean;
}) {
  return (
    <Page
      title={refusal?.title ?? doorMessages.badge.title}
      eyebrow={<a href="/admin/door/sessions">Sessions today</a>}
    >
      {isChanged && (
        <Notice tone="error">
          <p>{doorMessages.sessions.changed}</p>
        </Notice>
      )}
      <div className="door-verdict" data-tone={refusal ? "error" : "info"}>
        {pass && (
          <>
            <p className="door-name">
              <bdi>{pass.name || pass.reference}</bdi>
            </p>
            <p>{pass.title}</p>
          </>
        )}
        {refusal && <p>{refusal.whatToDo}</p>}
      </div>
      {pass && !refusal && sessions.length > 0 && (
        <SessionsOfPerson sessions={sessions} uid={pass.uid} entry={entry} isMain />
      )}
      {pass && !refusal && sessions.length === 0 && <p>{doorMessages.badge.noSession}</p>}
      <p className="hint">{doorMessages.badge.whatToDo}</p>
    </Page>
  );
}
