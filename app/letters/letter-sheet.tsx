import { Card } from "~/ui/card.tsx";
import { Letterhead } from "~/ui/letterhead.tsx";
import { Prose } from "~/ui/prose.tsx";
import { QrCode } from "~/ui/qr-code.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { LetterContent } from "~/values/shapes.ts";
import type { LetterKind } from "~/values/types.ts";
import { spelledCode } from "./letter-codes.ts";
import { letterMessages } from "./messages.ts";

/** A letter as a sheet of paper: its stored content, and the code with which anybody can check it. */
export function LetterSheet({
  kind,
  content,
  passport,
  code,
  address,
}: {
  kind: LetterKind;
  content: LetterContent;
  /** The facts of a passport. They are not part of the stored content. */
  passport: { term: string; value: string }[];
  code: string;
  /** The address of the page that checks the code. */
  address: string;
}) {
  const { says } = letterMessages;
  const { sender } = content;
  return (
    <div className="letter">
      <Card>
        <Letterhead />
        {sender.address && <p className="letter-address">{sender.address}</p>}
        <p>{content.date}</p>
        {kind !== "thanks" && <p>{says.toWhom}</p>}
        {content.sentences.map((sentence) => (
          <p key={sentence}>
            <bdi>{sentence}</bdi>
          </p>
        ))}
        <SummaryList rows={[{ term: "Full name", value: content.name }, ...passport, ...content.facts]} />
        <Prose values={content.values}>{content.text ?? undefined}</Prose>
        <div className="letter-foot">
          <div>
            {sender.signature && <img className="letter-signature" src={sender.signature} alt="Signature" />}
            <p className="signed">
              {sender.signatory}
              {sender.office && (
                <>
                  <br />
                  {sender.office}
                </>
              )}
            </p>
          </div>
          <div className="letter-check">
            <QrCode text={address} label="The address at which this letter is checked" />
            <p className="hint">
              {says.check} <a href={address}>{address.replace(/^https?:\/\//, "").replace(code, "")}</a>
              <br />
              <strong className="letter-code">{spelledCode(code)}</strong>
            </p>
          </div>
        </div>
      </Card>
    </div>
  );
}
