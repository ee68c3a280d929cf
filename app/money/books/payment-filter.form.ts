import * as z from "zod";
import { BANK_FILTERS } from "~/money/refunds/bank-returns.ts";
import { listQuery } from "~/ui/paging.ts";
import { PASS_TYPES, PAYMENT_STATES } from "~/values/types.ts";

const Filter = z.object({
  state: z.enum(PAYMENT_STATES).optional().catch(undefined),
  pass: z.enum(PASS_TYPES).optional().catch(undefined),
  bank: z.enum(BANK_FILTERS).optional().catch(undefined),
  search: z.string().trim().max(254).optional().catch(undefined),
  sort: z.enum(["date"]).optional().catch(undefined),
  /** The position at which the previous page ended: time and id. */
  after: z
    .string()
    .regex(/^\d{1,16}-[a-z2-7]{20}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from an address; invalid values are ignored. */
export function paymentFilterOf(params: URLSearchParams) {
  const { state, pass, bank, search, sort, after } = Filter.parse(Object.fromEntries(params));
  const [key, id] = after?.split("-") ?? [];
  return {
    filter: { state, passType: pass, bank, search: search || undefined, sort },
    after: key && id ? { key: Number(key), id } : null,
  };
}

/** The query string of the list with this filter. */
export function paymentsAddress(
  { state, passType, bank, search, sort }: ReturnType<typeof paymentFilterOf>["filter"],
  after?: { key: number; id: string } | null,
): string {
  return listQuery({
    ...{ state, pass: passType, bank, search, sort },
    after: after && `${after.key}-${after.id}`,
  });
}
