import { dueOf } from "~/money/prices/pricing.ts";
import { dollars } from "~/values/money.ts";

/** The part of a total that the delegate's credit pays; nothing if they have no credit. */
export function CreditLine({ totalCents, creditCents }: { totalCents: number; creditCents: number }) {
  if (creditCents === 0) return null;
  return (
    <p className="cluster between">
      <span>Paid with your credit of {dollars(creditCents)}:</span>{" "}
      <span data-spent="">{dollars(-dueOf(totalCents, creditCents).spentCents)}</span>
    </p>
  );
}
