import * as z from "zod";

const Position = z.object({
  seconds: z.string().regex(/^\d{1,6}$/),
  /** When the player sent the position (UTC ms on the portal's clock, as computed by the page). */
  at: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

/** The position that a player reports, with a time that is never in the future; null if the form has no position. */
export function positionIn(form: FormData, now: number): { seconds: number; watchedAt: number } | null {
  const parsed = Position.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const { seconds, at } = parsed.data;
  return { seconds: Number(seconds), watchedAt: at === undefined ? now : Math.min(Number(at), now) };
}
