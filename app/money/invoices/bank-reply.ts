import type { BankQuestion } from "./bank-file.ts";
import type { BankWarning, ShownMatch } from "./bank-shown.ts";

export type ShownBankLine = ShownMatch & {
  line: number;
  /** YYYY-MM-DD. */
  receivedOn: string;
  amount: string;
  text: string;
  /** The line as the form carries it. */
  carried: string;
  entry: string;
  canBeTicked: boolean;
  isTicked: boolean;
  warnings: BankWarning[];
  /** Why it was not recorded by the press before. */
  refusal: string | null;
};

/** What the page of a bank's file answers: the file again, what staff have to say of it, or its lines. */
export type BankFileReply =
  | { step: "file"; reason: string; table: string; wantsToSay: boolean }
  | {
      step: "columns";
      reason: string | null;
      table: string;
      question: BankQuestion;
      /** What was said, or recognised, by field; `texts` are columns. */
      values: Record<string, string>;
      texts: string[];
      problems: Record<string, string>;
    }
  | {
      step: "lines";
      reason: string | null;
      /** What the press before did; null before the first. */
      done: { recorded: number; waiting: number; refused: number; left: number } | null;
      outgoing: number;
      unreadable: { line: number; cell: string }[];
      /** What the form carries of these two. */
      beside: string;
      lines: ShownBankLine[];
    };
