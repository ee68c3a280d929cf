import { sizeInWords } from "~/money/prices/grants.ts";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField, TextArea, TextField } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { Ticket } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { grantMessages } from "./messages.ts";

export type GrantIntent = "budget" | "code" | "award";

/** The reply to a form that was refused: what was typed, and what is wrong. */
export type GrantReply = {
  intent: GrantIntent;
  values: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
  /**
   * The id of the row that the form creates; undefined if the form contains no id. The id stays the same when the
   * form is shown again.
   */
  entry?: string;
  /** The lines for which no award was given, each with the reason. */
  refused?: { line: string; reason: string }[];
};

export type Budget = { id: string; title: string; cents: number; used: number };
type Choices = {
  budgets: Budget[];
  rounds: { id: string; title: string }[];
  tickets: Pick<Ticket, "id" | "title">[];
};

type ShownGrant = {
  id: string;
  kind: "award" | "code";
  title: string;
  code: string | null;
  percent: number | null;
  amountCents: number | null;
  passType: string | null;
  roundId: string | null;
  maxUses: number | null;
  budgetId: string | null;
  validUntil: number | null;
  uid: string | null;
  email: string | null;
  name: string | null;
  uses: number;
};

/** The newest codes or awards. If older ones are left out, `cut` is the sentence that says so. */
type ShownGrants = { rows: ShownGrant[]; cut: string | null };

const LABELS = {
  title: "Name for delegates",
  size: "Reduction",
  code: "Code",
  amount: "Amount",
  people: "People",
  passType: "Pass",
  roundId: "Round",
  maxUses: "Uses",
  budgetId: "Budget",
  lastDay: "Last day",
};

/**
 * The fields of one of the forms. Several forms of the page have the same fields, so the name of each field begins with
 * the intent of its form.
 */
export function grantFieldsIn(intent: GrantIntent, reply: GrantReply | undefined) {
  const fieldOf = fieldsOf(reply?.values ?? {}, reply?.problems ?? {});
  return {
    field: (name: keyof typeof LABELS) => ({ ...fieldOf(name), name: `${intent}-${name}` }),
    problems: labelled(problemsOf(reply), LABELS).map((problem) => ({
      ...problem,
      ...(problem.field && { field: `${intent}-${problem.field}` }),
    })),
  };
}

