/** The reply to a refused form of the review desk: which form it was, and what was typed into it. */
export type DeskReply = {
  form: "review" | "comment" | "conflict" | "reopen" | "decision";
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
  /**
   * The version that the typed review was made from. Absent if the reader has been shown what another tab saved, so that
   * the next save may replace it.
   */
  version?: number;
};
