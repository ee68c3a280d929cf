/**
 * The meanings that a column of a bank's file can have. Each meaning belongs to at most one column. Texts are not among
 * them, because they can be in several columns.
 */
export const BANK_PARTS = ["day", "amount", "credit", "debit", "side", "currency", "reference"] as const;
export type BankPart = (typeof BANK_PARTS)[number];

/**
 * The column of each meaning, counted from 0. `credit` and `debit` are set if incoming and outgoing money have a column
 * each.
 */
export type BankColumns = Partial<Record<BankPart, number>> & { texts: number[] };

/**
 * The headings that banks use for their columns, in English, German, Spanish and Chinese. For each meaning, the
 * clearest heading comes first. Headings of a file are compared in the form that `plainHeading` returns.
 */
const HEADINGS: Record<BankPart, RegExp[]> = {
  day: [
    /^(booking|booked|posting|posted|post|transaction|trans|entry|completed) date/,
    /^(buchungstag|buchungsdatum|fecha( de)?( operacion| contable| movimiento)?$|(交易|记账|入账)(日期|时间))/,
    /^(date|datum|日期)/,
    /^(value|effective) date|^(wertstellung|valuta|fecha( de)? valor)/,
  ],
  amount: [
    /^(transaction )?amount( in)?( usd)?$/,
    /^(betrag|umsatz|importe|monto|(交易)?金额)( usd)?$/,
    /^amount/,
  ],
  credit: [
    /^(credits?|deposits?|paid in|money in)( amount)?( usd)?$|^amount (credit|in)$/,
    /^(haben|gutschrift|abonos?|haber|ingresos?|(贷方|收入|存入)(发生额|金额)?)$/,
  ],
  debit: [
    /^(debits?|withdrawals?|paid out|money out)( amount)?( usd)?$|^amount (debit|out)$/,
    /^(soll|lastschrift|cargos?|debe|gastos?|(借方|支出|支取)(发生额|金额)?)$/,
  ],
  side: [/^(credit (or )?debit|debit (or )?credit|cr dr|dr cr|soll haben|s h|借贷(标志)?)( indicator)?$/],
  currency: [/^(currency|wahrung|divisa|moneda|币种)( code)?$/],
  reference: [
    /^((bank|transaction|payment|end to end|customer) )?(reference|ref)( number| no| id)?$/,
    /^(transaction|trace|fit) ?(id|number|no)$/,
    /^(kundenreferenz|referenz|referencia|(交易)?流水号)/,
  ],
};

const TEXTS =
  /description|details|memo|narrative|particulars|pay[e]?er|payee|counterpart|sender|^name|^text|remittance|purpose|reference|^ref\b|verwendungszweck|auftraggeber|zahlungspflicht|buchungstext|concepto|descripcion|ordenante|observaciones|referencia|摘要|用途|附言|对方|备注/;

/** A heading in lower case, without accents and punctuation. */
const plainHeading = (cell: string): string =>
  cell
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The column of each meaning, recognised from the headings in one row. Null if the headings name no day or no amount.
 * The column of the amount must never be guessed.
 */
export function bankColumnsOf(headings: readonly string[]): BankColumns | null {
  const plain = headings.map(plainHeading);
  const columns: BankColumns = { texts: [] };
  for (const part of BANK_PARTS) {
    const taken = Object.values(columns);
    const isFree = (_: string, index: number) => !taken.includes(index);
    const found = HEADINGS[part]
      .map((words) => plain.findIndex((heading, index) => isFree(heading, index) && words.test(heading)))
      .find((index) => index !== -1);
    if (found !== undefined) columns[part] = found;
  }
  if (columns.amount !== undefined) {
    delete columns.credit;
    delete columns.debit;
  }
  if (columns.day === undefined || (columns.amount ?? columns.credit) === undefined) return null;
  const { reference, texts: _, ...others } = columns;
  const taken = Object.values(others);
  columns.texts = plain.flatMap((heading, index) =>
    TEXTS.test(heading) && !taken.includes(index) ? [index] : [],
  );
  return columns;
}
