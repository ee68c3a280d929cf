import { useRouteLoaderData } from "@remix-run/react";
import type { FormHTMLAttributes } from "react";

/**
 * A form that posts to the portal. It sends the form token, for browsers that do not say where a request
 * comes from, and the account it was made for. It turns off the browser's own checks, because the server's
 * sentences are the only ones.
 */
export function PostForm({ children, ...form }: FormHTMLAttributes<HTMLFormElement>) {
  const root = useRouteLoaderData<{ formToken: string; owner: string | null }>("root");
  return (
    <form {...form} method="post" noValidate>
      <input type="hidden" name="formToken" value={root?.formToken ?? ""} />
      {root?.owner && <input type="hidden" name="owner" value={root.owner} />}
      {children}
    </form>
  );
}
