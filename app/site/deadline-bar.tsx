import { type HTMLAttributes, useContext } from "react";
import { applicationMessages } from "~/applications/messages.ts";
import type { DeadlineBarState as Bar, NamedDeadline } from "~/conference/countdown.ts";
import { Moment, ZoneContext } from "~/ui/moment.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "deadline-clock": HTMLAttributes<HTMLElement> & {
        "data-now": number;
        "data-rounds": string;
        "data-zone": string;
        "data-closed": string;
      };
    }
  }
}

/**
 * The sticky bar that counts down to the round's deadline. With JavaScript, `deadline-clock` keeps the countdown
 * running. At zero, it continues with the next of `rounds`.
 */
export function DeadlineBar({ bar, rounds, now }: { bar: Bar; rounds: NamedDeadline[]; now: number }) {
  const zone = useContext(ZoneContext);
  if (bar.state === "hidden") return null;
  const ahead = rounds.filter(({ deadline }) => now <= deadline);
  return (
    <aside className="deadline" aria-label="Application deadline">
      <div className="wrap">
        <deadline-clock
          data-now={now}
          data-rounds={JSON.stringify(ahead)}
          data-zone={zone}
          data-closed={applicationMessages.applicationsClosed}
        >
          {bar.state === "closed" ? (
            applicationMessages.applicationsClosed
          ) : (
            <>
              <span>
                <span data-title="">{bar.title}</span> close in <b>{bar.text}</b>
              </span>{" "}
              <span className="wide-only">
                <Moment at={bar.deadline} />
              </span>
            </>
          )}
        </deadline-clock>
      </div>
    </aside>
  );
}
