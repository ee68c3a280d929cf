import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { doorMessages } from "./messages.ts";
import { SessionsOfPerson } from "./session-door.tsx";

/** The holder of a badge that was scanned: only the sessions that are open now, because a badge lets nobody in. */
export function BadgeHolder({
  pass: { uid, name, title, reference },
  sessions,
  entry,
  isChanged,
}: {
  pass: { uid: string; name: string; title: string; reference: string };
  sessions: Parameters<typeof SessionsOfPerson>[0]["sessions"];
  entry: string;
  /** Whether something has happened meanwhile, so that the last button did nothing. */
  isChanged: boolean;
}) {
  return (
    <Page title={doorMessages.badge.title} eyebrow={<a href="/admin/door">List of names</a>}>
      {isChanged && (
        <Notice tone="error">
          <p>{doorMessages.sessions.changed}</p>
        </Notice>
      )}
      <div className="door-verdict" data-tone="info">
        <p className="door-name">
          <bdi>{name || reference}</bdi>
        </p>
        <p>{title}</p>
      </div>
      {sessions.length > 0 ? (
        <SessionsOfPerson sessions={sessions} uid={uid} entry={entry} />
      ) : (
        <p>{doorMessages.badge.noSession}</p>
      )}
      <p className="hint">{doorMessages.badge.whatToDo}</p>
    </Page>
  );
}
