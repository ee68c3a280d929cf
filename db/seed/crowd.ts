import { HOUR } from "~/values/durations.ts";
import { ROLES } from "../../app/access/abilities.ts";
import type { Answers, Selection } from "../../app/values/catalogue.ts";
import type { Line } from "../../app/values/shapes.ts";
import type { Decision } from "../../app/values/types.ts";
import { asciiName, COUNTRIES, FIELDS, LEVELS, TOPICS } from "./crowd-lists.ts";
import type { Persona } from "./demo-people.ts";

// Makes many made-up applicants, the same ones every time, for trying out lists, counts and distribution at full size.

const READERS = [
  "Harvard University",
  "Harvard University",
  "Massachusetts Institute of Technology",
  "Tufts University",
];
const READER_COUNT = 12;

/** Numbers from 0 to 1 that look random but are always the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pad = (number: number, length: number) => String(number).padStart(length, "0");
const at = (instant: number) => new Date(instant).toISOString();

/** Makes `count` applicants. Out of every ten, about one has not submitted, three have a decision, and one has paid. */
export function crowd(count: number): Persona[] {
  return Array.from({ length: count }, (_, index) => applicant(index));
}

/** The staff who read these applications. */
export function crowdReaders(): Persona[] {
  return Array.from({ length: READER_COUNT }, (_, index) => ({
    account: `reader-${pad(index + 1, 2)}`,
    createdAt: "2022-10-01T12:00:00Z",
    admin: true,
    abilities: ROLES.reviewer.abilities,
    capacity: index % 4 === 3 ? 2 : 1,
    institution: READERS[index % READERS.length]!,
  }));
}

function applicant(index: number): Persona {
  const next = numbers(index + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const home = pick(COUNTRIES);
  const [firstName, lastName] = [pick(home.given.split(" ")), pick(home.family.split(" "))];
  const phone = () =>
    home.dial.replace(/0+$/, (end) => pad(Math.floor(next() * 10 ** end.length), end.length));
  const [field, topic] = [pick(FIELDS), pick(TOPICS)];
  const level = pick(LEVELS);
  // Submissions become more frequent as the winter break approaches.
  const handedIn = Date.parse("2022-12-17T02:00:00Z") - Math.floor(next() ** 2 * 75 * 24) * HOUR;
  const isSubmitted = next() > 0.12;
  const participation = next() < 0.8 ? "In person" : "Virtual";
  const birthYear = 1996 + Math.floor(next() * 8);
  const answers: Record<string, Answers> = {
    about: {
      firstName,
      lastName,
      dateOfBirth: `${birthYear}-${pad(1 + Math.floor(next() * 12), 2)}-${pad(1 + Math.floor(next() * 28), 2)}`,
      phone: phone(),
      nationality: home.code,
      residence: next() < 0.85 ? home.code : pick(COUNTRIES).code,
    },
    education: {
      institution: pick(home.institutions),
      level,
      field,
      graduationYear: String(birthYear + 22 + Math.floor(next() * 3)),
    },
    ...(isSubmitted && {
      participation: {
        participation,
        emergencyName: `${pick(home.given.split(" "))} ${lastName}`,
        emergencyPhone: phone(),
        ...(next() < 0.2 && { dietary: pick(["Vegetarian", "Halal", "No nuts", "Vegan", "Kosher"]) }),
      },
      essays: essays(firstName, field, topic, pick),
      scholarship: { scholarship: "No" },
    }),
  };
  const isDecided = isSubmitted && handedIn < Date.parse("2022-11-20T00:00:00Z") && next() < 0.9;
  const decision = isDecided ? decisionOf(next(), participation) : null;
  const isPaid = decision === "Accepted" && next() < 0.6;
  return {
    account: `${asciiName(firstName)}.${asciiName(lastName)}.${pad(index + 1, 4)}`,
    createdAt: at(handedIn - 9 * 24 * HOUR),
    application: {
      submittedAt: isSubmitted ? at(handedIn) : null,
      savedAt: at(handedIn - HOUR),
      answers,
      ...(decision && { decision: { decision, setAt: "2022-11-28T16:30:00Z" } }),
      ...(isPaid && {
        waiverAcceptedAt: "2022-12-02T09:00:00Z",
        payment: payment(
          participation,
          at(Date.parse("2022-12-02T10:00:00Z") + Math.floor(next() * 300) * HOUR),
        ),
      }),
    },
  };
}

function essays(
  firstName: string,
  field: string,
  [problem, tried, question]: (typeof TOPICS)[number],
  pick: <Item>(items: readonly Item[]) => Item,
): Answers {
  const who = pick(["my grandmother", "a neighbour", "my first employer", "a teacher of mine", "my cousin"]);
  const where = pick(["at home", "in the town where I study", "in the district next to ours", "in my city"]);
  return {
    motivation: `I study ${field.toLowerCase()}, and what I read about ${problem} rarely sounds like what ${who} says about it. I would like to spend three days with people who have seen the same thing somewhere else, because I no longer believe that one country finds the answer alone.`,
    challenge: `${problem[0]!.toUpperCase()}${problem.slice(1)} is the challenge I know best, ${where}. What was tried first was ${tried}; it helped for a season. Nobody asked about ${question}. I would begin with that question, write down the answers for a year, and only then decide what to build.`,
    contribution: `I can show how we measured it and where we were wrong. I hope to learn how others bring ${who.replace("my ", "a ").replace(" of mine", "")} into the room when decisions are made. What I take home goes into the group that meets ${pick(["every second Thursday", "after classes", "in our library", "online on Sundays"])}; ${firstName} is the one who takes its minutes.`,
  };
}

function decisionOf(draw: number, participation: string): Decision {
  if (draw < 0.45) return "Accepted";
  if (draw < 0.6 && participation === "In person") return "Deferred to virtual";
  return draw < 0.75 ? "Waitlisted" : "Rejected";
}

function payment(participation: string, paidAt: string) {
  const isVirtual = participation === "Virtual";
  const lines: Line[] = isVirtual
    ? [{ id: "gold", title: "Virtual Summit ticket", variant: null, cents: 15_000 }]
    : [
        { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
        { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
      ];
  const addOns: Selection = isVirtual ? {} : { h2023virtual: true };
  return { passType: isVirtual ? ("gold" as const) : ("goldPlus" as const), addOns, lines, paidAt };
}
