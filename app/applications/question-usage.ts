/** How many applications have something: those that may still change, and those that were submitted. */
export type Usage = { drafts: number; submitted: number };

/**
 * How a question was answered. `options` counts the answers by option, also for options that are no longer offered.
 */
export type QuestionUsage = Usage & { options: Record<string, Usage> };
