import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/field.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { HoldingState } from "~/values/types.ts";
import { grouped } from "~/values/words.ts";
import { doorMessages, scanMessages } from "./messages.ts";

type Named = {
  id: string;
  name: string;
  fullName: string;
  institution: string;
  title: string;
  reference: string;
  state: HoldingState;
};

/** The list of names at the door: how many are in, and a search by name or reference. */
export function NamesAtDoor({
  held,
  inside,
  people,
  isMore,
  search,
  mayTakeMoney,
}: {
  held: number;
  inside: number;
  people: Named[];
  isMore: boolean;
  /** Empty before anything was searched. */
  search: string;
  mayTakeMoney: boolean;
}) {
  return (
    <>
      <p>
        <strong>{doorMessages.insideOf(grouped(inside), grouped(held))}</strong>
      </p>
      <p>{doorMessages.howTo}</p>
      <form method="get" className="stack tight">
        <TextField
          label="Name or reference"
          name="name"
          type="search"
          defaultValue={search}
          autoComplete="off"
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
          {people.map(({ id, name, fullName, institution, title, reference, state }) => (
            <li key={id}>
              <p>
                <a href={`/admin/door/${id}`}>
                  <bdi>{name || reference}</bdi>
                </a>{" "}
                {state !== "held" && <Tag tone="error">{doorMessages.states[state]}</Tag>}
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
