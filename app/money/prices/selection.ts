import type { Selection } from "~/values/catalogue.ts";

const PREFIX = "addOns.";

/**
 * Reads the selection from a form's fields. `addOns.<id>` is "true" or the chosen variant, and an empty value selects
 * nothing. If a name occurs several times, the last value that is not empty counts (section 3). Nothing is checked
 * here; `quote` does that. The object has no prototype, so that ids such as "__proto__" are ordinary keys.
 */
export function parseSelection(fields: Iterable<[string, string]>): Selection {
  const selection = empty();
  for (const [name, value] of fields) {
    if (!name.startsWith(PREFIX) || name === PREFIX || typeof value !== "string" || value === "") continue;
    selection[name.slice(PREFIX.length)] = value === "true" ? true : value;
  }
  return selection;
}

/** The selection in a posted form. */
export const selectionIn = (form: FormData): Selection =>
  parseSelection([...form].filter((field): field is [string, string] => typeof field[1] === "string"));

/**
 * A selection without the add-on whose Clear button was pressed, if one was.
 *
 * @param cleared the id of that add-on, as the form sends it.
 */
export function withoutCleared(selection: Selection, cleared: unknown): Selection {
  const left = empty();
  for (const [id, choice] of Object.entries(selection)) if (id !== cleared) left[id] = choice;
  return left;
}

/**
 * A selection and a code as the query parameters of a URL. If the browser runs no scripts, the URL keeps them, so that
 * they are not lost when somebody goes back to the page.
 *
 * @param cleared the id of an add-on to leave out, if any.
 */
export function inAddress(selection: Selection, cleared: unknown, code: string): URLSearchParams {
  const chosen = Object.entries(withoutCleared(selection, cleared));
  return new URLSearchParams([
    ...chosen.map(([id, choice]): [string, string] => [PREFIX + id, String(choice)]),
    ...(code === "" ? [] : [["code", code] as [string, string]]),
  ]);
}

/** Reads the selection from the items that a program sent, with or without a variant (section 3: payment request). */
export function selectionOf(items: { id: string; selectedVariant?: string | true | null }[]): Selection {
  const selection = empty();
  for (const { id, selectedVariant } of items) selection[id] = selectedVariant || true;
  return selection;
}

const empty = (): Selection => Object.create(null);
