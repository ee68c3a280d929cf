import { Fragment } from "react";
import { ActCode } from "~/ui/act-code.tsx";
import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Fold } from "~/ui/fold.tsx";
import { type ListColumn, ListTable } from "~/ui/list.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Tag } from "~/ui/tag.tsx";
import { MOST_RECORDED } from "./bank-matches.ts";
import type { BankFileReply, ShownBankLine } from "./bank-reply.ts";
import type { BankGroup } from "./bank-shown.ts";
import { bankFileMessages } from "./messages.ts";

type Lines = Extract<BankFileReply, { step: "lines" }>;

const HEADINGS: Record<BankGroup, string> = {
  recorded: "Recorded",
  exact: "These match",
  look: "Please look at these",
  before: "Recorded before",
  none: "No invoice found",
};

/** Groups of lines that staff can usually leave alone, so they are folded away. */
const FOLDED: readonly BankGroup[] = ["before", "none"];

const COLUMNS: ListColumn<ShownBankLine>[] = [
  {
    title: "Transfer",
    kind: "one-line",
    cell: ({ line, receivedOn, amount, entry, canBeTicked, isTicked }) => {
      const words = (
        <>
          Line {line} <small>{receivedOn}</small>
        </>
      );
      return canBeTicked ? (
        <label className="choice">
          <input type="checkbox" name="take" value={entry} defaultChecked={isTicked} />
          <span>
            <span className="visually-hidden">Record {amount} of </span>
            {words}
          </span>
        </label>
      ) : (
        words
      );
    },
  },
  { title: "Amount", kind: "number", cell: ({ amount }) => amount },
  { title: "Text", kind: "long", cell: ({ text }) => <bdi>{text}</bdi> },
  {
    title: "What it is",
    cell: ({ tone, words, sentence, link, warnings, refusal }) => (
      <>
        <Tag tone={tone}>{words}</Tag> {sentence} {link && <a href={link.href}>{link.words}</a>}
        {warnings.map((warning) => (
          <Fragment key={warning.link.href}>
            {" "}
            <small>
              {warning.sentence} <a href={warning.link.href}>{warning.link.words}</a>
            </small>
          </Fragment>
        ))}
        {refusal && (
          <>
            {" "}
            <strong>{bankFileMessages.refused}</strong> {refusal}
          </>
        )}
      </>
    ),
  },
];

/** The transfers of a bank's file, the invoice that each of them pays, and the form that records them. */
export function BankLines({ reply }: { reply: Lines }) {
  const { reason, done, outgoing, unreadable, beside, lines } = reply;
  const isAnyToTick = lines.some(({ canBeTicked }) => canBeTicked);
  return (
    <>
      {done && <Done done={done} />}
      <p>
        {bankFileMessages.read(lines.length, outgoing)} {!done && bankFileMessages.nothingYet}
      </p>
      {unreadable.length > 0 && (
        <Notice tone="warning" title={bankFileMessages.unreadable(unreadable.length)}>
          <ul>
            {unreadable.slice(0, 20).map(({ line, cell }) => (
              <li key={line}>{bankFileMessages.unreadableLine(line, cell)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <PostForm className="stack" encType="multipart/form-data">
        <ErrorSummary problems={reason ? [{ message: reason }] : []} />
        <input type="hidden" name="beside" value={beside} />
        {lines.map(({ carried, line }) => (
          <input key={line} type="hidden" name="line" value={carried} />
        ))}
        {(Object.keys(HEADINGS) as BankGroup[]).map((group) => (
          <Group key={group} group={group} lines={lines.filter((line) => line.group === group)} />
        ))}
        {isAnyToTick && <ActCode />}
        {isAnyToTick && (
          <p className="actions">
            <Button name="intent" value="record">
              Record the ticked payments
            </Button>
          </p>
        )}
      </PostForm>
    </>
  );
}

function Group({ group, lines }: { group: BankGroup; lines: ShownBankLine[] }) {
  if (lines.length === 0) return null;
  const title = `${HEADINGS[group]} (${lines.length})`;
  const table = (
    <ListTable caption={HEADINGS[group]} rows={lines} keyOf={({ line }) => line} columns={COLUMNS} />
  );
  return FOLDED.includes(group) ? (
    <Fold title={title}>{table}</Fold>
  ) : (
    <section>
      <h2>{title}</h2>
      {table}
    </section>
  );
}

function Done({ done: { recorded, waiting, refused, left } }: { done: NonNullable<Lines["done"]> }) {
  return (
    <>
      {recorded > 0 && (
        <Notice tone={waiting === recorded ? "info" : "success"}>
          <p>{bankFileMessages.recorded(recorded)}</p>
          {waiting > 0 && <p>{bankFileMessages.wait(waiting, recorded)}</p>}
          {left > 0 && <p>{bankFileMessages.left(left, MOST_RECORDED)}</p>}
        </Notice>
      )}
      {refused > 0 && (
        <Notice tone="error">
          <p>{bankFileMessages.notRecorded(refused)}</p>
        </Notice>
      )}
    </>
  );
}
