import { isOfferOn, keepsPlace, type MadeOffer, type PassOfPerson } from "~/standing/waiting-offers.ts";
import { PASS_TYPES, type PassType } from "~/values/types.ts";

/** A history can be run without one of these guards, and must then go wrong. */
export type OfferGuard =
  | "others' offers"
  | "a pass that was lost"
  | "what the refill counts"
  | "an open payment";

type Person = {
  /** Whether the person's decision is Accepted even without an offer. */
  accepted: boolean;
  /** People with a lower rank come earlier on the list. */
  rank: number;
  offers: MadeOffer[];
  passes: (PassOfPerson & { startedAt: number; byInvoice: boolean })[];
};

/** Random numbers from 0 up to, but not including, 1. They are the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Plays one random history of a waiting list. People pay by card, by invoice and as a group; they decline, let offers
 * end, are refunded and transfer passes. Staff make offers by hand, change the number of places, take the release back,
 * and switch the filling of free places on and off. Crons fill free places; two crons run at once. Each act follows the
 * rules of the portal, as its statement does.
 *
 * @param without a guard that is left out.
 * @returns what went wrong, in words; empty if nothing did.
 */
export function offerHistory(seed: number, without?: OfferGuard): string[] {
  const random = numbersFrom(seed);
  const below = (number: number) => Math.floor(random() * number);
  const wrong = new Set<string>();
  const people: Person[] = Array.from({ length: 8 }, (_, index) => ({
    ...{ accepted: index < 3, rank: below(1000) * 10 + index, offers: [], passes: [] },
  }));
  const places: Record<PassType, number> = { goldPlus: 1 + below(3), gold: 1 + below(3) };
  let [now, isReleased, refills] = [1_000, true, random() < 0.6];

  const open = ({ offers }: Person) => offers.find(({ endedAt }) => endedAt === null);
  const live = ({ passes }: Person) => passes.filter(({ state }) => state !== "ended");
  const known = (person: Person) =>
    without === "a pass that was lost"
      ? person.passes.filter(({ state }) => state !== "ended")
      : person.passes;
  const stands = (person: Person) => {
    const offer = open(person);
    if (!offer) return false;
    if (without === "an open payment" && now > offer.endsAt) return false;
    return isOfferOn(offer, known(person), now);
  };
  const keeps = (person: Person, pass: PassType) => {
    const offer = open(person);
    return offer?.passType === pass && keepsPlace(offer, known(person), now);
  };
  const reads = (person: Person) => {
    if (!isReleased) return null;
    return person.accepted || stands(person) ? "Accepted" : "Waitlisted";
  };
  const sold = (pass: PassType) => people.flatMap(live).filter(({ passType }) => passType === pass).length;
  const kept = (pass: PassType, but?: Person) =>
    people.filter((person) => person !== but && keeps(person, pass)).length;
  const free = (pass: PassType) => places[pass] - sold(pass) - kept(pass);
  const waits = (person: Person) => reads(person) === "Waitlisted" && live(person).length === 0;

  /** Sets `endedAt` of each offer that no longer stands. The person of such an offer can then get another one. */
  const noteEnds = () => {
    for (const person of people) {
      const offer = open(person);
      if (offer && !stands(person)) offer.endedAt = Math.min(now, offer.endsAt);
    }
  };
  const offer = (person: Person, passType: PassType, endsAt: number) =>
    person.offers.push({ passType, offeredAt: now, endsAt, endedAt: null });

  function reserve(person: Person, passType: PassType, byInvoice: boolean): boolean {
    const offered = stands(person) ? open(person) : undefined;
    const others = without === "others' offers" ? 0 : kept(passType, person);
    const left = places[passType] - sold(passType) - others;
    const isFree = keeps(person, passType) || left > 0;
    if (reads(person) !== "Accepted" || live(person).length > 0 || !isFree) return false;
    // In the portal, an invoice is due no later than the end of the offer. Here it is due at once.
    if (offered && now > offered.endsAt) wrong.add("something was sold after the end of its offer");
    person.passes.push({ passType, state: "pending", since: null, startedAt: now, byInvoice });
    return true;
  }

  function refill() {
    noteEnds();
    if (!refills) return;
    const counted = () =>
      without === "what the refill counts" ? places.goldPlus - sold("goldPlus") : free("goldPlus");
    // Two crons run at once. The second one counts anew, as its statement does.
    for (const _ of [1, 2]) {
      const next = people
        .filter((person) => waits(person) && person.offers.length === 0)
        .sort((one, other) => one.rank - other.rank)
        .slice(0, Math.max(0, counted()));
      const behind = people.filter(
        (person) => waits(person) && person.offers.length === 0 && !next.includes(person),
      );
      if (next.some(({ rank }) => behind.some((other) => other.rank < rank)))
        wrong.add("the order was not kept");
      for (const person of next) offer(person, "goldPlus", now + 5 + below(90));
    }
    if (free("goldPlus") > 0 && people.some((person) => waits(person) && person.offers.length === 0))
      wrong.add("somebody waits beside a free place");
  }

  const acts: ((person: Person) => void)[] = [
    (person) => reserve(person, PASS_TYPES[below(2)]!, false),
    (person) => reserve(person, open(person)?.passType ?? "goldPlus", random() < 0.4),
    () => {
      for (const one of people.filter(() => random() < 0.4)) reserve(one, "goldPlus", false);
    },
    (person) => {
      const attempt = live(person).find(({ state }) => state === "pending");
      if (!attempt) return;
      if (random() < 0.65) Object.assign(attempt, { state: "held", since: now });
      else attempt.state = "ended";
    },
    (person) => {
      const pass = live(person).find(({ state }) => state === "held");
      if (pass) pass.state = random() < 0.5 ? "ending" : "ended";
    },
    (person) => {
      const pass = live(person).find(({ state }) => state === "ending");
      if (pass) pass.state = random() < 0.5 ? "held" : "ended";
    },
    (person) => {
      const pass = live(person).find(({ state }) => state === "held");
      const other = people[below(people.length)]!;
      if (!pass || other === person || live(other).length > 0 || reads(other) !== "Accepted") return;
      pass.state = "ended";
      other.passes.push({ ...pass, state: "held", since: now });
    },
    (person) => {
      const offered = open(person);
      if (offered && stands(person) && live(person).length === 0) offered.endedAt = now;
    },
    (person) => {
      noteEnds();
      const pass = PASS_TYPES[below(2)]!;
      if (waits(person) && free(pass) > 0) offer(person, pass, now + 3 + below(90));
    },
    () => {
      places[PASS_TYPES[below(2)]!] = below(5);
    },
    () => {
      isReleased = random() < 0.7;
    },
    () => {
      refills = !refills;
    },
    (person) => {
      // The time moves to a millisecond before the end of the offer, to the end, or to a millisecond after it.
      const end = open(person)?.endsAt;
      if (end !== undefined && end > now) now = end - 1 + below(3);
    },
    refill,
    refill,
  ];

  const taken = () => PASS_TYPES.map((pass) => sold(pass) + kept(pass));
  let chosen = people[0]!;
  for (let step = 0; step < 60; step += 1) {
    now += below(4);
    const before = taken();
    // Often the same person acts again, so that one story goes on to its end.
    if (random() < 0.4) chosen = people[below(people.length)]!;
    acts[below(acts.length)]!(chosen);
    for (const [index, pass] of PASS_TYPES.entries()) {
      const is = sold(pass) + kept(pass);
      // Directors may set the number of places below what is taken. Then nothing more may be taken.
      if (is > Math.max(places[pass], before[index]!))
        wrong.add("more is sold and kept than there are places");
      if (is > places[pass] && is > before[index]!) wrong.add("more was taken than was free");
    }
    for (const person of people) {
      const last = person.offers.at(-1);
      const isPaying = live(person).length > 0;
      const was = person.passes.some(
        ({ state, since }) => state === "ended" && since !== null && last && since >= last.offeredAt,
      );
      const offered =
        last !== undefined && last.endedAt === null && (isPaying || (now <= last.endsAt && !was));
      const expected = isReleased ? (person.accepted || offered ? "Accepted" : "Waitlisted") : null;
      if (reads(person) !== expected) wrong.add("an answer says another decision");
    }
  }
  return [...wrong];
}
