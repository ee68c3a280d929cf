import { countries } from "~/values/countries.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** The options are the same on every page. Preparing them only once halves the time for rendering the form. */
let prepared: string | undefined;

/** The options for all countries as HTML, sorted, with one of them selected. */
export function countryOptions(selected: string): string {
  prepared ??= countries()
    .map(
      ({ code, name }) =>
        `<option value="${code}">${name.replace(/[&<"]/g, (sign) => escapes[sign]!)}</option>`,
    )
    .join("");
  return /^[A-Z]{2}$/.test(selected)
    ? prepared.replace(`<option value="${selected}"`, `<option value="${selected}" selected`)
    : prepared;
}
