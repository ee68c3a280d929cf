import type { AddOn, Catalogue, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";

const PREFIX = "addOns.";

/** The add-ons that belong to a pass, in catalogue order, including disabled ones (specification, section 3). */
export function addOnsFor(catalogue: Catalogue, passType: PassType): AddOn[] {
  return catalogue.addOns.filter((addOn) => addOn.ticketId === passType);
}

/**
 * Reads the selection from a form's fields: `addOns.<id>` is "true" or the chosen variant, and an empty value
 * selects nothing. If a name occurs several times, the last value that is not empty counts (section 3).
 * Nothing is checked here: `quote` does that. The object has no prototype, so that ids such as "__proto__"
 * are ordinary keys.
 */
export function parseSelection(fields: Iterable<[string, string]>): Selection {
  const selection = copy({});
  for (const [name, value] of fields) {
    if (!name.startsWith(PREFIX) || name === PREFIX || typeof value !== "string" || value === "") continue;
    selection[name.slice(PREFIX.length)] = value === "true" ? true : value;
  }
  return selection;
}

/** Reads the selection from the items a program sent, with or without a variant (section 3: payment request). */
export function selectionOf(items: { id: string; selectedVariant?: string | true | null }[]): Selection {
  return items.reduce<Selection>(
    (selection, { id, selectedVariant }) => set(selection, id, selectedVariant || true),
    copy({}),
  );
}

/** Toggles a checkbox: true becomes undefined, and undefined becomes true (section 4). Returns a new selection. */
export function toggle(selection: Selection, id: string): Selection {
  return Object.hasOwn(selection, id) ? clear(selection, id) : set(selection, id, true);
}

/** Chooses a variant by its radio button (section 4). Returns a new selection. */
export function choose(selection: Selection, id: string, variant: string): Selection {
  return set(selection, id, variant);
}

/** Applies the Clear button: the add-on becomes undefined again (section 4). Returns a new selection. */
export function clear(selection: Selection, id: string): Selection {
  const rest = copy(selection);
  delete rest[id];
  return rest;
}

function set(selection: Selection, id: string, value: true | string): Selection {
  const changed = copy(selection);
  changed[id] = value;
  return changed;
}

function copy(selection: Selection): Selection {
  return Object.assign(Object.create(null), selection);
}
