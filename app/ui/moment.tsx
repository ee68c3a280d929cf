import type { HTMLAttributes } from "react";
import { EASTERN, inZone } from "~/values/times.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "own-time": HTMLAttributes<HTMLElement> & {
        "data-style"?: "date";
        "data-day"?: string;
        "data-told"?: "";
      };
    }
  }
}

/**
 * An instant of the portal's clock (UTC ms) in US Eastern time, with the zone's name. With JavaScript the
 * visitor's own time follows if it differs. Every instant on a page is written by this component.
 */
export function Moment({ at, style }: { at: number; style?: "date" }) {
  return (
    <own-time data-style={style}>
      <time dateTime={new Date(at).toISOString()}>{inZone(at, EASTERN, style)}</time>
    </own-time>
  );
}

/** A period, from one day to another (UTC ms). */
export function Period({ from, until }: { from: number; until: number }) {
  return (
    <>
      <Moment at={from} style="date" /> to <Moment at={until} style="date" />
    </>
  );
}
