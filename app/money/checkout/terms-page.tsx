import type { HTMLAttributes } from "react";
import { passMessages } from "~/money/prices/messages.ts";
import { standingMessages } from "~/standing/messages.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField, DateField, TextField } from "~/ui/field.tsx";
import { problemsOf } from "~/ui/form-reply.ts";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Prose } from "~/ui/prose.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { dateInWords } from "~/values/days.ts";
import { minutesInWords } from "~/values/words.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "confirm-terms": HTMLAttributes<HTMLElement>;
    }
  }
}

export type AgreementTexts = {
  version: number;
  openingLetter: string;
  codeOfConduct: string;
  refundPolicy: string;
  liabilityRelease: string;
};

const PARTS = ["openingLetter", "codeOfConduct", "refundPolicy", "liabilityRelease"] as const;
/** The title of each part, and a few words about its subject. */
const TITLES: Record<(typeof PARTS)[number], [title: string, about: string]> = {
  openingLetter: ["Opening letter", "why there are terms"],
  codeOfConduct: ["Security rules and campus code of conduct", "rules for everyone"],
  refundPolicy: ["Refund policy", "what you get back if you cannot come, and until when"],
  liabilityRelease: ["Liability release form", "risks you accept"],
};

/** How many words a reader reads in a minute. */
const PACE = 200;

/** A list of the parts of the terms. Each is a link to the part itself, on the page `at`. */
export const TermsParts = ({ at = "" }: { at?: string }) => (
  <ol>
    {PARTS.map((part) => (
      <li key={part}>
        <a href={`${at}#part-${part}`}>{TITLES[part][0]}</a>: {TITLES[part][1]}
      </li>
    ))}
  </ol>
);

/** Links to the parts of the terms, and how long the terms take to read. */
function Contents({ agreement }: { agreement: AgreementTexts }) {
  const words = PARTS.reduce((sum, part) => sum + agreement[part].split(/\s+/).length, 0);
  return (
    <nav className="card no-print" aria-labelledby="in-short">
      <h2 id="in-short">In short</h2>
      <p>
        {PARTS.length} parts, about {minutesInWords(Math.ceil(words / PACE))} to read. At the end you accept
        them all.
      </p>
      <TermsParts />
    </nav>
  );
}

/** The four texts of the agreement (specification, section 2). */
export function AgreementTextParts({ agreement }: { agreement: AgreementTexts }) {
  return PARTS.map((part) => (
    <section className="card" key={part} id={`part-${part}`}>
      <h2>{TITLES[part][0]}</h2>
      <Prose>{agreement[part]}</Prose>
    </section>
  ));
}

/**
 * Who accepted which version, and when. `statedDate` is the date that the person typed; it is empty if a program
 * accepted for them.
 */
export function Signature({
  fullName,
  acceptedAt,
  statedDate,
  version,
}: {
  fullName: string;
  acceptedAt: number;
  statedDate: string;
  version: number;
}) {
  return (
    <Card title="Accepted">
      <SummaryList
        rows={[
          { term: "By", value: fullName },
          { term: "On", value: <Moment at={acceptedAt} /> },
          ...(statedDate ? [{ term: "Dated", value: dateInWords(statedDate) }] : []),
          { term: "Version", value: String(version) },
        ]}
      />
    </Card>
  );
}

/**
 * The reply to terms that were not accepted: what is missing in each field, or the reason why they cannot be accepted.
 */
export type TermsReply = {
  problems: Record<string, string>;
  reason?: string;
  date: string;
  /** The page to show after acceptance, as the form posted it. */
  next: string;
  codeOfConduct: boolean;
  refundPolicy: boolean;
};

type Props = {
  agreement: AgreementTexts;
  fullName: string;
  /** Today (YYYY-MM-DD), which the form fills in and the person can change. */
  today: string;
  /** The page to show after acceptance. */
  next: string;
  /** The date that was typed before, and whether both boxes were ticked. */
  date?: string | null;
  agreed?: boolean;
  reply?: TermsReply;
};

/** The terms, shown in place of a page that requires their acceptance first. */
export function TermsFirst({
  before = "pay",
  ...terms
}: Pick<Props, "agreement" | "fullName" | "today" | "next"> & { before?: string }) {
  return (
    <>
      <Notice tone="info">
        <p>Before you can {before}, please read and accept the terms and conditions.</p>
      </Notice>
      <TermsForm {...terms} />
    </>
  );
}

/** The terms and agreement screen: texts, name, date, two checkboxes (specification, section 2). */
export function TermsForm({ agreement, fullName, today, next, date, agreed, reply }: Props) {
  return (
    <>
      <ErrorSummary
        title={reply && !reply.reason ? standingMessages.acceptTermsFirst : undefined}
        problems={problemsOf(reply)}
      />
      <div className="stack">
        <Contents agreement={agreement} />
        <AgreementTextParts agreement={agreement} />
        <p className="stays no-print">
          <a href="#agree">Your agreement</a>, below the four parts
        </p>
      </div>
      <p className="print-only">Version {agreement.version}, not accepted.</p>
      <confirm-terms
        data-incomplete={standingMessages.acceptTermsFirst}
        data-confirm={passMessages.confirmTerms}
        data-refused={passMessages.termsRefused}
      >
        <PostForm action="/waiver" className="card stack no-print">
          <h2 id="agree">Your agreement</h2>
          <input type="hidden" name="version" value={agreement.version} />
          <input type="hidden" name="next" value={reply?.next ?? next} />
          <TextField
            label="Full name"
            name="fullName"
            defaultValue={fullName}
            readOnly
            dir="auto"
            autoComplete="off"
          />
          <DateField
            label="Today’s date"
            name="date"
            defaultValue={reply?.date ?? (date || today)}
            error={reply?.problems["date"]}
          />
          <CheckboxField
            label="I have read the security rules and the campus code of conduct and will follow them."
            name="codeOfConduct"
            defaultChecked={reply?.codeOfConduct ?? agreed}
            error={reply?.problems["codeOfConduct"]}
          />
          <CheckboxField
            label="I have read and understood the refund policy."
            name="refundPolicy"
            defaultChecked={reply?.refundPolicy ?? agreed}
            error={reply?.problems["refundPolicy"]}
          />
          <Button className="wraps">{passMessages.acceptTermsButton}</Button>
        </PostForm>
      </confirm-terms>
    </>
  );
}
