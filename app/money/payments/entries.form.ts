/** The id that a form made for its entry; null if it brings none. Whoever sends it twice enters it once. */
export function entryIn(form: FormData): string | null {
  const entry = form.get("entry");
  return typeof entry === "string" && /^[a-z2-7]{20}$/.test(entry) ? entry : null;
}
