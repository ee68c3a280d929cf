import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { lines, needed } from "~/values/text.form.ts";
import { instantAt } from "~/values/times.ts";
import { NOTICE_AUDIENCES, SEVERITIES } from "~/values/types.ts";

const LONGEST = 500;

/** A field of type datetime-local whose time is in `zone`. */
const timeIn = (zone: string) =>
  z
    .string()
    .optional()
    .transform((wall, issues) => {
      if (!wall) return null;
      const instant = instantAt(wall, zone);
      if (instant === null) issues.addIssue({ code: "custom", message: messages.notATime });
      return instant;
    });

const notificationForm = (zone: string) =>
  z
    .object({
      message: needed(lines(LONGEST)),
      severity: z.enum(SEVERITIES, { error: messages.notAnOption }),
      audience: z.enum(NOTICE_AUDIENCES, { error: messages.notAnOption }),
      showFrom: timeIn(zone),
      showUntil: timeIn(zone),
    })
    .refine(({ showFrom, showUntil }) => showUntil === null || showFrom === null || showFrom < showUntil, {
      path: ["showUntil"],
      error: messages.endsBeforeItBegins,
    });

/**
 * Parses a posted notification, whose times were typed in `zone`. If the form is not valid, returns the problem with
 * each field.
 */
export const parseNotificationForm = (form: FormData, zone: string) =>
  parseForm(notificationForm(zone), form);

const PressId = z.string().regex(/^[a-z2-7]{20}$/);

/** The id in the form for a new notification; null if there is none. */
export const notificationIdIn = (form: FormData): string | null =>
  PressId.safeParse(form.get("id")).data ?? null;

/** The fields as they were typed, to show them again. */
export function typedNotification(form: FormData) {
  const typed = (field: string) => String(form.get(field) ?? "");
  return {
    message: typed("message"),
    severity: typed("severity"),
    audience: typed("audience"),
    showFrom: typed("showFrom"),
    showUntil: typed("showUntil"),
  };
}
