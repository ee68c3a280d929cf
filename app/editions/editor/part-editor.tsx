import { Fragment, type HTMLAttributes, type MouseEvent, type ReactNode } from "react";
import { type EditionControl, isOwnPicture } from "~/editions/edition-fields.ts";
import { editionMessages } from "~/editions/messages.ts";
import { libraryMessages } from "~/library/messages.ts";
import { MAIL_PICTURE } from "~/mail/mail-picture.ts";
import { Button, EnterButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import {
  CheckboxField,
  DateField,
  FileField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "~/ui/field.tsx";
import { Picture } from "~/ui/picture.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { NO_PICTURE, type RowState, STANDARD, UPLOAD } from "./part-form.ts";
import { PartRow } from "./part-row.tsx";
import type { PartShape } from "./part-shape.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "colour-picker": HTMLAttributes<HTMLElement> & { label: string };
    }
  }
}

export type ShownField = {
  name: string;
  label: string;
  hint?: string;
  control: EditionControl;
  optional: boolean;
  rows?: number;
  options?: { value: string; label: string }[];
};

export type ShownItem = {
  id: string;
  values: Record<string, string>;
  /** For each field that shows something other than its saved value, the saved value; null for a new item. */
  was: Record<string, string> | null;
  /**
   * The saved values to show beside what was typed. Present if somebody else has saved the part since the form was
   * loaded.
   */
  meanwhile?: Record<string, string>;
  title: string;
  /** The sentence at the top of the item's form. */
  about: string | null;
  inBrief: string[];
  /** The empty fields that can be filled with a standard text. */
  standard?: string[];
  state: RowState;
  inside: { href: string; words: string } | null;
  /** For each field whose published value differs from the value shown, the published value. */
  published: Record<string, string>;
  /** For each field whose value in the previous edition differs from the value shown, the previous edition's value. */
  former: Record<string, string>;
  /** For each field that limits places, how many places are taken now. */
  beside?: Record<string, string>;
};

export type PartEditorProps = {
  noun: string | null;
  hasRows: boolean;
  mayAdd: boolean;
  first: PartShape["first"] | null;
  mayRestore: boolean;
  seen: string;
  fields: ShownField[];
  items: ShownItem[];
  /** The name of the previous edition, in a form that fits into sentences. */
  formerName: string;
  problems: Record<string, string>;
  /** Whether the form shows again what was typed but not saved. */
  unsaved: boolean;
};

/**
 * Edits a part of an edition: a single item field by field, or a list item by item. Nothing is stored before "Save".
 */
export function PartEditor(props: PartEditorProps) {
  const { noun, hasRows, mayAdd, first, mayRestore, seen, fields, items, formerName, problems, unsaved } =
    props;
  const pictures = fields.filter(({ control }) => control === "picture").length * items.length;
  return (
    <PostForm
      className="stack"
      encType={pictures > 0 ? "multipart/form-data" : undefined}
      hasOptionalDate={fields.some(
        ({ control, optional }) => optional && (control === "day" || control === "time"),
      )}
    >
      <EnterButton name="intent" value="save" />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="items" value={items.length} />
      <UnsavedChanges unsaved={unsaved} />
      <AllStandard items={items} />
      {pictures > 1 && <p className="hint">{libraryMessages.images.together}</p>}
      {items.length > 0 && (
        <div className={hasRows ? "items" : "stack"}>
          {items.map((item, index) => {
            const form = (
              <>
                <input type="hidden" name={`${index}.id`} value={item.id} />
                {item.about && <p className="muted">{item.about}</p>}
                {fields.map((field) => (
                  <Fragment key={field.name}>
                    <PartControl {...{ field, item, index, formerName, problems }} />
                    {item.standard?.includes(field.name) && <StandardButton field={field} index={index} />}
                  </Fragment>
                ))}
                {noun && <Arrange noun={noun} index={index} last={items.length - 1} title={item.title} />}
              </>
            );
            const isUnsaved = item.was === null || Object.keys(item.was).length > 0;
            const isWrong = Object.keys(problems).some((name) => name.startsWith(`${index}.`));
            return hasRows ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: new items have no id yet, and the server renders the rows
              <PartRow key={index} {...{ item, index, noun, isUnsaved, isWrong }}>
                {form}
              </PartRow>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: new items have no id yet
              <Card key={index}>{form}</Card>
            );
          })}
        </div>
      )}
      {first && (
        <p>
          {editionMessages.first[first].why} <a href={first}>{editionMessages.first[first].link}</a>
        </p>
      )}
      <div className="actions">
        <Button name="intent" value="save">
          Save
        </Button>
        {mayAdd && (
          <Button name="intent" value="add" variant="secondary">
            Add {/^[aeio]/.test(noun!) ? "an" : "a"} {noun}
          </Button>
        )}
        {mayRestore && <RestoreButton />}
      </div>
    </PostForm>
  );
}

/** Fills one empty field with the portal's own text. This text is saved like typed text. */
const StandardButton = ({ field, index }: { field: ShownField; index: number }) => (
  <p>
    <Button name="intent" value={`${STANDARD}:${index}.${field.name}`} variant="secondary">
      {editionMessages.standard.one}
      <span className="visually-hidden">: {field.label}</span>
    </Button>
  </p>
);

/** Fills all empty fields that have a standard text. */
function AllStandard({ items }: { items: ShownItem[] }) {
  const empty = items.reduce((sum, { standard = [] }) => sum + standard.length, 0);
  if (empty < 2) return null;
  return (
    <div className="stack tight">
      <p>{editionMessages.standard.offered(empty)}</p>
      <p>
        <Button name="intent" value={STANDARD} variant="secondary">
          {editionMessages.standard.all(empty)}
        </Button>
      </p>
    </div>
  );
}

