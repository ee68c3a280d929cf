import * as z from "zod";
import { FACTOR_ABILITIES } from "~/access/abilities.ts";
import type { Ability } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { instantAt } from "~/values/times.ts";

const factorRuleForm = (zone: string) =>
  z
    .object({
      abilities: z.array(z.enum(FACTOR_ABILITIES, { error: messages.notAnOption })).default([]),
      from: z.string().optional(),
    })
    .transform(({ abilities, from }, issues): { abilities: Ability[]; from: number } | null => {
      if (abilities.length === 0) return null;
      const instant = from ? instantAt(from, zone) : null;
      if (instant === null) {
        issues.addIssue({
          code: "custom",
          path: ["from"],
          message: from ? messages.notATime : messages.required,
        });
        return z.NEVER;
      }
      return { abilities, from: instant };
    });

/**
 * Parses who must have a second factor (null for nobody), and from when. The time is typed in `zone`. If the form is
 * not valid, returns the problem with each field.
 */
export const parseFactorRuleForm = (form: FormData, zone: string) => parseForm(factorRuleForm(zone), form);
