/** The id of the entry that a form makes; null if the form carries none. A form that is sent twice makes one entry. */
export function entryIn(form: FormData): string | null {
  const entry = form.get("entry");
  return typeof entry === "string" && /^[a-z2-7]{20}$/.test(entry) ? entry : null;
}
