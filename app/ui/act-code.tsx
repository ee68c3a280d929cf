import { useRouteLoaderData } from "@remix-run/react";
import { useId } from "react";
import { CodeField } from "./code-field.tsx";

/**
 * Stands before the button of an act that hurts: the field for a code of the second factor, if the act will ask for one.
 * So the page itself asks, and not another one after it.
 *
 * @param asked said by pages that are not the staff's; of theirs the frame knows it.
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
