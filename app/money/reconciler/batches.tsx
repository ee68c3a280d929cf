import { Fragment } from "react";
import { EmptyState } from "~/ui/card.tsx";
import { ListTable } from "~/ui/list.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Tag, type Tone } from "~/ui/tag.tsx";
import { dollars } from "~/values/money.ts";
import type { BatchLineKind } from "~/values/types.ts";
import { settlementMessages as said } from "./messages.ts";
import type { BatchVerdict, SettlementDifference } from "./settlements.ts";

const TONES: Record<BatchVerdict, Tone> = {
  agrees: "success",
  differs: "error",
  unlisted: "error",
  failed: "error",
};

type ShownLine = {
  transactionId: string;
  invoiceNumber: string;
  kind: BatchLineKind;
  cents: number | null;
  oursCents: number | null;
  object: string | null;
  how: SettlementDifference;
};

type ShownBatch = {
  gateway: string;
  batchId: string;
  settledAt: number;
  chargedCents: number;
  refundedCents: number;
  verdict: BatchVerdict;
  listed: { chargedCents: number; refundedCents: number };
  parts: { thing: string | null; cents: number }[];
  differing: ShownLine[];
  unshown: number;
};

/** The batches that card processors settled, and whether each agrees with the portal's records. */
export function BatchTable({ batches }: { batches: ShownBatch[] }) {
  if (batches.length === 0) {
    return (
      <EmptyState title={said.none.title}>
        <p>{said.none.lead}</p>
      </EmptyState>
    );
  }
  return (
    <ListTable
      caption="Batches"
      isBare={!batches.some(({ differing }) => differing.some(({ object }) => pageOf(object) !== null))}
      rows={batches}
      keyOf={(batch) => `${batch.gateway}/${batch.batchId}`}
      columns={[
        {
          title: "Settled",
          cell: (batch) => (
            <>
              <Moment at={batch.settledAt} />{" "}
              <small>
                {batch.batchId}, {batch.gateway}
              </small>
            </>
          ),
        },
        { title: "Charged", kind: "number", cell: (batch) => dollars(batch.chargedCents) },
        { title: "Given back", kind: "number", cell: (batch) => dollars(batch.refundedCents) },
        {
          title: "Compared",
          kind: "long",
          cell: (batch) => (
            <>
              <Tag tone={TONES[batch.verdict]}>{said.verdict[batch.verdict]}</Tag>
              {batch.parts.map(({ thing, cents }) => (
                <Fragment key={thing}>
                  {" "}
                  <small>
                    {thingOf(thing)}: {dollars(cents)}
                  </small>
                </Fragment>
              ))}
              {batch.verdict === "failed" && <p>{said.failed}</p>}
              {batch.verdict === "unlisted" && (
                <p>
                  {said.unlisted(dollars(batch.listed.chargedCents), dollars(batch.listed.refundedCents))}
                </p>
              )}
              <DifferenceList lines={batch.differing} />
              {batch.unshown > 0 && <p>{said.unshown(batch.unshown, batch.differing.length > 0)}</p>}
            </>
          ),
        },
      ]}
    />
  );
}

const thingOf = (thing: string | null): string =>
  thing !== null && thing in said.things ? said.things[thing as keyof typeof said.things] : said.unknownThing;

/** The page about the payment or subscription that a line belongs to; null if there is none. */
const pageOf = (object: string | null): string | null =>
  object && /^(payments|subscriptions)\//.test(object) ? `/admin/${object}` : null;

/**
 * Charges and refunds that differ, each with a link to the payment or subscription that it belongs to, or with its ids.
 */
export function DifferenceList({ lines }: { lines: ShownLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map(({ transactionId, invoiceNumber, kind, cents, oursCents, object, how }) => (
        <li key={transactionId}>
          {said.difference(how, kind, cents ?? 0, oursCents ?? 0)}:{" "}
          {pageOf(object) ? (
            <a href={pageOf(object)!}>{object!.split("/")[1]}</a>
          ) : (
            <>
              transaction {transactionId}
              {invoiceNumber && `, invoice ${invoiceNumber}`}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
