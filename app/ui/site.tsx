import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { useRouteLoaderData } from "@remix-run/react";

/** The facts about the organisation that every page shows. */
export type ShownSite = {
  name: string;
  shortName: string;
  /** The path of the organisation's logo; empty for the portal's mark. */
  logo: string;
  /** The name of the library. */
  library: string;
};

/** The values that are used if the settings could not be read. */
const NAMELESS: ShownSite = { name: "Conference", shortName: "Registration", logo: "", library: "Lectures" };

type RootData =
  | {
      site?: ShownSite | null;
      /** The portal's address; only set for visitors who are not signed in. */
      origin?: string | null;
      /** The colour in which browsers draw the area around the page. */
      theme?: string;
    }
  | undefined;

export const useSite = (): ShownSite => (useRouteLoaderData("root") as RootData)?.site ?? NAMELESS;

type Matches = readonly ({ id: string; data: unknown } | undefined)[];

/** The data about the portal from the root's loader. */
export const rootOf = (matches: Matches): RootData =>
  matches.find((match) => match?.id === "root")?.data as RootData;

/** The title of a page: its own words, followed by the name of the organisation or of the library. */
export function pageTitle(
  matches: Matches,
  words: string | null,
  of: "shortName" | "library" = "shortName",
): string {
  const name = (rootOf(matches)?.site ?? NAMELESS)[of];
  return words === null ? name : `${words} · ${name}`;
}

/** The `meta` of a page whose title is always the same. */
export const titled =
  (words: string, ...others: MetaDescriptor[]): MetaFunction =>
  ({ matches }) => [{ title: pageTitle(matches, words) }, ...others];
