import { useRouteLoaderData } from "@remix-run/react";
import type { FormHTMLAttributes } from "react";

type Props = FormHTMLAttributes<HTMLFormElement> & {
  /** Set if the form's act (logging in, for example) belongs to no edition. */
  ofNoEdition?: boolean;
};

/**
 * A form that posts to the portal. It sends the form token, for browsers that do not say where a request comes from. It
 * also sends the account and the edition for which the form was made. The browser's own checks are turned off, so that
 * only the server's sentences are shown.
 */
export function PostForm({ children, ofNoEdition = false, ...form }: Props) {
  const root = useRouteLoaderData<{ formToken: string; owner: string | null; edition?: string }>("root");
  return (
    <form {...form} method="post" noValidate>
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
