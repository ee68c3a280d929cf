import { ABILITY_WORDS, ROLE_NAMES, ROLES } from "~/access/abilities.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ChangedMeanwhile, differing } from "~/ui/changed-meanwhile.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import {
  CheckboxField,
  CheckboxGroup,
  DateField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Ability } from "~/values/abilities.ts";
import { staffMessages } from "./messages.ts";
import { OTHER_ABILITIES, SINGLE_ABILITIES } from "./role-choice.ts";

export type StaffReply = {
  values: Record<string, string>;
  /** The abilities that are ticked. */
  abilities: string[];
  problems: Record<string, string>;
  reason?: string;
  /** The version of the facts from which the typed form was made. Absent if somebody else has changed them meanwhile. */
  version?: string;
  /** Whether somebody else has changed the facts meanwhile. */
  isChanged?: boolean;
};

/** The outcome for each person of a pasted list. */
export type Fates = { typed: string; fate: keyof typeof staffMessages.fates }[];

const CAPACITIES = Array.from({ length: 10 }, (_, index) => String(index + 1));

const ROLE_OPTIONS = [
  ...ROLE_NAMES.map((name) => ({
    value: name as string,
    label: ROLES[name].label as string,
    hint: ROLES[name].abilities.map((ability) => ABILITY_WORDS[ability].hint).join(" "),
  })),
  { value: OTHER_ABILITIES, label: "Other abilities", hint: "Those that you tick below." },
];

const LABELS = {
  ...{ people: "People", role: "Role", abilities: "Other abilities", lastDay: "Last day at the door" },
  capacity: "Capacity",
  ...{ name: "Name", institution: "Institution" },
};

function RoleAndCapacity({ values, abilities, problems }: StaffReply) {
  const field = fieldsOf(values, problems);
  return (
    <>
      <RadioGroup label={LABELS.role} {...field("role")} options={ROLE_OPTIONS} />
      <div className="other-abilities">
        <CheckboxGroup
          label={LABELS.abilities}
          name="abilities"
          optional
          error={problems["abilities"]}
          chosen={abilities}
          options={SINGLE_ABILITIES.map((value) => ({ value, ...ABILITY_WORDS[value] }))}
        />
      </div>
      <div className="last-day">
        <DateField
          label={LABELS.lastDay}
          {...field("lastDay")}
          optional
          hint="For the door team alone. They can open the door's pages until midnight of that day, where the event is."
        />
      </div>
      <SelectField
        label={LABELS.capacity}
        {...field("capacity")}
        className="short"
        hint="The share of the reading, for people who read. Somebody with 2 gets twice as many applications as somebody with 1."
        options={CAPACITIES.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

const NOBODY_YET: StaffReply = {
  values: { role: "reviewer", capacity: "1" },
  abilities: [],
  problems: {},
};

/** The form that adds one or more people by their e-mail addresses. */
export function AddStaffForm({ reply }: { reply?: StaffReply & { fates?: Fates } }) {
  const shown = reply ?? NOBODY_YET;
  const field = fieldsOf(shown.values, shown.problems);
  return (
    <Card title="Add people">
      <p className="hint">
        Somebody who has an account with a confirmed address joins the staff at once. Anybody else gets an
        invitation.
      </p>
      <PostForm className="stack" hasOptionalDate>
        <ErrorSummary problems={labelled(problemsOf(shown), LABELS)} />
        {reply?.fates && <FateList fates={reply.fates} />}
        <TextArea
          label={LABELS.people}
          {...field("people")}
          rows={6}
          autoComplete="off"
          spellCheck={false}
          hint="One or many people, such as Ada Lee <ada@example.org>. You can also type an address before or after the name, or addresses alone. Use a line for each, or put commas between them."
        />
        <RoleAndCapacity {...shown} />
        <ActCode />
        <Button name="intent" value="add">
          Add
        </Button>
      </PostForm>
    </Card>
  );
}

const DONE = new Set<keyof typeof staffMessages.fates>(["added", "invited", "invitedBefore", "twice"]);

function FateList({ fates }: { fates: Fates }) {
  return (
    <ul className="rows" aria-label="What became of each">
      {fates.map(({ typed, fate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be pasted twice, and the list never changes.
        <li key={index}>
          <strong>{typed}</strong>
          <div>
            <Tag tone={DONE.has(fate) ? "success" : "error"}>{DONE.has(fate) ? "Done" : "Not done"}</Tag>{" "}
            {staffMessages.fates[fate]}
          </div>
        </li>
      ))}
    </ul>
  );
}

type Stored = Pick<StaffReply, "values" | "abilities"> & { version: string };

const factsInWords = ({
  values,
  abilities,
}: Pick<StaffReply, "values" | "abilities">): [string, string][] => [
  [LABELS.name, values["name"] ?? ""],
  [LABELS.role, ROLE_OPTIONS.find(({ value }) => value === values["role"])?.label ?? ""],
  [LABELS.abilities, abilities.map((ability) => ABILITY_WORDS[ability as Ability]?.label ?? "").join(", ")],
  [LABELS.lastDay, values["lastDay"] ?? ""],
  [LABELS.capacity, values["capacity"] ?? ""],
  [LABELS.institution, values["institution"] ?? ""],
  ["On leave", values["onLeave"] === "true" ? "Yes" : "No"],
];

/** The form that changes the name of a member of the staff, what they may do, and how much they read. */
export function StaffForm({ reply, stored }: { reply?: StaffReply; stored: Stored }) {
  const shown = reply ?? { ...stored, problems: {} };
  const field = fieldsOf(shown.values, shown.problems);
  return (
    <Card title="Role and reading">
      {reply?.isChanged && (
        <ChangedMeanwhile
          sentence={staffMessages.changedMeanwhile}
          fields={differing(factsInWords(stored), factsInWords(reply))}
        />
      )}
      <PostForm className="stack" hasOptionalDate>
        <input type="hidden" name="version" value={reply?.version ?? stored.version} />
        <ErrorSummary problems={labelled(problemsOf(shown), LABELS)} />
        <TextField
          label={LABELS.name}
          {...field("name")}
          optional
          hint="Staff see it instead of the address."
          autoComplete="off"
        />
        <RoleAndCapacity {...shown} />
        <TextField
          label={LABELS.institution}
          {...field("institution")}
          optional
          hint="They get no applications from this institution."
        />
        <CheckboxField
          label="On leave: gets nothing to read"
          name="onLeave"
          defaultChecked={shown.values["onLeave"] === "true"}
        />
        <ActCode />
        <Button name="intent" value="change">
          Save
        </Button>
      </PostForm>
    </Card>
  );
}
