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
  /** Why the press before did not record it. */
  refusal: string | null;
};

/** The answer of the page of a bank's file: the form for a file again, what staff must say about it, or its lines. */
export type BankFileReply =
  | { step: "file"; reason: string; table: string; wantsToSay: boolean }
  | {
      step: "columns";
      reason: string | null;
      table: string;
      question: BankQuestion;
      /** What staff said, or what was recognised, by field; `texts` are columns. */
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
      /** The form's hidden fields for these two. */
      beside: string;
      lines: ShownBankLine[];
    };
