/**
 * The number of applications that contain something: `drafts` counts those that can still be changed, and `submitted`
 * those that were submitted.
 */
export type Usage = { drafts: number; submitted: number };

/**
 * How a question was answered. `options` contains the number of answers for each option, including options that are no
 * longer offered.
 */
export type QuestionUsage = Usage & { options: Record<string, Usage> };
