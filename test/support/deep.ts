import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    deep: boolean;
  }
}

/** Whether this run is `npm run test:deep`, which tries everything (docs/decisions/0011-tests-at-their-height.md). */
export const deep = inject("deep");
