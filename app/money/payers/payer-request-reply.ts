import type { Selection } from "~/values/catalogue.ts";

/** The reply to a refused form that asks somebody else to pay. */
export type PayerReply = {
  email: string;
  selection: Selection;
  problems: Record<string, string>;
  reason?: string;
};
