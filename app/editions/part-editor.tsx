import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CheckboxField, DateField, SelectField, TextArea, TextField } from "~/ui/field.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";

type Field = {
  name: string;
  label: string;
  hint?: string;
  control: "line" | "lines" | "tick" | "choice" | "time" | "day";
  optional: boolean;
  rows?: number;
  options?: { value: string; label: string }[];
};

type Item = {
  id: string;
  values: Record<string, string>;
  title: string;
  inside: { href: string; words: string } | null;
  /** What is published where the draft says something else, by field. */
  published: Record<string, string>;
};

export type PartEditorProps = {
  noun: string | null;
  mayAdd: boolean;
  seen: string;
  fields: Field[];
  items: Item[];
  problems: Record<string, string>;
  /** Whether the form is shown again with what was typed and not saved. */
  unsaved: boolean;
};

/** Edits a part of an edition, field by field, and a list of them item by item; nothing is stored before "Save". */
export function PartEditor({ noun, mayAdd, seen, fields, items, problems, unsaved }: PartEditorProps) {
  return (
    <PostForm className="stack">
      <EnterButton name="intent" value="save" />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="items" value={items.length} />
      <UnsavedChanges unsaved={unsaved} />
      {items.map((item, index) => {
        const heading = item.title || (noun ? `New ${noun}` : undefined);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: new items have no id yet, and the server draws them
          <Card key={index} title={heading} id={item.id ? `item-${item.id.replaceAll(" ", "-")}` : undefined}>
            <input type="hidden" name={`${index}.id`} value={item.id} />
            {item.inside && (
              <p>
                <a href={item.inside.href}>{item.inside.words}</a>
              </p>
            )}
            {fields.map((field) => (
              <Control key={field.name} field={field} item={item} index={index} problems={problems} />
            ))}
            {noun && <Arrange noun={noun} index={index} last={items.length - 1} title={item.title} />}
          </Card>
        );
      })}
      <div className="actions">
        <Button name="intent" value="save">
          Save
        </Button>
        {mayAdd && (
          <Button name="intent" value="add" variant="secondary">
            Add {/^[aeio]/.test(noun!) ? "an" : "a"} {noun}
          </Button>
        )}
      </div>
    </PostForm>
  );
}

function Arrange({ noun, index, last, title }: { noun: string; index: number; last: number; title: string }) {
  const name = title || `the new ${noun}`;
  return (
    <div className="cluster">
      {index > 0 && (
        <Button name="intent" value={`up:${index}`} variant="quiet">
          Up<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {index < last && (
        <Button name="intent" value={`down:${index}`} variant="quiet">
          Down<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      <Button name="intent" value={`remove:${index}`} variant="quiet">
        Remove<span className="visually-hidden">: {name}</span>
      </Button>
    </div>
  );
}

function Control({
  field: { name, label, hint, control, optional, rows, options },
  item,
  index,
  problems,
}: {
  field: Field;
  item: Item;
  index: number;
  problems: Record<string, string>;
}) {
  const key = `${index}.${name}`;
  const published = item.published[name];
  const more =
    published === undefined ? (
      hint
    ) : (
      <>
        {hint} <span className="published">Published: {published || "nothing"}</span>
      </>
    );
  const field = { name: key, label, hint: more, error: problems[key], optional };
  const value = item.values[name] ?? "";
  if (control === "tick") return <CheckboxField {...field} defaultChecked={value === "true"} />;
  if (control === "lines") return <TextArea {...field} rows={rows} defaultValue={value} />;
  if (control === "day") return <DateField {...field} defaultValue={value} />;
  if (control === "time")
    return <TextField {...field} type="datetime-local" className="medium" defaultValue={value} />;
  if (control === "choice") {
    // What the draft holds stays chosen even where it is no option any more, so that saving does not change it.
    const known = options!.some((option) => option.value === value) || value === "";
    const all = known ? options! : [...options!, { value, label: `${value} (not there any more)` }];
    return <SelectField {...field} options={all} emptyOption="Choose" defaultValue={value} />;
  }
  return <TextField {...field} defaultValue={value} />;
}
