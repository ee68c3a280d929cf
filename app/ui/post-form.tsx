import { useRouteLoaderData } from "@remix-run/react";
import type { FormHTMLAttributes } from "react";

type Props = FormHTMLAttributes<HTMLFormElement> & {
  /** Set if the form's act (logging in, for example) belongs to no edition. */
  ofNoEdition?: boolean;
  /**
   * Set if a date of the form may be empty. If only a part of a date was typed, a browser posts an empty date. So here
   * the browser checks the date before it posts. The form must have nothing else that browsers check.
   */
  hasOptionalDate?: boolean;
};

/**
 * A form that posts to the portal. It sends the form token, for browsers that do not say where a request comes from. It
 * also sends the account and the edition for which the form was made. The browser's own checks are turned off, so that
 * only the server's sentences are shown, except in a form with an optional date.
 */
export function PostForm({ children, ofNoEdition = false, hasOptionalDate = false, ...form }: Props) {
  const root = useRouteLoaderData<{ formToken: string; owner: string | null; edition?: string }>("root");
  return (
    <form {...form} method="post" noValidate={!hasOptionalDate}>
      <input type="hidden" name="formToken" value={root?.formToken ?? ""} />
      {root?.owner && <input type="hidden" name="owner" value={root.owner} />}
      {root?.edition && !ofNoEdition && <input type="hidden" name="edition" value={root.edition} />}
      {children}
    </form>
  );
}

/** Hidden fields that a form sends, by name. */
export function HiddenFields({ fields }: { fields: Record<string, string | number> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
