import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, FoundCharge } from "~/platform/ports/card-processor.server.ts";
import { NotReached } from "./authorize-net-wire.server.ts";

/** A charge with the name of the processor whose ledger holds it. No other processor has a record of the charge. */
export type LedgerCharge = FoundCharge & { gateway: string };

/** The names of the processors that can be asked, as rows store them. */
export const connectedProcessors = ({ processors }: Pick<Context, "processors">): string[] =>
  processors.map(({ name }) => name);

/**
 * The processor with this name; rows store the same name. Null if the processor is not connected and therefore cannot
 * be asked.
 */
export const processorOf = ({ processors }: Pick<Context, "processors">, gateway: string) =>
  processors.find(({ name }) => name === gateway) ?? null;

/**
 * The context for one run of the cron: once a processor could not be reached twice in succession, it is asked no more in
 * this run. Otherwise every open payment would wait in vain for an answer, and the run would be ended before its last
 * jobs. Once is not enough, because one slow answer must not hold up everything else at this processor.
 */
export function untilNotReached(context: Context): Context {
  const processors = context.processors.map(askedUntilNotReached);
  const cards = processors.find(({ name }) => name === context.cards?.name) ?? null;
  return { ...context, processors, cards };
}

function askedUntilNotReached(cards: CardProcessor): CardProcessor {
  let silence: NotReached | undefined;
  let failures = 0;
  return new Proxy(cards, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      return async (...given: unknown[]) => {
        // The same fault again is not logged again.
        if (silence) throw silence;
        try {
          const answer = (await member.apply(target, given)) as unknown;
          failures = 0;
          return answer;
        } catch (error) {
          failures = error instanceof NotReached ? failures + 1 : 0;
          if (error instanceof NotReached && failures === 2) silence = error;
          throw error;
        }
      };
    },
  });
}

/**
 * The answer of the processor with this name. Undefined if the processor is not connected or does not answer; the
 * caller then tries again next time.
 */
export async function answered<Answer>(
  context: Context,
  gateway: string,
  path: string,
  ask: (cards: CardProcessor) => Promise<Answer>,
): Promise<Answer | undefined> {
  const cards = processorOf(context, gateway);
  try {
    return cards ? await ask(cards) : undefined;
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "reconcile", path });
    return undefined;
  }
}

/**
 * The charge in the ledger of the processor with this name. Null if there is none; undefined if the processor cannot be
 * asked.
 */
export const foundCharge = (
  context: Context,
  gateway: string,
  path: string,
  ask: (cards: CardProcessor) => Promise<FoundCharge | null>,
): Promise<LedgerCharge | null | undefined> =>
  answered(context, gateway, path, async (cards) => {
    const found = await ask(cards);
    return found && { ...found, gateway };
  });
