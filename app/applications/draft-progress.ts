/** How far an application is that is not submitted. */
export type DraftProgress = {
  /** Whether anything of it was saved. */
  isBegun: boolean;
  /** How many sections are complete, of how many. */
  done: number;
  of: number;
  /** How many questions must be answered, and how many are. */
  asked: number;
  answered: number;
  /** The first that is not complete. */
  next: { href: string; title: string } | null;
};
