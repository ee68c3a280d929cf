import { createContext } from "react";

/** What a route may say of itself to root and entry. */
export type Handle = {
  /** Send React to the browser. Without it a page sends none. */
  hydrate?: boolean;
  /** The enhancement module the page loads; "delegate" unless told. */
  enhance?: "delegate" | "payment" | "staff" | "plus" | "live" | "none";
  /** The page may load the card processor's script and lead to its page, where there are such. */
  processor?: boolean;
  /** The page has a stylesheet of its own. */
  stylesheet?: boolean;
  /** A page of the library: with a stylesheet of its own, and videos. */
  library?: boolean;
  /** The origins that a page frames, from what its loader found. */
  frames?: (data: unknown) => string[];
};

/** The matched routes' handles as one: the innermost word counts. */
export function handleOf(matches: { handle?: unknown }[]): Handle {
  return Object.assign({}, ...matches.map((match) => match.handle as Handle | undefined));
}

/** Known only while the server renders a page that hydrates. */
export const NonceContext = createContext<string | undefined>(undefined);
