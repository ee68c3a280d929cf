import * as z from "zod";
import { parseForm, timeIn } from "~/values/parse.form.ts";
import { atMost } from "~/values/text.form.ts";
import { applicationMessages } from "./messages.ts";

/** The longest reason that staff may type, in characters. */
const LONGEST_EXCEPTION_REASON = 500;

/** The reason for an exception that staff make for one person; the audit log keeps the reason. */
const exceptionReason = z
  .string({ error: applicationMessages.exceptionReason })
  .trim()
  .min(1, applicationMessages.exceptionReason)
  .max(...atMost(LONGEST_EXCEPTION_REASON));

const ownDeadline = (zone: string) =>
  z.object({
    deadline: timeIn(zone),
    round: z.string({ error: applicationMessages.ownDeadline.chooseRound }),
    reason: exceptionReason,
  });

/** Parses a posted deadline of one person; its time is in the zone `zone`. */
export const parseOwnDeadlineForm = (form: FormData, zone: string) => parseForm(ownDeadline(zone), form);

const TakeBack = z
  .object({ backReason: exceptionReason })
  .transform(({ backReason: reason }) => ({ reason }));

/** Parses the form that takes a person's own deadline back. */
export const parseTakeBackForm = (form: FormData) => parseForm(TakeBack, form);

const Correction = z.object({ reason: exceptionReason });

/** Parses the reason of a correction. `readAnswer` reads the corrected answer. */
export const parseCorrectionForm = (form: FormData) => parseForm(Correction, form);
