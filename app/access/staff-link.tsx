import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Ability } from "~/values/abilities.ts";
import { leadsSomewhere } from "./staff-pages.ts";

/** For a link on one of the staff's pages: whether the viewer may open the page to which it leads. */
export function useMayOpen(): (href: string) => boolean {
  const frame = useRouteLoaderData<{ abilities: readonly Ability[] }>("routes/_admin");
  return (href) => leadsSomewhere(href, frame?.abilities ?? []);
}

/**
 * The name of the edition that a page of the staff is about. Every action on that page names the edition, because the
 * edition may not be the current one.
 */
export function useEditionName(): string {
  const frame = useRouteLoaderData<{ edition: string | null }>("routes/_admin");
  return frame?.edition ?? "this edition";
}

/**
 * A link between pages of the staff that need different abilities. Somebody who may not open the other page sees the
 * words without a link.
 */
export function StaffLink({ href, children }: { href: string; children: ReactNode }) {
  return useMayOpen()(href) ? <a href={href}>{children}</a> : <span>{children}</span>;
}
