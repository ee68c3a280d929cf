import * as z from "zod";
import { MOST_ENTERED } from "~/values/money.ts";
import type { Problems } from "~/values/parse.form.ts";
import { isDay } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { DAY_ORDERS } from "./bank-cells.ts";
import { BANK_PARTS, type BankColumns } from "./bank-columns.ts";
import {
  bankText,
  type FileAnswers,
  LARGEST_BANK_FILE,
  LONGEST_BANK_TEXT,
  MOST_BANK_LINES,
} from "./bank-file.ts";
import { bankFileMessages } from "./messages.ts";

/** The text of a posted file, or the pasted text. */
export async function bankTextIn(form: FormData): Promise<{ text: string } | Refused<400>> {
  const file = form.get("file");
  const pasted = form.get("table");
  const { nothingGiven, tooLarge, notText } = bankFileMessages;
  if (file instanceof File && file.size > 0) {
    if (file.size > LARGEST_BANK_FILE) return { refused: tooLarge, status: 400 };
    const text = bankText(new Uint8Array(await file.arrayBuffer()));
    return text === null ? { refused: notText, status: 400 } : { text };
  }
  if (typeof pasted !== "string" || pasted.trim() === "") return { refused: nothingGiven, status: 400 };
  return pasted.length > LARGEST_BANK_FILE ? { refused: tooLarge, status: 400 } : { text: pasted };
}

/** The fields in which staff say what the columns mean and how days are written. */
export const BANK_FIELDS = [...BANK_PARTS, "days"] as const;

const Column = z.coerce.number().int().min(0).max(99);
const columnIn = (value: unknown): number | undefined =>
  value === null || value === "" ? undefined : Column.safeParse(value).data;

/**
 * The answers that staff gave about the columns, and the names of the answers that are missing. Both are empty if the
 * form does not ask.
 */
export function fileAnswersIn(form: FormData): { answers: FileAnswers; problems: Problems } {
  const days = DAY_ORDERS.find((order) => order === form.get("days"));
  if (!form.has("day")) return { answers: { ...(days && { days }) }, problems: {} };
  const texts = form.getAll("texts").flatMap((value) => columnIn(value) ?? []);
  const parts = BANK_PARTS.flatMap((part) => {
    const column = columnIn(form.get(part));
    return column === undefined ? [] : [[part, column] as const];
  });
  const columns: BankColumns = { ...Object.fromEntries(parts), texts };
  const { dayNeeded, amountNeeded } = bankFileMessages;
  const problems = {
    ...(columns.day === undefined && { day: dayNeeded }),
    ...(columns.amount === undefined && columns.credit === undefined && { amount: amountNeeded }),
  };
  return { answers: { columns, ...(days && { days }) }, problems };
}

const Cents = z.number().int().min(0).max(MOST_ENTERED);
const Entry = z.string().regex(/^[a-z2-7]{20}$/);

/** A bank line as the page carries it. `plan` is the effect of recording the line, as the page showed it. */
const CarriedLine = z
  .object({
    line: z.number().int().min(1),
    receivedOn: z.string().refine(isDay),
    cents: z.number().int().min(1),
    reference: z.string().max(100),
    text: z.string().max(LONGEST_BANK_TEXT),
    currency: z.string().max(10).nullable(),
    entry: Entry,
    owedEntry: Entry,
    plan: z.object({ orderId: z.string().max(40), paysCents: Cents, owedCents: Cents }).nullable(),
  })
  .refine(({ plan, reference }) => plan === null || reference !== "");
export type CarriedLine = z.output<typeof CarriedLine>;

/** What a file contained besides incoming transfers. */
const Beside = z.object({
  outgoing: z.number().int().min(0),
  unreadable: z.array(z.object({ line: z.number(), cell: z.string().max(40) })).max(MOST_BANK_LINES),
});
export type Beside = z.output<typeof Beside>;

const jsonIn = (value: unknown): unknown => {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
};

/**
 * The lines that the page carries, and which of them are ticked; null if the posted lines are not written as the page
 * writes them.
 */
export function carriedIn(form: FormData) {
  const read = z
    .object({ lines: z.array(CarriedLine).max(MOST_BANK_LINES), beside: Beside })
    .safeParse({ lines: form.getAll("line").map(jsonIn), beside: jsonIn(form.get("beside")) });
  return read.success ? { ...read.data, ticked: new Set(form.getAll("take").map(String)) } : null;
}
