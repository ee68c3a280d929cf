import type { HTMLAttributes } from "react";
import { standingMessages } from "~/standing/messages.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CheckboxField, DateField, TextField } from "~/ui/field.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Prose } from "~/ui/prose.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { dateInWords } from "~/values/days.ts";
import { passMessages } from "./messages.ts";

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
const TITLES: Record<(typeof PARTS)[number], string> = {
  openingLetter: "Opening letter",
  codeOfConduct: "Security rules and campus code of conduct",
  refundPolicy: "Refund policy",
  liabilityRelease: "Liability release form",
};

/** The four texts of the agreement (specification, section 2). */
export function AgreementTextParts({ agreement }: { agreement: AgreementTexts }) {
  return PARTS.map((part) => (
    <section className="card" key={part}>
      <h2>{TITLES[part]}</h2>
      <Prose>{agreement[part]}</Prose>
    </section>
  ));
}

/**
 * Who accepted which version, and when. `statedDate` is the day they typed; it is empty if a program accepted
 * for them.
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

type TermsReply = {
  problem: string;
  date: string;
  /** The page that follows acceptance, as it was posted. */
  next: string;
  codeOfConduct: boolean;
  refundPolicy: boolean;
};

type Props = {
  agreement: AgreementTexts;
  fullName: string;
  /** Today, YYYY-MM-DD; it can be changed. */
  today: string;
  /** The page that follows acceptance. */
  next: string;
  /** The date typed before, and whether both boxes were ticked. */
  date?: string | null;
  agreed?: boolean;
  reply?: TermsReply;
};

/** The terms in the place of a page that needs them accepted before what it is for. */
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
      {reply && <ErrorSummary problems={[{ message: reply.problem }]} />}
      <AgreementTextParts agreement={agreement} />
      <p className="print-only">Version {agreement.version}, not accepted.</p>
      <confirm-terms
        data-incomplete={standingMessages.acceptTermsFirst}
        data-confirm={passMessages.confirmTerms}
        data-refused={passMessages.termsRefused}
      >
        <PostForm action="/waiver" className="card stack no-print">
          <h2>Your agreement</h2>
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
          <DateField label="Today’s date" name="date" defaultValue={reply?.date ?? (date || today)} />
          <CheckboxField
            label="I have read the security rules and the campus code of conduct and will follow them."
            name="codeOfConduct"
            defaultChecked={reply?.codeOfConduct ?? agreed}
          />
          <CheckboxField
            label="I have read and understood the refund policy."
            name="refundPolicy"
            defaultChecked={reply?.refundPolicy ?? agreed}
          />
          <Button className="wraps">{passMessages.acceptTermsButton}</Button>
        </PostForm>
      </confirm-terms>
    </>
  );
}
