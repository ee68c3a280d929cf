import { env } from "cloudflare:workers";
import { afterAll, beforeAll, vi } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { paymentStatements } from "./bills.ts";
import { readyToPay } from "./people.ts";
import { runAll } from "./storage.ts";

export const GATEWAY = "authorize-net";
export const CENTS = 49_500;

/** A portal with these card processors. A processor has only the functions that the test needs. */
export const portalWith = <Processor extends { name: string }>(...processors: Processor[]) =>
  ({
    ...{ db: connect(env.DB, newMeter()), requestId: "test", visit: async () => ({ now: 0 }), processors },
  }) as unknown as Context;

/**
 * Inserts a payment of $495 by card. Unless the changes say otherwise, it is captured.
 *
 * @returns the id of the payment, and the id that its charge has unless the changes say otherwise.
 */
export async function insertPayment(changes: Partial<Parameters<typeof paymentStatements>[0]> = {}) {
  const { id = newId(), state = "captured", uid = (await readyToPay()).uid } = changes;
  const transactionId = `T-${id}`;
  const charged = state === "captured" ? transactionId : null;
  await runAll(
    paymentStatements({
      ...{ amountCents: CENTS, means: GATEWAY, transactionId: charged, ...changes, id, state, uid },
    }),
  );
  return { id, transactionId };
}

/** For the tests of this file: the clock moves only if a test sets it, and what is logged as a fault is not printed. */
export function stillAndSilent(): void {
  beforeAll(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