/** Leads to the question whether to discard the draft's changes to this part, including removals. */
export const RestoreButton = () => (
  <Button name="intent" value="ask-restore" variant="quiet" formNoValidate>
    {editionMessages.restore.button}
  </Button>
);

export function Arrange({
  noun,
  index,
  last,
  title,
  onPress,
}: {
  noun: string;
  index: number;
  last: number;
  title: string;
  /** Does in the browser what the button would otherwise ask the server to do. */
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
}) {
  const name = title || `the new ${noun}`;
  return (
    <div className="cluster">
      {index > 0 && (
        <Button name="intent" value={`up:${index}`} variant="quiet" onClick={onPress}>
          Up<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {index < last && (
        <Button name="intent" value={`down:${index}`} variant="quiet" onClick={onPress}>
          Down<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      <Button name="intent" value={`remove:${index}`} variant="quiet" onClick={onPress} formNoValidate>
        Remove<span className="visually-hidden">: {name}</span>
      </Button>
    </div>
  );
}

export function PartControl({
  field: { name, label, hint, control, optional, rows, options },
  item,
  index,
  formerName,
  problems,
}: {
  field: ShownField;
  item: Pick<ShownItem, "values" | "published" | "former" | "meanwhile" | "beside">;
  index: number;
  formerName: string;
  problems: Record<string, string>;
}) {
  const key = `${index}.${name}`;
  const [published, former] = [item.published[name], item.former[name]];
  const meanwhile = item.meanwhile?.[name];
  const taken = item.beside?.[name];
  const more =
    published === undefined && former === undefined && meanwhile === undefined && taken === undefined ? (
      hint
    ) : (
      <>
        {hint}
        <Elsewhere where="Taken now" value={taken} />
        <Elsewhere where="Saved meanwhile" value={meanwhile} />
        <Elsewhere where="Published" value={published} />
        <Elsewhere where={formerName} value={former} />
      </>
    );
  const field = { name: key, label, hint: more, error: problems[key], optional };
  const value = item.values[name] ?? "";
  if (control === "picture") return <PictureField {...field} address={value} />;
  if (control === "tick") return <CheckboxField {...field} defaultChecked={value === "true"} />;
  if (control === "lines") return <TextArea {...field} rows={rows} defaultValue={value} />;
  if (control === "day") return <DateField {...field} defaultValue={value} />;
  if (control === "time")
    return <TextField {...field} type="datetime-local" className="medium" defaultValue={value} />;
  if (control === "colour")
    return (
      <TextField
        {...field}
        className="short"
        suffix={<colour-picker label={`${label}: choose`} />}
        defaultValue={value}
      />
    );
  if (control === "choice" || control === "drawing") {
    // A value of the draft stays selected even if it is no longer offered, so that saving does not change it.
    const known = options!.some((option) => option.value === value) || value === "";
    const all = known ? options! : [...options!, { value, label: `${value} (not there any more)` }];
    if (control === "drawing")
      return <DrawingField {...field} options={all} drawn={options!} value={value} />;
    return <SelectField {...field} options={all} emptyOption="Choose" defaultValue={value} />;
  }
  return <TextField {...field} defaultValue={value} />;
}

/** The value of a field in another edition or state; a long text is folded. */
function Elsewhere({ where, value }: { where: string; value: string | undefined }) {
  if (value === undefined) return null;
  if (value.length <= LONG)
    return (
      <>
        {" "}
        <span className="held-elsewhere">{`${where}: ${value || "nothing"}`}</span>
      </>
    );
  return (
    <>
      {" "}
      <details>
        <summary>{where}</summary> <span className="held-elsewhere">{value}</span>
      </details>
    </>
  );
}

const LONG = 200;

/**
 * The field in which a director chooses one of the portal's drawings, or no drawing. Each drawing is shown with the
 * picture of it that mails contain.
 */
function DrawingField({
  options,
  drawn,
  value,
  ...field
}: Omit<Parameters<typeof RadioGroup>[0], "defaultValue"> & {
  /** The options that are shown as drawings. */
  drawn: { value: string }[];
  value: string;
}) {
  const { width, height, path } = MAIL_PICTURE;
  return (
    <div className="drawing-choices">
      <RadioGroup
        {...field}
        options={[
          { value: "", label: "None" },
          ...options.map((option) => ({
            ...option,
            hint: drawn.some((one) => one.value === option.value) && (
              <img src={path(option.value)} width={width} height={height} alt="" loading="lazy" />
            ),
          })),
        ]}
        defaultValue={value}
      />
    </div>
  );
}

/** The stored picture, and a field for a new one, which is stored with the rest of the form. */
function PictureField({
  address,
  ...field
}: {
  name: string;
  label: string;
  hint: ReactNode;
  error: string | undefined;
  address: string;
}) {
  const { name, label, hint } = field;
  return (
    <>
      <input type="hidden" name={name} value={address} />
      <FileField
        {...field}
        optional
        name={name + UPLOAD}
        controlId={name}
        accept="image/png,image/jpeg,image/webp"
        hint={
          <>
            {hint} {libraryMessages.images.hint}
          </>
        }
      />
      {isOwnPicture(address) && (
        <div className="cluster picture-now">
          <Picture address={address} sizes="4rem" alt={`${label} as it is`} />
          <CheckboxField name={name + NO_PICTURE} label={`No ${label.toLowerCase()}`} />
        </div>
      )}
    </>
  );
}
