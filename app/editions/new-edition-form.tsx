import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { DateField, SelectField, TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { COPIED_PARTS } from "./copy-edition.ts";
import { EDITION_PARTS } from "./edition-document.ts";
import { editionMessages } from "./messages.ts";

type Reply = {
  values: Record<"id" | "location" | "title" | "from" | "weeks", string>;
  parts: string[];
  problems: Record<string, string>;
  dates: { path: string; label: string; control: string; typed: string; was: string }[] | null;
  datesFor?: string;
};

/**
 * Asks for the name of the new edition and for what it is copied from. Before anything is stored, it shows the dates of
 * the new edition.
 */
export function NewEditionForm({
  from,
  editions,
  reply,
}: {
  from: string;
  /** The editions that can be copied. */
  editions: { id: string; name: string }[];
  reply?: Reply;
}) {
  const values = reply?.values ?? { id: "", location: "", title: "", from, weeks: "" };
  const problems = reply?.problems ?? {};
  const chosen = new Set<string>(reply?.parts ?? COPIED_PARTS);
  const dates = reply?.dates ?? null;
  return (
    <PostForm className="stack">
      <Card title="What it is called">
        <TextField
          label="Name in addresses"
          name="id"
          hint="aconf or hconf, an underscore and the year in four digits. It never changes."
          defaultValue={values.id}
          error={problems["id"]}
          className="medium"
        />
        <TextField label="City" name="location" defaultValue={values.location} error={problems["location"]} />
        <TextField
          label="Theme"
          name="title"
          optional
          defaultValue={values.title}
          error={problems["title"]}
        />
      </Card>
      <Card title="From what it begins">
        <SelectField
          label="Copy"
          name="from"
          emptyOption="nothing"
          options={editions.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={values.from}
          error={problems["from"]}
        />
        <TextField
          label="Weeks by which all dates move"
          name="weeks"
          optional
          hint="Left empty, as many whole weeks as lead to the same season: weekdays and times of day stay."
          inputMode="numeric"
          className="short"
          defaultValue={values.weeks}
          error={problems["weeks"]}
        />
        <fieldset className="field">
          <legend>What is copied</legend>
          <div className="choices">
            {EDITION_PARTS.filter(({ id }) => (COPIED_PARTS as readonly string[]).includes(id)).map(
              ({ id, title }) => (
                <label className="choice" key={id}>
                  <input type="checkbox" name="parts" value={id} defaultChecked={chosen.has(id)} />
                  <span>{title}</span>
                </label>
              ),
            )}
          </div>
        </fieldset>
        <p className="hint">{editionMessages.programmeLater}</p>
      </Card>
      {dates && dates.length > 0 && (
        <Card title="Its dates">
          <input type="hidden" name="datesFor" value={reply?.datesFor} />
          <Notice tone="info">
            <p>Nothing is stored yet. Correct what should be different, and create the draft.</p>
          </Notice>
          {dates.map(({ path, label, control, typed, was }) => {
            const field = {
              ...{ name: path, label, defaultValue: typed, error: problems[path] },
              hint: was && `Before: ${was}`,
            };
            return control === "day" ? (
              <DateField key={path} {...field} />
            ) : (
              <TextField key={path} {...field} type="datetime-local" className="medium" />
            );
          })}
        </Card>
      )}
      <div className="actions">
        {dates && dates.length > 0 ? (
          <>
            <Button name="intent" value="create">
              Create the draft
            </Button>
            <Button name="intent" value="look" variant="secondary">
              Show the dates again
            </Button>
          </>
        ) : (
          <Button name="intent" value="look">
            Continue
          </Button>
        )}
      </div>
    </PostForm>
  );
}
