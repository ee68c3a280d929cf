/** The reply to a refused form of the review desk: which form it was, and what was typed into it. */
export type DeskReply = {
  form: "review" | "comment" | "conflict" | "reopen" | "decision";
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};
