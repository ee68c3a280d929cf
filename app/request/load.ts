/**
 * The worth of a request when not all can be answered, highest first: somebody acts (pays, submits, signs in on a
 * known device), somebody signed in reads, or anybody else looks around.
 */
export type Worth = "acts" | "reads" | "looks";

/**
 * At a fourth above what is bearable, all requests of a worth are turned away: a softer slope lets a queue grow
 * first.
 */
const STEEP = 4;

/** For each worth: the factor by which trips may wait longer than `busyAfter` before its requests are turned away. */
const PATIENCE: Record<Worth, number> = { looks: 1, reads: 2.5, acts: Number.POSITIVE_INFINITY };

/** After this long (ms) without a trip, the waiting counts half. */
const HALF_LIFE = 1_000;

/** The share of the newest trip in the average, and the most that it counts (ms): a single slow trip is no rush. */
const NEW = 0.1;
const MOST = 1_500;
/**
 * The quickest trip is looked for in the present period of this length (ms) and in the previous one, because the
 * database may move away.
 */
const REMEMBERED = 300_000;

/** So many trips that are late at once are a queue; fewer may be large statements. */
const QUEUE = 8;
/** A trip that has not ended after this long (ms) never will: whoever asked has left. */
const GIVEN_UP = 60_000;

/** How long the trips of an isolate to the database wait at the moment: longer than the quickest take. */
export function newLoad() {
  const quickest = { now: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY, since: 0 };
  /** When each trip that has not ended began: the oldest first. */
  const underWay = new Set<{ since: number }>();
  let usual = 0;
  let last = 0;

  function note(took: number, now: number): void {
    const bounded = Math.min(took, MOST);
    if (now - quickest.since > REMEMBERED) {
      Object.assign(quickest, { before: quickest.now, now: Number.POSITIVE_INFINITY, since: now });
    }
    quickest.now = Math.min(quickest.now, bounded);
    usual += (bounded - usual) * NEW;
    last = now;
  }

  /** How long the youngest of the oldest trips is under way: a queue is seen before any trip in it has ended. */
  function ageOfQueue(now: number): number {
    let late = 0;
    for (const trip of underWay) {
      const age = now - trip.since;
      if (age > GIVEN_UP) underWay.delete(trip);
      else {
        late += 1;
        if (late === QUEUE) return age;
      }
    }
    return 0;
  }

  return {
    /** @returns what is to be called when this trip, which begins now, has ended. */
    begin(now: number): (now: number) => void {
      const trip = { since: now };
      underWay.add(trip);
      return (end) => {
        underWay.delete(trip);
        note(end - now, end);
      };
    },

    /** Milliseconds. */
    waiting(now: number): number {
      if (last === 0) return 0;
      const least = Math.min(quickest.now, quickest.before);
      const ended = (usual - least) * 0.5 ** (Math.max(0, now - last) / HALF_LIFE);
      return Math.max(0, ended, Math.min(ageOfQueue(now), MOST) - least);
    },
  };
}

/**
 * Whether a request is turned away: above what is bearable for its worth, first some requests are, and soon all.
 *
 * @param waiting how long trips wait (ms).
 * @param busyAfter how long (ms) they may wait before people who look around are turned away.
 * @param chance from 0 to 1, drawn for this request.
 */
export function isTurnedAway(worth: Worth, waiting: number, busyAfter: number, chance: number): boolean {
  const bearable = busyAfter * PATIENCE[worth];
  return waiting > bearable && chance < (waiting / bearable - 1) * STEEP;
}

/** Addresses on the way to a pass: those who have begun it are let through. */
const WAY_TO_PAY = /^\/(register|virtual-summit|paying|payment|waiver|plus\/subscribe)(\/|$)/;
/** Scripts ask for these again and again. */
const POLLED = /\/version$/;
const RELOADED = /\b(max-age=0|no-cache)\b/;

type Caller = {
  isSignedIn: boolean;
  /** Whether this browser has signed somebody in before. */
  isKnownDevice: boolean;
  /** Whether a program says for whom it acts, or is the card processor. */
  isProgramOfSomebody: boolean;
};

/** What a request is worth. */
export function worthOf(request: Request, caller: Caller): Worth {
  const { pathname } = new URL(request.url);
  const posts = request.method === "POST";
  if (caller.isProgramOfSomebody) return "acts";
  if (posts) return caller.isSignedIn || caller.isKnownDevice ? "acts" : "looks";
  if (!caller.isSignedIn || POLLED.test(pathname)) return "looks";
  if (WAY_TO_PAY.test(pathname)) return "acts";
  return RELOADED.test(request.headers.get("Cache-Control") ?? "") ? "looks" : "reads";
}
