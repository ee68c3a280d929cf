import { useContext } from "react";
import { Clock, ZoneContext } from "~/ui/moment.tsx";
import { dateInWords } from "~/values/days.ts";
import { isoDay } from "~/values/times.ts";
import type { ActInWords, Actor, Thing } from "./audit-words.ts";

export type LoggedAct = {
  id: string;
  /** UTC ms. */
  date: number;
  actor: Actor;
  object: string;
  /** The address of a list of all acts on the same thing. */
  about: string;
} & ActInWords;

/** Acts as sentences, newest first, under the day on which they were done. */
export function AuditDays({ acts }: { acts: LoggedAct[] }) {
  const zone = useContext(ZoneContext);
  const days = [...new Set(acts.map(({ date }) => isoDay(date, zone)))];
  return days.map((day) => (
    <section key={day} className="stack tight">
      <h2>{dateInWords(day)}</h2>
      <ul className="rows log">
        {acts
          .filter(({ date }) => isoDay(date, zone) === day)
          .map((act) => (
            <li key={act.id}>
              <Clock at={act.date} /> <Sentence {...act} />{" "}
              {act.detail && <span className="hint">{act.detail} </span>}
              <span className="hint about">
                <a href={act.about}>
                  All acts<span className="visually-hidden">{` about ${act.object}`}</span>
                </a>
              </span>
            </li>
          ))}
      </ul>
    </section>
  ));
}

/**
 * The sentence of an act: who did what to which thing. The name links to the account, because two people can have the
 * same name.
 */
const Sentence = ({ actor, before, thing, after }: LoggedAct) => (
  <span>
    <Named {...actor} /> {before}
    {thing && <Named {...thing} />}
    {after}
  </span>
);

const Named = ({ name, href }: Thing) =>
  href ? (
    <a href={href}>
      <bdi>{name}</bdi>
    </a>
  ) : (
    <bdi>{name}</bdi>
  );
