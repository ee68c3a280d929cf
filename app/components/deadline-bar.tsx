import type { HTMLAttributes } from "react";
import type { DeadlineBar as Bar } from "../domain/countdown.ts";
import { messages } from "../domain/messages.ts";
import { Moment } from "./moment.tsx";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "deadline-clock": HTMLAttributes<HTMLElement> & { "data-deadline": number; "data-now": number };
    }
  }
}

/** The sticky bar that counts down to the deadline of the round. A script may keep `deadline-clock` ticking. */
export function DeadlineBar({ bar, now }: { bar: Bar; now: number }) {
  if (bar.state === "hidden") return null;
  return (
    <section className="deadline" aria-label="Application deadline">
      <div className="wrap">
        {bar.state === "closed" ? (
          messages.applicationsClosed
        ) : (
          <>
            <span>
              {bar.title} close in{" "}
              <deadline-clock data-deadline={bar.deadline} data-now={now}>
                <b>{bar.text}</b>
              </deadline-clock>
            </span>
            <span className="wide-only">
              <Moment at={bar.deadline} />
            </span>
          </>
        )}
      </div>
    </section>
  );
}
