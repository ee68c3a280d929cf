import { isColour } from "~/ui/accent.ts";
import { messages } from "~/values/messages.ts";
import { dollarAmount, dollars, typedCents } from "~/values/money.ts";
import { instantAt, inZone, isDay, wallTime, zoneNamed } from "~/values/times.ts";
import { grouped } from "~/values/words.ts";
import { editionMessages } from "./messages.ts";

/** Part of a document, as an object whose fields a director edits. In a list, `id` identifies the item. */
export type EditionItem = Record<string, unknown>;

export type EditionControl =
  | "line"
  | "lines"
  | "tick"
  | "choice"
  | "drawing"
  | "time"
  | "day"
  | "picture"
  | "colour";

/** One field of an item: how it is shown, and how typed text becomes the stored value. */
export type EditionField = {
  /** The path of the value in the item, such as "title" or "cents.early". */
  name: string;
  label: string;
  hint?: string;
  control: EditionControl;
  optional: boolean;
  /** Whether the field is folded as long as its value is the usual one. */
  isRare?: boolean;
  /** The height, in lines, of a control with several lines. */
  rows?: number;
  options?: { value: string; label: string }[];
  /** Set if the field is a picture; determines the size and shape to which an upload is converted. */
  picture?: "logo" | "add-on";
  /** The value as a text for the control; empty if there is no value. */
  written(value: unknown): string;
  /** The value as people read it. */
  shown(value: unknown): string;
  /** Turns what was typed into a value, or into a sentence that says what is wrong. */
  read(typed: string): { value: unknown } | { problem: string };
};

type More = { hint?: string; optional?: boolean };

const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const longest = (most: number) => (typed: string) => (typed.length > most ? messages.tooLong(most) : null);

/** A field whose value is text, or null if it is optional and nothing was typed. */
function textField(
  name: string,
  label: string,
  most: number,
  { hint, optional = false }: More,
  shape: Pick<EditionField, "control" | "rows">,
): EditionField {
  return {
    ...{ name, label, hint, optional, ...shape },
    written: text,
    shown: text,
    read(typed) {
      const tidy = typed.replaceAll("\r\n", "\n").trim();
      if (tidy === "") return optional ? { value: null } : { problem: messages.required };
      const problem = longest(most)(tidy);
      return problem === null ? { value: tidy } : { problem };
    },
  };
}

export const lineField = (name: string, label: string, most: number, more: More = {}): EditionField => {
  const field = textField(name, label, most, more, { control: "line" });
  // A line break would start a new header in a mail, or a second title.
  return { ...field, read: (typed) => field.read(typed.replace(/\s+/g, " ")) };
};

export const linesField = (
  name: string,
  label: string,
  most: number,
  { rows = 4, ...more }: More & { rows?: number } = {},
): EditionField => textField(name, label, most, more, { control: "lines", rows });

/** Makes a field optional: if it is left empty, an empty text is stored. */
export const orEmpty = (field: EditionField): EditionField => ({
  ...field,
  // Pages do not call the field optional, because the linter may report that it is empty.
  optional: false,
  read(typed) {
    const read = field.read(typed);
    return "value" in read && read.value === null ? { value: "" } : read;
  },
});

/** Optional Markdown. */
export function prose(
  name: string,
  label: string,
  most: number,
  more: { hint?: string; rows?: number } = {},
): EditionField {
  return orEmpty(linesField(name, label, most, { rows: 10, optional: true, ...more }));
}

/** A field of several lines, with its own functions for reading and writing values. */
export const readable = <Value>(
  name: string,
  label: string,
  hint: string,
  {
    write,
    read,
  }: { write(value: Value): string; read(typed: string): { value: Value | null } | { problem: string } },
): EditionField => ({
  ...{ name, label, hint, control: "lines", rows: 3, optional: true, read },
  written: (value) => (Array.isArray(value) ? write(value as Value) : ""),
  shown: (value) => (Array.isArray(value) ? write(value as Value).replaceAll("\n", "; ") : ""),
});

/** One text for each line, such as the options of a question; null if there are none. */
export const rows = (name: string, label: string, most: number, more: More = {}): EditionField => ({
  ...{ name, label, control: "lines", rows: 5, optional: true, ...more },
  written: (value) => (Array.isArray(value) ? value.join("\n") : ""),
  shown: (value) => (Array.isArray(value) ? value.join(", ") : ""),
  read(typed) {
    const found = typed
      .split(/\r?\n/)
      .map((row) => row.replace(/\s+/g, " ").trim())
      .filter((row) => row !== "");
    const long = found.find((row) => row.length > most);
    if (long !== undefined) return { problem: messages.tooLong(most) };
    return { value: found.length > 0 ? [...new Set(found)] : null };
  },
});

export const tick = (name: string, label: string, more: More = {}): EditionField => ({
  ...{ name, label, control: "tick", optional: false, hint: more.hint },
  written: (value) => (value ? "true" : ""),
  shown: (value) => (value ? "yes" : "no"),
  read: (typed) => ({ value: typed === "true" }),
});

export const choice = (
  name: string,
  label: string,
  options: { value: string; label: string }[],
  { hint, optional = false }: More = {},
): EditionField => ({
  ...{ name, label, hint, optional, options, control: "choice" },
  written: text,
  shown: (value) => options.find((option) => option.value === value)?.label ?? text(value),
  read(typed) {
    if (typed === "" && optional) return { value: null };
    return options.some(({ value }) => value === typed)
      ? { value: typed }
      : { problem: messages.notAnOption };
  },
});

