import * as z from "zod";

const text = z.string().trim().max(254).optional().catch(undefined);

const Filter = z.object({
  who: text,
  what: text,
  object: text,
  /** Where the last page ended: instant and id. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,40}$/)
    .optional()
    .catch(undefined),
});

/** The filter in an address; what is not one is left out. */
export function auditFilterOf(asked: URLSearchParams) {
  const { who, what, object, after } = Filter.parse(Object.fromEntries(asked));
  const [, at, id] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  return {
    filter: { who: who || undefined, what: what || undefined, object: object || undefined },
    after: at && id ? { at: Number(at), id } : null,
  };
}

/** The other way round. */
export function auditAddress(
  filter: Partial<ReturnType<typeof auditFilterOf>["filter"]>,
  after?: { at: number; id: string },
): string {
  const fields = { ...filter, after: after && `${after.at}-${after.id}` };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(given).toString();
}
