/**
 * The number of applications that contain an answer or a chosen option: `drafts` counts the applications that can still
 * be changed, and `submitted` counts the others.
 */
export type Usage = { drafts: number; submitted: number };

/**
 * How a question was answered. `options` contains the number of answers for each option, including options that are no
 * longer offered.
 */
export type QuestionUsage = Usage & { options: Record<string, Usage> };
