import { createContext } from "react";

/** What a route may tell the root and the entry about itself. */
export type Handle = {
  /** Send React to the browser. Without it a page sends none, and its module is not served: nothing may `<Link>` to it. */
  hydrate?: boolean;
  /** The enhancement module that the page loads; "delegate" if left out. */
  enhance?: "delegate" | "decision" | "payment" | "staff" | "library" | "live" | "none";
  /** The page may load the card processor's script and lead to its page, if the processor has them. */
  processor?: boolean;
  /** The page's own styles, inlined beside those of every page. */
  styles?: string;
  /** The address of a stylesheet that is too large to be inlined, and that the browser keeps from page to page. */
  stylesheet?: string;
  /** A page of the library: it plays videos. */
  library?: boolean;
  /** The origins that a page frames, from its loader's data. */
  frames?: (data: unknown) => string[];
};

/** The handles of the matched routes as one: the innermost route decides. */
export function handleOf(matches: { handle?: unknown }[]): Handle {
  return Object.assign({}, ...matches.map((match) => match.handle as Handle | undefined));
}

/**
 * The nonce of the page's inline scripts; undefined if the page sends no React. In the browser it is empty, because
 * browsers hide it.
 */
export const NonceContext = createContext<string | undefined>(undefined);
