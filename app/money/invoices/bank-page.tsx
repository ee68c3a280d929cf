import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField, CheckboxGroup, FileField, RadioGroup, SelectField, TextArea } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { HiddenFields, PostForm } from "~/ui/post-form.tsx";
import { DAY_ORDERS, type DayOrder } from "./bank-cells.ts";
import type { BankPart } from "./bank-columns.ts";
import { BankLines } from "./bank-lines.tsx";
import type { BankFileReply } from "./bank-reply.ts";
import { bankFileMessages } from "./messages.ts";

type Columns = Extract<BankFileReply, { step: "columns" }>;

/** The page for a bank's file: choosing and reading the file, and recording its transfers. */
export function BankPage({ reply }: { reply?: BankFileReply }) {
  return (
    <Page
      isForm
      title="Transfers from the bank"
      eyebrow={<a href="/admin/payments/invoices">Invoices and cash</a>}
      lead={reply && reply.step !== "file" ? undefined : bankFileMessages.lead}
      wide={reply?.step === "lines"}
    >
      {reply?.step === "lines" && <BankLines reply={reply} />}
      {reply?.step === "columns" && <ChooseColumns reply={reply} />}
      {(!reply || reply.step === "file") && <ChooseFile reply={reply} />}
      {reply && reply.step !== "file" && (
        <p>
          <a href="/admin/payments/bank">Another file</a>
        </p>
      )}
    </Page>
  );
}

function ChooseFile({ reply }: { reply: Extract<BankFileReply, { step: "file" }> | undefined }) {
  // If the text of a file could be read, staff correct that text in the field; otherwise they choose a file again.
  const wasPasted = Boolean(reply?.table);
  return (
    <Card title="The bank’s file">
      <PostForm className="stack" encType="multipart/form-data">
        <ErrorSummary
          problems={reply ? [{ field: wasPasted ? "table" : "bank-file", message: reply.reason }] : []}
        />
        <FileField
          label="CSV file"
          name="file"
          controlId="bank-file"
          accept=".csv,.txt,text/csv,text/plain"
          hint={bankFileMessages.notKept}
          error={wasPasted ? undefined : reply?.reason}
        />
        <details open={wasPasted}>
          <summary>Or paste its text</summary>
          <TextArea
            label="Text of the file"
            name="table"
            rows={8}
            hint="With the row of headings."
            defaultValue={reply?.table}
            error={wasPasted ? reply?.reason : undefined}
          />
        </details>
        <CheckboxField
          label="I want to say what each column is"
          name="choose"
          defaultChecked={reply?.wantsToSay}
        />
        <div className="actions">
          <Button name="intent" value="read">
            Show what it pays
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

const LABELS: Record<BankPart | "texts" | "days", string> = {
  day: "Day",
  amount: "Amount",
  credit: "Money in",
  debit: "Money out",
  side: "In or out",
  currency: "Currency",
  reference: "Reference",
  texts: "Text",
  days: "How the bank writes days",
};

const DAYS: Record<DayOrder, string> = {
  "month first": "The month first: 12/17/2022",
  "day first": "The day first: 17/12/2022",
};

function ChooseColumns({ reply }: { reply: Columns }) {
  const { question, table, values, texts, problems, reason } = reply;
  const field = fieldsOf<BankPart | "days">(values, problems);
  const options = question.columns.map(({ title, examples }, index) => ({
    value: String(index),
    label: [title, examples.join(", ")].filter(Boolean).join(": ").slice(0, 80),
  }));
  const select = (part: BankPart, hint?: string) => (
    <SelectField {...field(part)} label={LABELS[part]} hint={hint} emptyOption="None" options={options} />
  );
  const { hints } = bankFileMessages;
  const isSplit = ["credit", "debit", "side", "currency"].some((part) => values[part]);
  const { defaultValue, ...days } = field("days");
  return (
    <Card title="What the columns are">
      <PostForm className="stack" encType="multipart/form-data">
        <ErrorSummary problems={labelled(problemsOf({ problems }), LABELS)} />
        {reason && <p>{reason}</p>}
        <HiddenFields fields={{ table }} />
        {question.asks === "days" || defaultValue ? (
          <RadioGroup
            {...days}
            label={LABELS.days}
            defaultValue={defaultValue}
            options={DAY_ORDERS.map((value) => ({ value, label: DAYS[value] }))}
          />
        ) : null}
        {select("day")}
        {select("amount", hints.amount)}
        <Fold title="Money in and out in two columns, and currency" isOpen={isSplit}>
          {select("credit", hints.credit)}
          {select("debit")}
          {select("side", hints.side)}
          {select("currency")}
        </Fold>
        {select("reference", hints.reference)}
        <CheckboxGroup
          label={LABELS.texts}
          name="texts"
          hint={hints.texts}
          options={options}
          chosen={texts}
        />
        <div className="actions">
          <Button name="intent" value="read">
            Show what it pays
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}
