import { useRouteLoaderData } from "@remix-run/react";
import { useId } from "react";
import { CodeField } from "./code-field.tsx";

/**
 * A field for a code of the second factor, above the button of an act that hurts. The field is shown only if the act
 * needs a code. So the code is asked for on the page itself, not on another page afterwards.
 *
 * @param asked whether a code is asked for. The pages of the staff leave `asked` out, because the data of their frame
 *   says whether a code is asked for.
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
