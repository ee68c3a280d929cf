import { useContext } from "react";
import { Clock, ZoneContext } from "~/ui/moment.tsx";
import { dateInWords } from "~/values/days.ts";
import { isoDay } from "~/values/times.ts";

export type LoggedAct = {
  id: string;
  /** UTC ms. */
  date: number;
  actor: string;
  act: string;
  object: string;
  thing: { name: string; href: string | null };
  /** Where all acts about the same thing are. */
  about: string;
  detail: string;
};

/** Acts as sentences, newest first, below the day on which they were done. */
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

/** Who did what to what; of what somebody did to themselves the name is said once. */
function Sentence({ actor, act, thing: { name, href } }: LoggedAct) {
  const thing = href ? <a href={href}>{name}</a> : <bdi>{name}</bdi>;
  if (name === actor)
    return (
      <span>
        {thing} {act}
      </span>
    );
  return (
    <span>
      <bdi>{actor}</bdi> {act}: {thing}
    </span>
  );
}
