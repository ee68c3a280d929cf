import * as z from "zod";

const Position = z.object({
  seconds: z.string().regex(/^\d{1,6}$/),
  /** The portal's clock (UTC ms) as the page had it. */
  at: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

/** How far a player says that it is, never in the future; null for what is no position. */
export function positionIn(form: FormData, now: number): { seconds: number; watchedAt: number } | null {
  const parsed = Position.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const { seconds, at } = parsed.data;
  return { seconds: Number(seconds), watchedAt: at === undefined ? now : Math.min(Number(at), now) };
}
