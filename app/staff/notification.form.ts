import * as z from "zod";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { lines, needed } from "~/values/text.form.ts";
import { EASTERN, instantAt } from "~/values/times.ts";
import { SEVERITIES } from "~/values/types.ts";

const LONGEST = 500;

/** A datetime-local field, in US Eastern time. */
const easternTime = z
  .string()
  .optional()
  .transform((wall, issues) => {
    if (!wall) return null;
    const instant = instantAt(wall, EASTERN);
    if (instant === null) issues.addIssue({ code: "custom", message: messages.notATime });
    return instant;
  });

const NotificationForm = z
  .object({
    message: needed(lines(LONGEST)),
    severity: z.enum(SEVERITIES, { error: messages.notAnOption }),
    showFrom: easternTime,
    showUntil: easternTime,
  })
  .refine(({ showFrom, showUntil }) => showUntil === null || showFrom === null || showFrom < showUntil, {
    path: ["showUntil"],
    error: messages.endsBeforeItBegins,
  });

/** A posted notification, or what is wrong with it by field. */
export const parseNotificationForm = (form: FormData) => parseForm(NotificationForm, form);

/** The fields as they were typed, to show them again. */
export function typedNotification(form: FormData) {
  const typed = (field: string) => String(form.get(field) ?? "");
  return {
    message: typed("message"),
    severity: typed("severity"),
    showFrom: typed("showFrom"),
    showUntil: typed("showUntil"),
  };
}
