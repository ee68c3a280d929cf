import * as z from "zod";
import { ROLE_NAMES, ROLES, roleOf } from "~/access/abilities.ts";
import { beginOf } from "~/conference/events.ts";
import { capacity } from "~/reviews/distribution.form.ts";
import { LONGEST_REASON } from "~/reviews/review.ts";
import { type Ability, abilitySet } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { parseForm } from "~/values/parse.form.ts";
import { atMost, line } from "~/values/text.form.ts";
import { daysLater, isDay, isoDay } from "~/values/times.ts";
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

/** The last day of the ability "door", YYYY-MM-DD; null if it does not end. */
const lastDay = line(10)
  .optional()
  .refine((day) => !day || isDay(day), { error: staffMessages.notADay })
  .transform((day) => day || null);

type Chosen = { role: z.output<typeof role>; abilities: Ability[]; lastDay: string | null };

const chosenAbilities = ({ role: chosen, abilities: ticked }: Chosen) =>
  abilitySet(chosen === OTHER_ABILITIES ? ticked : ROLES[chosen].abilities);

const withAbilities =
  (zone: string) =>
  <Facts extends Chosen>({ role, abilities, lastDay, ...facts }: Facts) => ({
    ...facts,
    abilities: chosenAbilities({ role, abilities, lastDay }),
    /** When the last day ends (UTC ms). */
    doorUntil: lastDay === null ? null : beginOf({ firstDay: daysLater(lastDay, 1), timeZone: zone }),
  });

/**
 * Refuses three things: ticked abilities beside a named role, "other abilities" without a tick, and a last day for
 * people who have other abilities than "door".
 */
function judgeAbilities(facts: Chosen, context: z.RefinementCtx) {
  const { role: chosen, abilities: ticked, lastDay: day } = facts;
  if (day !== null && roleOf(chosenAbilities(facts)) !== "door")
    context.addIssue({ code: "custom", path: ["lastDay"], message: staffMessages.lastDayForDoor });
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

const Additions = z.object({ people, role, abilities, lastDay, capacity });

const Facts = z.object({
  name: line(LONGEST_STAFF_NAME).transform((name) => name || null),
  role,
  abilities,
  lastDay,
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
 *
 * @param zone the event's time zone. The last day of the ability "door" ends at midnight in this zone.
 * @param now a last day that is over at this time (UTC ms) is refused.
 */
export const parseAddForm = (form: FormData, zone: string, now: number) =>
  parseForm(
    Additions.superRefine(judgeAbilities)
      .superRefine(({ lastDay: day }, context) => {
        if (day !== null && day < isoDay(now, zone))
          context.addIssue({ code: "custom", path: ["lastDay"], message: staffMessages.lastDayOver });
      })
      .transform(withAbilities(zone)),
    form,
  );

/**
 * Parses the facts about a member of the staff. If the form is not valid, returns the problem with each field.
 *
 * @param zone the event's time zone. The last day of the ability "door" ends at midnight in this zone. A day that is
 *   over ends the ability at once.
 */
export const parseFactsForm = (form: FormData, zone: string) =>
  parseForm(Facts.superRefine(judgeAbilities).transform(withAbilities(zone)), form);

/** Parses the reason for which an account is disabled or enabled. If it is not valid, returns the problem. */
export const parseAccountReasonForm = (form: FormData) => parseForm(ReasonForm, form);
