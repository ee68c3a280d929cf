import type { HTMLAttributes } from "react";
import { EASTERN, inZone } from "../domain/times.ts";

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
 * An instant of the portal's clock (UTC ms) in US Eastern, as the zone's name says; with JavaScript, where
 * the visitor's clock shows another time, that stands behind it. Every date on a page that is an instant
 * is written by this.
 */
export function Moment({ at, style }: { at: number; style?: "date" }) {
  return (
    <own-time data-style={style}>
      <time dateTime={new Date(at).toISOString()}>{inZone(at, EASTERN, style)}</time>
    </own-time>
  );
}

/** From one day to another. */
export function Period({ from, until }: { from: number; until: number }) {
  return (
    <>
      <Moment at={from} style="date" /> to <Moment at={until} style="date" />
    </>
  );
}