/** A list of the budgets, with the used part of each. Below the list is a form for a new budget. */
export function BudgetCard({
  budgets,
  entry,
  reply,
}: {
  budgets: Budget[];
  /** The id of the budget that the form creates. */
  entry: string;
  reply?: GrantReply;
}) {
  const { field, problems } = grantFieldsIn("budget", reply);
  return (
    <Card title="Budgets" id="budgets">
      <p className="hint">A budget pays for awards and codes, and never more than there is in it.</p>
      {budgets.length > 0 && (
        <ListTable
          caption="Budgets"
          rows={budgets}
          keyOf={({ id }) => id}
          columns={[
            { title: "Budget", cell: ({ title }) => title },
            { title: "Amount", kind: "number", cell: ({ cents }) => dollars(cents) },
            { title: "Used", kind: "number", cell: ({ used }) => dollars(used) },
            { title: "Left", kind: "number", cell: ({ cents, used }) => dollars(cents - used) },
          ]}
        />
      )}
      <Fold title="New budget" isOpen={reply !== undefined}>
        <PostForm className="stack">
          <ErrorSummary problems={problems} />
          <input type="hidden" name="entry" value={reply?.entry ?? entry} />
          <TextField {...field("title")} label="Name" />
          <TextField {...field("amount")} label={LABELS.amount} hint="In dollars." inputMode="decimal" />
          <ActCode />
          <Button name="intent" value="budget" variant="secondary">
            Add the budget
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** The codes, and a form for a new one. */
export function CodeCard({
  codes,
  entry,
  reply,
  ...choices
}: Choices & {
  codes: ShownGrants;
  /** The id of the proposal that the form makes, if the code needs a second person. */
  entry: string;
  reply?: GrantReply;
}) {
  const { rounds, tickets, budgets } = choices;
  const { field, problems } = grantFieldsIn("code", reply);
  const titleOf = (id: string | null) => [...tickets, ...rounds].find((one) => one.id === id)?.title;
  return (
    <Card title="Codes" id="codes">
      <p className="hint">
        Delegates type a code on the payment page. It makes the pass cheaper, never the add-ons. Guessing
        stops after a few tries.
      </p>
      {codes.rows.length === 0 ? (
        <EmptyState title="No codes yet" />
      ) : (
        <ListTable
          caption="Codes"
          rows={codes.rows}
          keyOf={(one) => one.id}
          columns={[
            { title: "Code", cell: (one) => <strong>{one.code}</strong> },
            { title: LABELS.title, cell: (one) => one.title },
            { title: LABELS.size, kind: "number", cell: (one) => sizeInWords(one) },
            {
              title: "For",
              cell: (one) =>
                [titleOf(one.passType), titleOf(one.roundId)].filter(Boolean).join(", ") || "Everybody",
            },
            {
              title: "Used",
              kind: "number",
              cell: (one) => (one.maxUses === null ? one.uses : `${one.uses} of ${one.maxUses}`),
            },
            {
              title: "Until",
              cell: (one) =>
                one.validUntil === null ? "No end" : <Moment at={one.validUntil} style="date" />,
            },
            { cell: (one) => <EndButton id={one.id} what={`the code ${one.code}`} uses={one.uses} /> },
          ]}
        />
      )}
      {codes.cut && <p className="hint">{codes.cut}</p>}
      <Fold title="New code" isOpen={reply !== undefined}>
        <PostForm className="stack" hasOptionalDate>
          <ErrorSummary problems={problems} />
          <input type="hidden" name="entry" value={reply?.entry ?? entry} />
          <TextField
            {...field("code")}
            label={LABELS.code}
            hint="Letters and digits. Capitals and spaces do not matter."
          />
          <GrantFields field={field} budgets={budgets} />
          <SelectField
            {...field("passType")}
            label={LABELS.passType}
            emptyOption="Every pass"
            options={tickets.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <SelectField
            {...field("roundId")}
            label={LABELS.roundId}
            emptyOption="Every round"
            options={rounds.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <TextField
            {...field("maxUses")}
            label={LABELS.maxUses}
            hint="Empty for any number."
            inputMode="numeric"
          />
          <TextField {...field("lastDay")} label={LABELS.lastDay} hint="Empty for no end." type="date" />
          <ActCode />
          <Button name="intent" value="code" variant="secondary">
            Add the code
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** The awards, and a form that gives them to one person or many. */
export function AwardCard({
  awards,
  budgets,
  entry,
  reply,
}: Pick<Choices, "budgets"> & {
  awards: ShownGrants;
  /** The id of the proposal that the form makes, if the awards need a second person. */
  entry: string;
  reply?: GrantReply;
}) {
  const { field, problems } = grantFieldsIn("award", reply);
  return (
    <Card title="Awards" id="awards">
      <p className="hint">
        An award belongs to one person. They learn of the award with their decision, not before. From then on
        their pass costs less.
      </p>
      {awards.rows.length === 0 ? (
        <EmptyState title="No awards yet" />
      ) : (
        <ListTable
          caption="Awards"
          rows={awards.rows}
          keyOf={(one) => one.id}
          columns={[
            {
              title: "Person",
              cell: (one) => (
                <>
                  <a href={`/admin/payments/person/${one.uid}`}>
                    <bdi>{one.name || one.email}</bdi>
                  </a>{" "}
                  {one.name && <small>{one.email}</small>}
                </>
              ),
            },
            { title: LABELS.title, cell: (one) => one.title },
            { title: LABELS.size, kind: "number", cell: (one) => sizeInWords(one) },
            {
              title: "Budget",
              cell: (one) => budgets.find(({ id }) => id === one.budgetId)?.title ?? "None",
            },
            { title: "State", cell: (one) => (one.uses > 0 ? "Used" : "Not used yet") },
            {
              cell: (one) => (
                <EndButton id={one.id} what={`the award of ${one.name || one.email}`} uses={one.uses} />
              ),
            },
          ]}
        />
      )}
      {awards.cut && <p className="hint">{awards.cut}</p>}
      <Fold title="New award" isOpen={reply !== undefined}>
        <PostForm className="stack">
          <ErrorSummary problems={problems} />
          <input type="hidden" name="entry" value={reply?.entry ?? entry} />
          {reply?.refused && (
            <ul>
              {reply.refused.map(({ line, reason }) => (
                <li key={line}>
                  <bdi>{line}</bdi> {reason}
                </li>
              ))}
            </ul>
          )}
          <TextArea
            {...field("people")}
            label={LABELS.people}
            hint="An e-mail address on each line; behind a comma a share or an amount of their own, such as mei@example.com, 50%."
            rows={4}
          />
          <GrantFields field={field} budgets={budgets} />
          <ActCode />
          <Button name="intent" value="award" variant="secondary">
            Give the awards
          </Button>
        </PostForm>
      </Fold>
    </Card>
  );
}

/** The fields that an award and a code share. */
export function GrantFields({
  field,
  budgets,
}: {
  field: ReturnType<typeof grantFieldsIn>["field"];
  budgets: Budget[];
}) {
  return (
    <>
      <TextField
        {...field("title")}
        label={LABELS.title}
        hint="On the payment page and the receipt, such as Diversity award."
      />
      <TextField
        {...field("size")}
        label={LABELS.size}
        hint="A share such as 50%, an amount such as $100, or whole."
      />
      <SelectField
        {...field("budgetId")}
        label={LABELS.budgetId}
        emptyOption="No budget"
        options={budgets.map(({ id, title }) => ({ value: id, label: title }))}
        hint={grantMessages.byTwo}
      />
    </>
  );
}

/** The button that ends an award or a code, folded away together with a sentence about the effect. */
export function EndButton({ id, what, uses }: { id: string; what: string; uses: number }) {
  return (
    <details>
      <summary aria-label={`End ${what}…`}>End…</summary>
      <PostForm className="stack tight">
        <input type="hidden" name="id" value={id} />
        <p>
          Nobody can use <bdi>{what}</bdi> from now on.{" "}
          {uses > 0 ? `Who used it keeps that price: ${uses}.` : "Nobody has used it."} It cannot be taken
          back.
        </p>
        <Button name="intent" value="end" variant="danger" aria-label={`End ${what}`}>
          End it
        </Button>
      </PostForm>
    </details>
  );
}
