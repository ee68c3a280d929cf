import type { BankQuestion } from "./bank-file.ts";
import type { BankWarning, ShownMatch } from "./bank-shown.ts";

export type ShownBankLine = ShownMatch & {
  line: number;
  /** YYYY-MM-DD. */
  receivedOn: string;
  amount: string;
  text: string;
  /** The line as JSON, in a hidden field of the form. */
  carried: string;
  entry: string;
  canBeTicked: boolean;
  isTicked: boolean;
  warnings: BankWarning[];
  /** Why the last attempt did not record this line. */
  refusal: string | null;
};

/**
 * The reply of the page for a bank's file: the form for the file again, a question to staff about its columns, or its
 * lines.
 */
export type BankFileReply =
  | { step: "file"; reason: string; table: string; wantsToSay: boolean }
  | {
      step: "columns";
      reason: string | null;
      table: string;
      question: BankQuestion;
      /**
       * For each field, the column or format that staff chose or the portal recognised. `texts` are the columns that
       * hold texts.
       */
      values: Record<string, string>;
      texts: string[];
      problems: Record<string, string>;
    }
  | {
      step: "lines";
      reason: string | null;
      /** What the last attempt did; null before the first. */
      done: { recorded: number; waiting: number; refused: number; left: number } | null;
      outgoing: number;
      unreadable: { line: number; cell: string }[];
      /** `outgoing` and `unreadable` as JSON, in a hidden field of the form. */
      beside: string;
      lines: ShownBankLine[];
    };
