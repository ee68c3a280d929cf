import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, FoundCharge } from "~/platform/ports/card-processor.server.ts";

/** A charge with the name of the processor whose ledger holds it: no other processor knows it. */
export type LedgerCharge = FoundCharge & { gateway: string };

/** The names, as rows keep them, of the processors that can be asked. */
export const connectedProcessors = ({ processors }: Pick<Context, "processors">): string[] =>
  processors.map(({ name }) => name);

/** The processor of this name, as rows keep it; null if it is not connected and so cannot be asked. */
export const processorOf = ({ processors }: Pick<Context, "processors">, gateway: string) =>
  processors.find(({ name }) => name === gateway) ?? null;

/**
 * The answer of the processor with this name; undefined if it is not connected or cannot be asked, and the
 * caller tries again next time.
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

/** The charge that the processor of this name has; null for none, undefined if it cannot be asked. */
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
