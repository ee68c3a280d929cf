/** Which form of the desk was refused, and how it was filled in. */
export type DeskReply = {
  form: "review" | "comment" | "conflict" | "reopen";
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};
