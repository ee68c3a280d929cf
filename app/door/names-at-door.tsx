import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/field.tsx";
import { Tag } from "~/ui/tag.tsx";
import { grouped } from "~/values/words.ts";
import { timeAtDoor } from "./at-door.ts";
import { doorMessages, scanMessages } from "./messages.ts";

type Named = {
  id: string;
  name: string;
  fullName: string;
  institution: string;
  title: string;
  reference: string;
  /** Why the pass lets nobody in; null if it lets its holder in. */
  refusal: string | null;
  /** When the person came in (UTC ms); null if the person is not here. */
  since: number | null;
};

/** The list of names at the door: how many people have come in, and a search by name or reference. */
export function NamesAtDoor({
  counts,
  people,
  isMore,
  zone,
  now,
  search,
  mayTakeMoney,
}: {
  /**
   * How many people hold a pass, and how many of them have come in. Null while the helper looks for one person after
   * another, because counting reads rows of all delegates.
   */
  counts: { held: number; inside: number } | null;
  people: Named[];
  isMore: boolean;
  /** The time zone of the event. */
  zone: string;
  now: number;
  /** Empty if nothing was searched for yet. */
  search: string;
  mayTakeMoney: boolean;
}) {
  return (
    <>
      {counts && (
        <>
          <p>
            <strong>{doorMessages.insideOf(grouped(counts.inside), grouped(counts.held))}</strong>
          </p>
          <p>{doorMessages.howTo}</p>
        </>
      )}
      <form method="get" className="stack tight">
        <TextField
          label="Name or reference"
          name="name"
          type="search"
          defaultValue={search}
          autoComplete="off"
          autoFocus={counts === null && search === ""}
        />
        <Button>Search</Button>
      </form>
      {search !== "" && people.length === 0 && (
        <p>
          {doorMessages.nobody}
          {mayTakeMoney && (
            <>
              {" "}
              <a href="/admin/payments">Record a payment</a>
            </>
          )}
        </p>
      )}
      {people.length > 0 && (
        <ul className="rows door-things">
          {people.map(({ id, name, fullName, institution, title, reference, refusal, since }) => (
            <li key={id}>
              <p>
                <a href={`/admin/door/${id}`}>
                  <bdi>{name || reference}</bdi>
                </a>{" "}
                {refusal !== null ? (
                  <Tag tone="error">{refusal}</Tag>
                ) : since !== null ? (
                  <Tag tone="success">{doorMessages.hereSince(timeAtDoor(since, zone, now))}</Tag>
                ) : (
                  <Tag tone="todo">{doorMessages.notYet}</Tag>
                )}
              </p>
              <p className="hint">
                {[fullName !== name && fullName, institution, title, reference].filter(Boolean).join(", ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isMore && <p>{doorMessages.moreFound}</p>}
      <p>
        <a href="/admin/door/sessions">{doorMessages.sessions.link}</a>
      </p>
      <p>
        <a href="/door/scan">{scanMessages.link}</a>
      </p>
      <p>
        <a href="/admin/door/practice">{doorMessages.practice.link}</a>
      </p>
    </>
  );
}
