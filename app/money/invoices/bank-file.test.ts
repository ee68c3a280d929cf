import { describe, expect, test } from "vitest";
import { bankFile, inLatin1, LAYOUTS, type Transfer } from "../../../test/support/bank-files.ts";
import { bankColumnsOf } from "./bank-columns.ts";
import { type BankFile, bankText, MOST_BANK_LINES, readBankFile } from "./bank-file.ts";

const TRANSFERS: Transfer[] = [
  {
    day: "2022-12-17",
    cents: 57_000,
    who: "Universität zu Köln",
    text: 'Invoice "A2023-0007"',
    reference: "TX 4711",
  },
  { day: "2022-12-05", cents: -2050, who: "Printer", text: "Badges", reference: "TX 4712" },
  {
    day: "2022-12-06",
    cents: 123_450,
    who: "José Álvarez",
    text: "Conference, two passes",
    reference: "TX 4713",
  },
];

const read = (text: string, ...more: [said?: Parameters<typeof readBankFile>[1], isAsked?: boolean]) =>
  readBankFile(text, more[0] ?? {}, more[1]);

/** Reads a file; throws if it cannot be read. */
function lines(text: string, said?: Parameters<typeof readBankFile>[1]): BankFile {
  const file = read(text, said);
  if (!("lines" in file)) throw new Error(JSON.stringify(file));
  return file;
}

describe("what banks write", () => {
  test.each(LAYOUTS)("is read the same: %s", (layout) => {
    const file = lines(bankText(new TextEncoder().encode(bankFile(layout, TRANSFERS)))!);
    expect(file).toMatchObject({ outgoing: 1, unreadable: [] });
    expect(file.lines.map(({ receivedOn, cents }) => [receivedOn, cents])).toEqual([
      ["2022-12-17", 57_000],
      ["2022-12-06", 123_450],
    ]);
    expect(file.lines[0]!.text).toContain('Invoice "A2023-0007"');
    expect(file.lines[0]!.text).toContain("Universität zu Köln");
    expect(file.lines[1]!.text).toContain("José Álvarez");
    // If there is no column for references, the text is used as the reference.
    expect(file.lines[0]!.reference).toBe(layout === "american" ? file.lines[0]!.text : "TX 4711");
  });

  test("is read in Latin-1 and UTF-16 as well", () => {
    const german = bankFile("german", TRANSFERS);
    const wide = new Uint8Array(
      new Uint16Array([...`\uFEFF${german}`].map((one) => one.charCodeAt(0))).buffer,
    );
    for (const bytes of [inLatin1(german), wide])
      expect(lines(bankText(bytes)!).lines[0]!.text).toContain("Universität zu Köln");
  });

  test("names the line of the file, also behind line breaks in quotes", () => {
    const file = lines('Date,Memo,Amount\n12/17/2022,"two\nlines",5\n12/18/2022,x,6\n');
    expect(file.lines.map(({ line, text }) => [line, text])).toEqual([
      [2, "two lines"],
      [4, "x"],
    ]);
  });

  test.each<[headings: string, columns: object | null]>([
    [
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
      { day: 1, amount: 3, texts: [0, 2] },
    ],
    ["Date,Value date,Amount,Balance,Payee", { day: 0, amount: 2, texts: [4] }],
    ["Value date,Booking date,Amount (USD),Memo", { day: 1, amount: 2, texts: [3] }],
    ["Fecha,Concepto,Cargo,Abono,Saldo", { day: 0, debit: 2, credit: 3, texts: [1] }],
    ["Date,Description,Deposits,Withdrawals", { day: 0, credit: 2, debit: 3, texts: [1] }],
    ["Date,Amount,Credit/Debit,Narrative,Currency", { day: 0, amount: 1, side: 2, texts: [3], currency: 4 }],
    [
      "Booking date,Amount,Reference number,Remittance information",
      { day: 0, amount: 1, reference: 2, texts: [2, 3] },
    ],
    ["Date,Text,Balance", null],
    ["Name,Amount", null],
  ])("the headings %j say %o", (headings, columns) =>
    expect(bankColumnsOf(headings.split(","))).toEqual(columns));
});

