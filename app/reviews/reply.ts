/** The reply to a form of the review desk that was refused: which form it was, and what it contained. */
export type DeskReply = {
  form: "review" | "comment" | "conflict" | "reopen";
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};
