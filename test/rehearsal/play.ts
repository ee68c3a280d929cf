import { afterAll, beforeAll, describe, test } from "vitest";
import { type Step, World } from "./world.ts";

/** On a busy machine wrangler takes minutes for all migrations. */
const LONGEST = 5 * 60_000;

/** Plays the steps one after the other. If a step fails, the steps after it cannot succeed, and are left out. */
export function play(title: string, steps: Step[], { quickly = false } = {}): void {
  describe(title, { timeout: LONGEST }, () => {
    let world: World | undefined;
    beforeAll(async () => {
      world = await World.begin(quickly);
    });
    afterAll(() => world?.close());

    let broken: string | undefined;
    for (const [name, act] of steps)
      test(name, async (context) => {
        if (broken) context.skip(`“${broken}” failed`);
        broken = name;
        await act(world!);
        broken = undefined;
      });
  });
}