describe("a line", () => {
  test.each<[cells: string, read: object]>([
    ["12/17/2022,x,", { lines: [], outgoing: 1, unreadable: [] }],
    [",Closing balance,570", { lines: [], outgoing: 1, unreadable: [] }],
    ["Page 2,of,3x", { lines: [], outgoing: 1, unreadable: [] }],
    ["12/17/2022,x,0.00", { lines: [], outgoing: 1, unreadable: [] }],
    ["12/17/2022,x,570 EUR", { lines: [], outgoing: 1, unreadable: [{ line: 3, cell: "570 EUR" }] }],
    ["Total,x,570", { lines: [], outgoing: 1, unreadable: [] }],
    ["12/40/2022,x,570", { lines: [], outgoing: 1, unreadable: [{ line: 3, cell: "12/40/2022" }] }],
  ])("%j is no transfer, or nobody can read it", (cells, expected) =>
    expect(lines(`Date,Memo,Amount\n12/17/2022,out,-1\n${cells}`)).toEqual(expected));

  test("goes out if a column says so, and not by its sign", () => {
    const file = lines("Date,Amount,Credit/Debit,Memo\n12/17/2022,5.00,DBIT,x\n12/17/2022,6.00,CRDT,y");
    expect([file.outgoing, file.lines.map(({ cents }) => cents)]).toEqual([1, [600]]);
  });

  test("is of another currency if its column says so", () => {
    const file = lines("Date,Amount,Currency,Memo\n12/17/2022,5,EUR,x\n12/17/2022,6,usd,y");
    expect(file.lines.map(({ currency }) => currency)).toEqual(["EUR", null]);
  });

  test.each([
    ["NOTPROVIDED", "Mei Chen"],
    ["", "Mei Chen"],
    ["TX 1", "TX 1"],
    [`TX 1${"x".repeat(200)}`, `TX 1${"x".repeat(96)}`],
  ])("with the reference %j is recorded by %j", (reference, recorded) => {
    const file = lines(`Date,Amount,Ref,Name\n12/17/2022,5,${reference},Mei Chen`);
    expect(file.lines[0]!.reference).toBe(recorded);
  });
});

describe("what cannot be read", () => {
  test.each<[text: string, problem: unknown]>([
    ["", "empty"],
    ["\uFEFF \n", "empty"],
    ["Date,Memo,Amount\n", "empty"],
    ["x", "no table"],
    ["one line\nand another", "no table"],
    ['Date,Memo,Amount\n12/17/2022,"open,5\n12/18/2022,x,6', { openQuote: 2 }],
    [`Date,Memo,Amount\n${"12/17/2022,x,5\n".repeat(MOST_BANK_LINES + 1)}`, "too many lines"],
  ])("%#", (text, problem) => expect(read(text)).toEqual({ problem }));

  test("is no text", () => {
    expect(bankText(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBeNull();
    expect(bankText(new TextEncoder().encode("a\u0000b"))).toBeNull();
  });

  test("asks which columns say what, and takes the answer", () => {
    const text = "When;What;How much\n17.12.2022;A2023-0007;570,00\n18.12.2022;;-5,00";
    expect(read(text)).toEqual({
      asks: "columns",
      columns: [
        { title: "Column 1", examples: ["When", "17.12.2022", "18.12.2022"] },
        { title: "Column 2", examples: ["What", "A2023-0007"] },
        { title: "Column 3", examples: ["How much", "570,00", "-5,00"] },
      ],
      found: null,
    });
    const file = lines(text, { columns: { day: 0, amount: 2, texts: [] } });
    expect(file).toMatchObject({ outgoing: 1, lines: [{ line: 2, cents: 57_000, text: "A2023-0007" }] });
    expect(read(text, { columns: { day: 1, amount: 2, texts: [] } })).toMatchObject({ asks: "columns" });
  });

  test("asks which columns say what if somebody wants to say it", () => {
    const text = bankFile("british", TRANSFERS);
    const asked = read(text, {}, true);
    expect(asked).toMatchObject({ asks: "columns", found: { day: 0, credit: 4, debit: 3, reference: 2 } });
    expect(read(text, { columns: { day: 0, credit: 4, texts: [1] } }, true)).toMatchObject({ outgoing: 0 });
  });

  test("asks how days are written if no line tells", () => {
    const text = "Date,Memo,Amount\n05/06/2022,x,5";
    expect(read(text)).toMatchObject({ asks: "days", found: { day: 0, amount: 2, texts: [1] } });
    expect(lines(text, { days: "day first" }).lines[0]!.receivedOn).toBe("2022-06-05");
    expect(lines(text, { days: "month first" }).lines[0]!.receivedOn).toBe("2022-05-06");
  });
});
