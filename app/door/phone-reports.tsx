import { Card } from "~/ui/card.tsx";
import type { ScanReason } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import { type AtPhone, type Incident, timeAtDoor } from "./at-door.ts";
import { doorMessages, scanMessages } from "./messages.ts";

type Props = {
  incidents: Incident[];
  isMore: boolean;
  /** How many scans phones have sent, and how many of them were refused at the door. */
  sent: number;
  refused: number;
  zone: string;
  now: number;
};

const words = doorMessages.phones;

/**
 * The incidents that phones without a network have reported: passes or add-ons that were used twice, and people who
 * should not have been let in.
 */
export function PhoneReports({ incidents, isMore, sent, refused, zone, now }: Props) {
  if (sent === 0) return null;
  const when = ({ at, by, device }: AtPhone) => words.at(timeAtDoor(at, zone, now), by, device);
  return (
    <Card title={words.title} id="phones">
      <p>{words.sent(quantity(sent, "scan"), grouped(refused))}</p>
      {incidents.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="rows door-things">
          {incidents.map(({ id, pass, name, title, reason, last, before }) => (
            <li key={id} className="stack tight">
              <p>
                <a href={`/admin/door/${pass}`}>
                  <bdi>{name || title}</bdi>
                </a>
              </p>
              <p>
                {title}. {reason === null ? words.twice : words.against(whyInWords(reason))}
              </p>
              <p className="hint">{[...(before ? [before] : []), last].map(when).join("; ")}</p>
            </li>
          ))}
        </ul>
      )}
      {isMore && <p>{words.most(grouped(incidents.length))}</p>}
    </Card>
  );
}

const whyInWords = (reason: ScanReason): string =>
  (reason in doorMessages.refusals
    ? doorMessages.refusals[reason as keyof typeof doorMessages.refusals]
    : scanMessages.notListed
  ).title.toLowerCase();
