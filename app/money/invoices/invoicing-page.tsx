import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { TextArea, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import type { Invoicing } from "~/values/catalogue.ts";
import {
  INVOICING_LABELS,
  type InvoicingChange,
  invoicingInWords,
  type ProposalAtHome,
  type proposalRefusal,
} from "./invoicing-changes.ts";
import { invoicingMessages } from "./messages.ts";
import type { InvoicingField, InvoicingReply } from "./replies.ts";

const { hints, home } = invoicingMessages;

type Act = { by: string | null; at: number };
type Told = { id: string; changes: InvoicingChange[]; proposed: Act; settled: Act | null };

/** The values in force in an edition; null if nobody has set any. */
export function InvoicingInForce({ inForce }: { inForce: Invoicing | null }) {
  return (
    <Card title="In force">
      {inForce ? (
        <SummaryList
          rows={invoicingInWords(inForce).map(({ label, words }) => ({
            term: label,
            value: words && <span className="answer">{words}</span>,
          }))}
        />
      ) : (
        <p>{invoicingMessages.nobodySaid}</p>
      )}
    </Card>
  );
}

function Changes({ changes }: { changes: InvoicingChange[] }) {
  return (
    <dl className="rows">
      {changes.map(({ label, from, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="answer">
            {from && (
              <>
                <del>{from}</del>
                {"\n"}
              </>
            )}
            {to ? <ins>{to}</ins> : <span className="muted">nothing</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const By = ({ by, at }: Act) => (
  <>
    {by && <bdi>{by}</bdi>}
    {by && ", "}
    <Moment at={at} />
  </>
);

type Open = Told & { appliesAt: number | null; why: ReturnType<typeof proposalRefusal> };

/** A proposal that is not settled yet, with what the viewer can do about it. */
export function OpenProposal({ open }: { open: Open }) {
  const { id, changes, proposed, appliesAt, why } = open;
  const isLost = why === "moved" || why === "left";
  return (
    <Card title="Proposed">
      {isLost ? (
        <Notice tone="error">
          <p>{invoicingMessages.whyNot[why]}</p>
        </Notice>
      ) : (
        <Notice
          tone="warning"
          title={appliesAt === null ? invoicingMessages.waits : invoicingMessages.applies}
        >
          {appliesAt === null ? (
            <p>{why ? invoicingMessages.whyNot[why] : invoicingMessages.waitsFor(proposed.by ?? "them")}</p>
          ) : (
            <p>
              <strong>
                From <Moment at={appliesAt} />.
              </strong>{" "}
              {invoicingMessages.appliesAlone}
            </p>
          )}
        </Notice>
      )}
      <p className="hint">
        Proposed by <By {...proposed} />
      </p>
      <Changes changes={changes} />
      <PostForm className="stack">
        <input type="hidden" name="id" value={id} />
        {why === null && <ActCode />}
        <div className="actions">
          {why === null && (
            <Button name="intent" value="confirm">
              {invoicingMessages.confirm}
            </Button>
          )}
          <Button name="intent" value="withdraw" variant="secondary">
            {invoicingMessages.withdraw}
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

/** The form that makes a new proposal. */
export function InvoicingProposalForm({
  values,
  formId,
  version,
  from,
  reply,
}: {
  values: Record<InvoicingField, string>;
  formId: string;
  version: number;
  /** The name of the edition whose values fill the form; null if the values come from this edition itself. */
  from: string | null;
  reply: InvoicingReply["form"];
}) {
  const field = fieldsOf<InvoicingField>(reply?.values ?? values, reply?.problems ?? {});
  return (
    <Card title="Propose a change" id="propose">
      <p className="hint">{invoicingMessages.howItGoes}</p>
      {from !== null && <p className="hint">{invoicingMessages.filledIn(from)}</p>}
      <PostForm className="stack">
        <ErrorSummary problems={labelled(problemsOf(reply), INVOICING_LABELS)} />
        <HiddenFields fields={{ id: reply?.id ?? formId, version: reply?.version ?? version }} />
        <TextArea
          {...field("seller")}
          label={INVOICING_LABELS.seller}
          hint={hints.seller}
          rows={4}
          optional
        />
        <TextArea {...field("payTo")} label={INVOICING_LABELS.payTo} hint={hints.payTo} rows={6} optional />
        <TextField {...field("tax")} label={INVOICING_LABELS.tax} hint={hints.tax} />
        <TextField
          {...field("taxRate")}
          label={`${INVOICING_LABELS.taxRate} (in percent)`}
          hint={hints.taxRate}
          className="short"
          inputMode="decimal"
          optional
        />
        <TextField
          {...field("taxNumber")}
          label={INVOICING_LABELS.taxNumber}
          hint={hints.taxNumber}
          optional
        />
        <TextField
          {...field("days")}
          label={INVOICING_LABELS.days}
          hint={hints.days}
          className="short"
          inputMode="numeric"
        />
        <TextField
          {...field("secondPersonCents")}
          label={`${INVOICING_LABELS.secondPersonCents} (in dollars)`}
          hint={hints.secondPerson}
          className="short"
          inputMode="decimal"
        />
        <TextField
          {...field("writeOffCents")}
          label={`${INVOICING_LABELS.writeOffCents} (in dollars)`}
          hint={hints.writeOff}
          className="short"
          inputMode="decimal"
        />
        <TextField
          {...field("moneyOutCents")}
          label={`${INVOICING_LABELS.moneyOutCents} (in dollars)`}
          hint={hints.moneyOut}
          className="short"
          inputMode="decimal"
        />
        <p className="hint">{invoicingMessages.onlyNew}</p>
        <ActCode />
        <Button name="intent" value="propose">
          Propose
        </Button>
      </PostForm>
    </Card>
  );
}

type Past = Told & { state: "proposed" | "applied" | "withdrawn"; isInForce: boolean };

/** Earlier proposals, newest first, each with what became of it. */
export function PastProposals({ past }: { past: Past[] }) {
  if (past.length === 0) return null;
  return (
    <Card title="History">
      {past.map(({ id, state, isInForce, changes, proposed, settled }) => (
        <section key={id} className="stack tight">
          <p>
            <Tag tone={state === "withdrawn" ? "todo" : isInForce ? "success" : "info"}>
              {state === "withdrawn" ? "Withdrawn" : isInForce ? "In force" : "Was in force"}
            </Tag>
          </p>
          <p className="hint">
            {proposed.by === null ? "Set up " : "Proposed by "}
            <By {...proposed} />
            {settled && (
              <>
                ;{" "}
                {state === "withdrawn"
                  ? "withdrawn by"
                  : settled.by
                    ? "confirmed by"
                    : "in force without a second person from"}{" "}
                <By {...settled} />
              </>
            )}
          </p>
          <Changes changes={changes} />
        </section>
      ))}
    </Card>
  );
}

/** Notices on the home page of staff, one for each proposed change that is not settled yet. */
export function ProposalsAtHome({
  proposals,
  mayLook,
}: {
  proposals: ProposalAtHome[];
  /** Whether the viewer has the ability "money". */
  mayLook: boolean;
}) {
  return proposals.map(({ edition, who, appliesAt }) => (
    <Notice key={edition} tone="warning" title={home.title}>
      {appliesAt === null ? (
        <p>{home.waits(who, edition)}</p>
      ) : (
        <p>
          {home.applies(who, edition)}{" "}
          <strong>
            <Moment at={appliesAt} />
          </strong>
          . {home.unexpected}
        </p>
      )}
      {mayLook && (
        <p>
          <a href="/admin/payments/invoicing">{home.look}</a>
        </p>
      )}
    </Notice>
  ));
}
