import type { ReactNode } from "react";

export type PriceLine = {
  title: ReactNode;
  detail?: ReactNode;
  amount: ReactNode;
  /** The name with which a script finds the line in order to show or hide it. */
  field?: string;
  hidden?: boolean;
};

/** The things that are paid for, line by line, and the total. The caller formats the amounts. */
export function PriceTable({
  lines,
  total,
  totalLabel = "Total",
  caption,
}: {
  lines: PriceLine[];
  total: ReactNode;
  totalLabel?: string;
  caption?: string;
}) {
  return (
    <table className="prices">
      {caption && <caption>{caption}</caption>}
      <tbody>
        {lines.map(({ title, detail, amount, field, hidden }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are static text
          <tr key={index} data-line={field} hidden={hidden}>
            <th scope="row">
              {title}
              {detail && <small>{detail}</small>}
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{totalLabel}</th>
          <td>{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
