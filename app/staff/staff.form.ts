import * as z from "zod";
import { ROLE_NAMES, ROLES } from "~/access/abilities.ts";
import { capacity } from "~/reviews/distribution.form.ts";
import { LONGEST_REASON } from "~/reviews/review.ts";
import { type Ability, abilitySet } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost, line } from "~/values/text.form.ts";
import { LONGEST_STAFF_NAME, MOST_ADDED } from "./limits.ts";
import { staffMessages } from "./messages.ts";
import { pastedPeople } from "./pasted-people.ts";
import { OTHER_ABILITIES, SINGLE_ABILITIES } from "./role-choice.ts";

/**
 * The most characters in a list of people. It is more than enough for as many people as one form may add, even if their
 * names are long.
 */
const LONGEST_LIST = 20_000;

/** A named role, or the choice of ticked abilities. */
const role = z.enum([...ROLE_NAMES, OTHER_ABILITIES], { error: messages.notAnOption });

const isSingle = (ability: string): ability is Ability => SINGLE_ABILITIES.some((known) => known === ability);

const abilities = z
  .array(z.string(), { error: messages.notAnOption })
  .default([])
  .refine((ticked) => ticked.every(isSingle), { error: messages.notAnOption })
  .transform((ticked) => ticked.filter(isSingle));

type Chosen = { role: z.output<typeof role>; abilities: Ability[] };

const withAbilities = <Facts extends Chosen>({ role: chosen, ...facts }: Facts) => ({
  ...facts,
  abilities: abilitySet(chosen === OTHER_ABILITIES ? facts.abilities : ROLES[chosen].abilities),
});

/**
 * Checks the chosen role and abilities. Ticked abilities are used only if "other abilities" is chosen, so nothing is
 * guessed.
 */
function judgeAbilities({ role: chosen, abilities: ticked }: Chosen, context: z.RefinementCtx) {
  const isOther = chosen === OTHER_ABILITIES;
  if (isOther === ticked.length > 0) return;
  const message = isOther ? staffMessages.abilitiesNone : staffMessages.abilitiesAndRole;
  context.addIssue({ code: "custom", path: ["abilities"], message });
}

const people = z
  .string({ error: messages.required })
  .max(...atMost(LONGEST_LIST))
  .default("")
  .transform(pastedPeople)
  .refine((named) => named.length > 0, { error: staffMessages.nobodyNamed })
  .superRefine((named, context) => {
    if (named.length > MOST_ADDED)
      context.addIssue({ code: "custom", message: staffMessages.tooMany(named.length) });
  });

const AddForm = z
  .object({ people, role, abilities, capacity })
  .superRefine(judgeAbilities)
  .transform(withAbilities);

const Facts = z.object({
  name: line(LONGEST_STAFF_NAME).transform((name) => name || null),
  role,
  abilities,
  capacity,
  institution: z
    .string()
    .trim()
    .max(...atMost(200))
    .optional()
    .transform((text) => text || null),
  onLeave: z
    .literal("true")
    .optional()
    .transform((ticked) => ticked === "true"),
});
const FactsForm = Facts.superRefine(judgeAbilities).transform(withAbilities);

const { reasonNeeded } = staffMessages.account;
const ReasonForm = z.object({
  reason: z
    .string({ error: reasonNeeded })
    .trim()
    .min(1, reasonNeeded)
    .max(...atMost(LONGEST_REASON)),
});

/**
 * Parses people to add to the staff, and their abilities. If the form is not valid, returns the problem with each
 * field.
 */
export const parseAddForm = (form: FormData) => parseForm(AddForm, form);

/** Parses the facts about a member of the staff. If the form is not valid, returns the problem with each field. */
export const parseFactsForm = (form: FormData) => parseForm(FactsForm, form);

/** Parses the reason for which an account is disabled or enabled. If it is not valid, returns the problem. */
export const parseAccountReasonForm = (form: FormData) => parseForm(ReasonForm, form);
