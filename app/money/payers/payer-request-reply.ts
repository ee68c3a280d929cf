import type { Selection } from "~/values/catalogue.ts";

/** The reply to a request for somebody else to pay that was not accepted. */
export type PayerReply = {
  email: string;
  selection: Selection;
  problems: Record<string, string>;
  reason?: string;
};