/** An amount in dollars, stored as cents. */
export const money = (
  name: string,
  label: string,
  mostCents: number,
  { hint, optional = false }: More = {},
): EditionField => ({
  ...{ name, label, hint, optional, control: "line" },
  written: (value) => (typeof value === "number" ? String(dollarAmount(value)) : ""),
  shown: (value) => (typeof value === "number" ? dollars(value) : ""),
  read(typed) {
    if (/^\s*\$?\s*$/.test(typed) && optional) return { value: undefined };
    const cents = typedCents(typed);
    return cents !== null && cents <= mostCents
      ? { value: cents }
      : { problem: editionMessages.notAmount(dollars(mostCents)) };
  },
});

/** A number between two limits. With `decimals`, it may have digits after the decimal point. */
export const figure = (
  name: string,
  label: string,
  [least, most]: [number, number],
  { hint, optional = false, decimals = false }: More & { decimals?: boolean } = {},
): EditionField => ({
  ...{ name, label, hint, optional, control: "line" },
  written: text,
  shown: text,
  read(typed) {
    const digits = typed.trim();
    if (digits === "" && optional) return { value: null };
    const isNumber = (decimals ? /^-?\d{1,6}(\.\d{1,8})?$/ : /^-?\d{1,6}$/).test(digits);
    const value = Number(digits);
    if (isNumber && value >= least && value <= most) return { value };
    // A year is written without a comma.
    const inWords = (number: number) => (number < 10_000 ? String(number) : grouped(number));
    return { problem: editionMessages.notBetween(inWords(least), inWords(most)) };
  },
});

/** A time in a time zone, stored as an instant. */
export const time = (
  name: string,
  label: string,
  zone: string,
  { hint, optional = false }: More = {},
): EditionField => ({
  ...{ name, label, optional, control: "time" },
  hint: [hint, editionMessages.inZone(zone)].filter(Boolean).join(" "),
  written: (value) => (typeof value === "number" ? wallTime(value, zone) : ""),
  shown: (value) => (typeof value === "number" ? inZone(value, zone) : ""),
  read(typed) {
    if (typed.trim() === "" && optional) return { value: null };
    const instant = instantAt(typed.trim(), zone);
    return instant !== null && instant >= 0 ? { value: instant } : { problem: messages.notATime };
  },
});

export const day = (name: string, label: string, { hint, optional = false }: More = {}): EditionField => ({
  ...{ name, label, hint, optional, control: "day" },
  written: text,
  shown: text,
  read(typed) {
    if (typed.trim() === "" && optional) return { value: null };
    return isDay(typed.trim()) ? { value: typed.trim() } : { problem: editionMessages.notADay };
  },
});

/** Whether this is the path of a picture that comes with the portal or was uploaded to it. */
export const isOwnPicture = (address: string): boolean =>
  /^\/(?:media\/editions\/[\w/-]+\.png|add-ons\/[\w-]+\.svg)$/.test(address);

/**
 * A picture that comes with the portal or was uploaded to it, by its path. An upload is stored before the form is read,
 * so the field already contains its path.
 */
export const picture = (
  name: string,
  label: string,
  kind: NonNullable<EditionField["picture"]>,
  hint: string,
): EditionField => ({
  ...{ name, label, hint, optional: true, control: "picture", picture: kind },
  written: text,
  shown: text,
  read(path) {
    if (path === "") return { value: null };
    return isOwnPicture(path) ? { value: path } : { problem: editionMessages.notAPicture };
  },
});

/** A field of one line whose text must satisfy a rule of its own. */
export function lineThat(
  base: EditionField,
  isRight: (value: string) => boolean,
  sentence: string,
  asStored: (value: string) => string = (value) => value,
): EditionField {
  return {
    ...base,
    read(typed) {
      const read = base.read(typed);
      if ("problem" in read || typeof read.value !== "string") return read;
      const value = asStored(read.value);
      return isRight(value) ? { value } : { problem: sentence };
    },
  };
}

/** A colour as #rrggbb. */
export const colour = (name: string, label: string, more: More = {}): EditionField => ({
  ...lineThat(lineField(name, label, 7, more), isColour, editionMessages.notAColour, (typed) =>
    typed.toLowerCase(),
  ),
  control: "colour",
});

export const zone = (name: string, label: string, more: More = {}): EditionField =>
  lineThat(
    lineField(name, label, 60, { hint: editionMessages.zoneHint, ...more }),
    (typed) => zoneNamed(typed) !== null,
    editionMessages.notAZone,
  );

/** The value at a path of names joined by dots; undefined if any object on the path is missing. */
export const valueAt = (item: EditionItem, name: string): unknown =>
  name
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], item);

/** The item with `value` at a path; if `value` is undefined, whatever is at that path is removed. */
export function withValue(item: EditionItem, name: string, value: unknown): EditionItem {
  const [key, ...rest] = name.split(".") as [string, ...string[]];
  const inner = rest.length > 0 ? withValue((item[key] ?? {}) as EditionItem, rest.join("."), value) : value;
  const { [key]: _, ...others } = item;
  return inner === undefined ? others : { ...item, [key]: inner };
}
