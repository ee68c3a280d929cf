import type { ShownLine } from "~/money/payments/shown-order.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { dollars } from "~/values/money.ts";
import { listInWords } from "~/values/words.ts";

/** The price of the pass, and what was taken off it, if anything was. */
export function PassPrice({ line: { title, cents, reductions = [] } }: { line: ShownLine }) {
  const list = dollars(totalOf([cents, ...reductions.map((off) => off.cents)]));
  const off = listInWords(reductions.map((one) => `${dollars(one.cents)} (${one.title})`));
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <p className="price">{dollars(cents)}</p>
      {reductions.length > 0 && <p className="hint">{passMessages.reduced(list, off)}</p>}
    </>
  );
}
