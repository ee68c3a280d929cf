/**
 * The worth of a request when not all requests can be answered, from the highest to the lowest. "acts": a person does
 * something (pays, submits, signs in on a known device, lets people in). "reads": a person who is signed in reads.
 * "looks": all other requests.
 */
export type Worth = "acts" | "reads" | "looks";

/**
 * How steeply the share of refused requests rises with the wait. With 4, all requests of a worth are turned away once
 * the wait is a quarter longer than the limit for that worth. If the share rose more slowly, a queue would build up
 * first.
 */
const STEEP = 4;

/**
 * For each `Worth`, how long trips to the database may wait before requests of this worth are turned away, as a
 * multiple of `busyAfter`.
 */
const PATIENCE: Record<Worth, number> = { looks: 1, reads: 2.5, acts: Number.POSITIVE_INFINITY };

/** After this long (ms) without a trip, the measured wait is halved. */
const HALF_LIFE = 1_000;

/**
 * The weight of the newest trip in the average, and the longest time (ms) that counts for a single trip. The time is
 * limited because one slow trip does not mean that many people are waiting.
 */
const NEW = 0.1;
const MOST = 1_500;
/**
 * The length of a period (ms). The quickest trip is looked for in the present period and in the one before it. Older
 * trips do not count, because the database may have moved further away since then.
 */
const REMEMBERED = 300_000;

/** This many trips that have not ended count as a queue. Fewer may just be large statements. */
const QUEUE = 8;
/** A trip that has not ended after this long (ms) will never end: the request that made it is gone. */
const GIVEN_UP = 60_000;

/**
 * Measures how long an isolate's trips to the database have to wait at the moment. The wait of a trip is how much
 * longer it takes than the quickest trip.
 */
export function newLoad() {
  const quickest = { now: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY, since: 0 };
  /** The beginning of each trip that has not ended, oldest first. */
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

  /**
   * The trips that have not ended are counted, beginning with the oldest. Returns the age (ms) of trip number `QUEUE`;
   * 0 if there are fewer trips. This shows a queue before any trip in it has ended.
   */
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
    /** @returns the function to call when this trip, which begins now, has ended. */
    begin(now: number): (now: number) => void {
      const trip = { since: now };
      underWay.add(trip);
      return (end) => {
        underWay.delete(trip);
        note(end - now, end);
      };
    },

    /** How long trips wait at present (ms). */
    waiting(now: number): number {
      if (last === 0) return 0;
      const least = Math.min(quickest.now, quickest.before);
      const ended = (usual - least) * 0.5 ** (Math.max(0, now - last) / HALF_LIFE);
      return Math.max(0, ended, Math.min(ageOfQueue(now), MOST) - least);
    },
  };
}

/**
 * Whether a request is turned away. Once the wait is longer than the limit for this worth, some requests of this worth
 * are turned away; once it is a quarter longer than the limit, all of them are.
 *
 * @param waiting how long trips to the database wait (ms).
 * @param busyAfter the limit (ms) for requests of the worth "looks". The limit for each worth is this, multiplied by
 *   the worth's number in `PATIENCE`.
 * @param chance a random number from 0 to 1, drawn for this request.
 */
export function isTurnedAway(worth: Worth, waiting: number, busyAfter: number, chance: number): boolean {
  const bearable = busyAfter * PATIENCE[worth];
  return waiting > bearable && chance < (waiting / bearable - 1) * STEEP;
}

/** Addresses on the way to a pass: people who are already on that way are let through. */
const WAY_TO_PAY = /^\/(register|virtual-summit|paying|payment|waiver|plus\/subscribe)(\/|$)/;
/** Pages of helpers at the door, each with a queue of people in front of them. */
const AT_DOOR = /^\/(door|admin\/door)(\/|$)/;
/** Scripts request these addresses again and again. */
const POLLED = /\/version$/;
const RELOADED = /\b(max-age=0|no-cache)\b/;

type Caller = {
  isSignedIn: boolean;
  /** Whether a person has signed in on this browser before. */
  isKnownDevice: boolean;
  /**
   * Whether the caller is the card processor, the mail provider, or a program that names the person for whom it acts.
   */
  isProgramOfSomebody: boolean;
};

/** The worth of a request. */
export function worthOf(request: Request, caller: Caller): Worth {
  const { pathname } = new URL(request.url);
  const posts = request.method === "POST";
  if (caller.isProgramOfSomebody) return "acts";
  if (posts) return caller.isSignedIn || caller.isKnownDevice ? "acts" : "looks";
  if (!caller.isSignedIn || POLLED.test(pathname)) return "looks";
  if (WAY_TO_PAY.test(pathname) || AT_DOOR.test(pathname)) return "acts";
  return RELOADED.test(request.headers.get("Cache-Control") ?? "") ? "looks" : "reads";
}
