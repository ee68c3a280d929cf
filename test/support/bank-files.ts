/**
 * A transfer as a bank's file describes it; if the amount is negative, money leaves our account. All transfers are made
 * up.
 */
export type Transfer = { day: string; cents: number; who: string; text: string; reference: string };

export const LAYOUTS = ["american", "german", "british", "chinese"] as const;
export type Layout = (typeof LAYOUTS)[number];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const [euroFigures, dollarFigures] = ["de-DE", "en-US"].map(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 2 }),
);
const dollarsOf = (cents: number) => dollarFigures!.format(Math.abs(cents) / 100);

/** The transfers as a file in the format of one bank. */
export function bankFile(layout: Layout, transfers: readonly Transfer[]): string {
  const parts = transfers.map((transfer) => {
    const [year, month, day] = transfer.day.split("-");
    return { ...transfer, year, month, dayOfMonth: day };
  });
  switch (layout) {
    // Commas, a sign before the amount, the month first, no column for references.
    case "american":
      return [
        "Posting Date,Description,Amount,Balance",
        ...parts.map(
          ({ year, month, dayOfMonth, who, text, reference, cents }) =>
            `${month}/${dayOfMonth}/${year},${quoted(`WIRE ${who} ${text} TRN ${reference}`)},${quoted(
              cents < 0 ? `(${dollarsOf(cents)})` : `$${dollarsOf(cents)}`,
            )},"10,000.00"`,
        ),
        "",
      ].join("\n");
    // Semicolons, CRLF, a summary above the column headings, a decimal comma, umlauts.
    case "german":
      return [
        "Umsätze des Kontos;0000 123 456",
        "Zeitraum;01.12.2022 - 31.12.2022",
        "",
        "Buchungstag;Wertstellung;Auftraggeber;Verwendungszweck;Betrag;Währung;Kundenreferenz",
        ...parts.map(({ year, month, dayOfMonth, who, text, reference, cents }) =>
          [
            `${dayOfMonth}.${month}.${year}`,
            `${dayOfMonth}.${month}.${year}`,
            ...[who, text].map(quoted),
            euroFigures!.format(cents / 100),
            "USD",
            reference,
          ].join(";"),
        ),
        "Summe;;;;1.000,00;USD;",
        "",
      ].join("\r\n");
    // Two columns for money, a byte order mark at the beginning, the day first.
    case "british":
      return `\uFEFF${[
        "Date,Details,Reference,Paid out,Paid in,Balance",
        ...parts.map(({ year, month, dayOfMonth, who, text, reference, cents }) =>
          [
            `${dayOfMonth}/${month}/${year}`,
            quoted(`${who}, ${text}`),
            quoted(reference),
            quoted(cents < 0 ? dollarsOf(cents) : ""),
            quoted(cents > 0 ? dollarsOf(cents) : ""),
            "",
          ].join(","),
        ),
      ].join("\r\n")}`;
    // Tabs, the year first with a time after the date, two columns for money.
    case "chinese":
      return [
        "交易日期\t摘要\t对方户名\t贷方发生额\t借方发生额\t交易流水号",
        ...parts.map(({ day, who, text, reference, cents }) =>
          [
            `${day} 10:03:22`,
            text,
            who,
            cents > 0 ? String(cents / 100) : "",
            cents < 0 ? String(-cents / 100) : "",
            reference,
          ].join("\t"),
        ),
        "",
      ].join("\n");
  }
}

/** A file in Latin-1, as older programs of some banks write it. */
export const inLatin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
