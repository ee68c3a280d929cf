/**
 * The number of applications that have something: `drafts` are those that may still change, `submitted` those that were
 * submitted.
 */
export type Usage = { drafts: number; submitted: number };

/**
 * How a question was answered. `options` contains the number of answers for each option, including options that are no
 * longer offered.
 */
export type QuestionUsage = Usage & { options: Record<string, Usage> };
