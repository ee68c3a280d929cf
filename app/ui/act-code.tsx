import { useRouteLoaderData } from "@remix-run/react";
import { useId } from "react";
import { CodeField } from "./code-field.tsx";

/**
 * Stands above the button of an act that hurts: a field for a code of the second factor, if the act will ask for one.
 * So the code is asked for on the page itself, not on another page afterwards.
 *
 * @param asked whether a code is asked for. Staff's pages leave `asked` out, because the data of their frame says this.
 */
export function ActCode({ asked, label = "Code from your app" }: { asked?: boolean; label?: string }) {
  const frame = useRouteLoaderData<{ asksCode?: boolean }>("routes/_admin");
  const id = useId().replaceAll(":", "");
  if (!(asked ?? frame?.asksCode)) return null;
  return (
    <CodeField
      label={label}
      name="factorCode"
      controlId={`factorCode-${id}`}
      hint="Six digits, or one of your recovery codes."
    />
  );
}
