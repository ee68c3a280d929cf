import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import type { HistoryEntry } from "./details.ts";
import { detailsMessages } from "./messages.ts";

/** The changes after submitting: what was changed, when, and whether by the team. Renders nothing if there are none. */
export function DetailsHistory({
  entries,
  title = detailsMessages.staffHistory,
}: {
  entries: HistoryEntry[];
  title?: string;
}) {
  if (entries.length === 0) return null;
  return (
    <Card title={title} id="details">
      {entries.map(({ at, byTeam, lines }) => (
        <section className="stack tight" key={at}>
          <h3>
            <Moment at={at} />
            {byTeam && ", by the team"}
          </h3>
          <ul>
            {lines.map(({ id, text, from, to }) => (
              <li key={id}>
                {text}: <bdi className="answer">{to || "nothing"}</bdi>{" "}
                <span className="muted">
                  (before: <bdi className="answer">{from || "nothing"}</bdi>)
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
