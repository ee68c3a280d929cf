import { createContext, type HTMLAttributes, useContext } from "react";
import { clockAt, inZone } from "~/values/times.ts";

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

/** The time zone in which a page writes instants. By default, it is the zone of the edition's deadlines. */
export const ZoneContext = createContext("UTC");

/**
 * An instant of the portal's clock (UTC ms) with the name of its time zone: `zone` if it is given, otherwise the page's
 * zone. With JavaScript, the visitor's own time follows if it differs. Every instant on a page is written by this
 * component or, if the page itself names its zone, by one of the components below.
 */
export function Moment({ at, style, zone }: { at: number; style?: "date"; zone?: string }) {
  const pageZone = useContext(ZoneContext);
  return (
    <own-time data-style={style}>
      <time dateTime={new Date(at).toISOString()}>{inZone(at, zone ?? pageZone, style)}</time>
    </own-time>
  );
}

/** An instant (UTC ms) in the page's time zone, for pages on which an earlier sentence names the zone. */
export function PlainMoment({ at }: { at: number }) {
  const zone = useContext(ZoneContext);
  return (
    <time dateTime={new Date(at).toISOString()}>{`${inZone(at, zone, "date")}, ${clockAt(at, zone)}`}</time>
  );
}

/**
 * The time of day of an instant (UTC ms), below a heading that gives the day; the time zone is named only once, above
 * all times.
 */
export function Clock({ at }: { at: number }) {
  const zone = useContext(ZoneContext);
  return <time dateTime={new Date(at).toISOString()}>{clockAt(at, zone)}</time>;
}

/** A period, from one day to another (UTC ms). */
export function Period({ from, until }: { from: number; until: number }) {
  return (
    <>
      <Moment at={from} style="date" /> to <Moment at={until} style="date" />
    </>
  );
}
