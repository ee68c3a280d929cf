/** How far an unsubmitted application has got. */
export type DraftProgress = {
  /** Whether anything in it was saved. */
  isBegun: boolean;
  /**
   * The number of complete sections, and the number of all sections (`of`). The page of documents counts as a section.
   */
  done: number;
  of: number;
  /** The number of questions that must be answered, and how many of those have been answered. */
  asked: number;
  answered: number;
  /** The first page that is not complete. */
  next: { href: string; title: string } | null;
};
