/** How many applications have something: those that may still change, and those that were submitted. */
export type Usage = { drafts: number; submitted: number };

/** How a question was answered; `options` counts by what was chosen, also what is offered no more. */
export type QuestionUsage = Usage & { options: Record<string, Usage> };
