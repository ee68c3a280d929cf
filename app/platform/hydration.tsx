import { createContext } from "react";

/** The facts about a route that `root.tsx` and `entry.server.tsx` need. */
export type Handle = {
  /**
   * Sends React to the browser. Without this, the page sends no React. Its module is not served either, so no `<Link>`
   * may lead to the page.
   */
  hydrate?: boolean;
  /** The enhancement module that the page loads; "delegate" if left out. */
  enhance?: "delegate" | "decision" | "payment" | "staff" | "library" | "live" | "door" | "none";
  /**
   * Allows the page to load the card processor's script and to lead to the processor's page, if the processor has
   * these.
   */
  processor?: boolean;
  /** The page's own styles. They are inlined together with the styles that every page has. */
  styles?: string;
  /** The address of a stylesheet that is too large to be inlined, and that the browser caches from page to page. */
  stylesheet?: string;
  /** Whether the page may use the camera, if the visitor allows it. */
  camera?: boolean;
  /** Marks a page of the library, on which videos are played. */
  library?: boolean;
  /** Returns the origins that the page may frame, given its loader's data. */
  frames?: (data: unknown) => string[];
};

/** The handles of the matched routes, merged into one: where they differ, the innermost route decides. */
export function handleOf(matches: { handle?: unknown }[]): Handle {
  return Object.assign({}, ...matches.map((match) => match.handle as Handle | undefined));
}

/**
 * The nonce of the page's inline scripts; undefined if the page sends no React. In the browser it is empty, because
 * browsers hide nonces from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined);
