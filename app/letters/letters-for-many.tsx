import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { grouped } from "~/values/words.ts";
import { type KindForMany, WITHOUT } from "./letters.ts";
import { LETTER_TITLES, letterMessages } from "./messages.ts";

const say = letterMessages.many;

type Found = {
  kind: KindForMany;
  hasAddress: boolean;
  number: number;
  /** Identifies the letters that would be issued. */
  seen: string;
  has: number;
  cannot: { reason: string; number: number; people: { uid: string; name: string }[] }[];
};

/**
 * Letters of one kind to a whole selection. It shows who gets a letter, who gets none and why, and the button that
 * issues the letters.
 */
export function LettersForSelection({
  kinds,
  fields,
  id,
  found,
  saysSo,
}: {
  kinds: KindForMany[];
  /** The parameters of the filter, for the form that chooses a kind of letter. */
  fields: Record<string, string>;
  /** The id in the form that issues the letters. */
  id: string;
  found: Found | null;
  /** Whether the member of the staff has agreed to issue letters although the edition has no postal address. */
  saysSo: boolean;
}) {
  return (
    <>
      <form method="get" className="filters">
        <HiddenFields fields={fields} />
        <SelectField
          label={say.kind}
          name="kind"
          defaultValue={found?.kind}
          hint={say.hint}
          options={kinds.map((kind) => ({ value: kind, label: LETTER_TITLES[kind] }))}
        />
        <div className="cluster">
          <Button variant="secondary">{say.show}</Button>
        </div>
      </form>
      {found && (
        <Card title={LETTER_TITLES[found.kind]}>
          <p>{say.ready(found.number)}</p>
          {found.number > 0 && !found.hasAddress && !saysSo && (
            <p>
              {letterMessages.staff.noAddress}{" "}
              <a
                href={`?${new URLSearchParams({ ...fields, kind: found.kind, [WITHOUT.name]: WITHOUT.value })}`}
              >
                {letterMessages.staff.without}
              </a>
            </p>
          )}
          {found.number > 0 && (found.hasAddress || saysSo) && (
            <PostForm>
              <HiddenFields
                fields={{
                  id,
                  seen: found.seen,
                  kind: found.kind,
                  ...(saysSo && { [WITHOUT.name]: WITHOUT.value }),
                }}
              />
              <Button name="intent" value="give">
                {say.issue(found.number)}
              </Button>
            </PostForm>
          )}
          {found.has > 0 && (
            <p>
              {say.has}: {grouped(found.has)}
            </p>
          )}
        </Card>
      )}
      {found && found.cannot.length > 0 && (
        <Card title={say.cannot}>
          {found.cannot.map(({ reason, number, people }) => (
            <Fold key={reason} title={`${reason}: ${grouped(number)}`}>
              <ul>
                {people.map(({ uid, name }) => (
                  <li key={uid}>
                    <a href={`/admin/delegates/${uid}?show=everyone`}>
                      <bdi>{name || uid}</bdi>
                    </a>
                  </li>
                ))}
                {number > people.length && <li>{say.more(number - people.length)}</li>}
              </ul>
            </Fold>
          ))}
        </Card>
      )}
    </>
  );
}
