import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import type { HistoryEntry } from "./details.ts";
import { detailsMessages } from "./messages.ts";

/** For staff: what a delegate changed after submitting, and when. Renders nothing if they changed nothing. */
export function DetailsHistory({ entries }: { entries: HistoryEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card title={detailsMessages.staffHistory} id="details">
      {entries.map(({ at, lines }) => (
        <section className="stack tight" key={at}>
          <h3>
            <Moment at={at} />
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
