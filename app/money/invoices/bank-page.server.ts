import { data } from "@remix-run/cloudflare";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { typedIn } from "~/values/parse.form.ts";
import { BANK_FIELDS, type Beside, bankTextIn, carriedIn, fileAnswersIn } from "./bank.form.ts";
import { readBankGround, recordBankLines, withEntries } from "./bank-csv.server.ts";
import { type BankQuestion, MOST_BANK_LINES, readBankFile } from "./bank-file.ts";
import {
  type BankGround,
  isTakenBack,
  type JudgedLine,
  judgeBankLines,
  MOST_RECORDED,
} from "./bank-matches.ts";
import type { BankFileReply, ShownBankLine } from "./bank-reply.ts";
import { shownMatch, shownWarning } from "./bank-shown.ts";
import { bankFileMessages } from "./messages.ts";
import { isUnconfirmed } from "./taking-rows.server.ts";

/** Reads a bank's file and shows what its lines pay. A second post records the lines that are ticked. */
export async function postBankFile(context: Context, visit: SignedIn, form: FormData) {
  return intentIn(form, ["read", "record"]) === "read"
    ? readPosted(context, visit, form)
    : recordPosted(context, visit, form);
}

async function readPosted(context: Context, visit: SignedIn, form: FormData) {
  const pasted = form.get("table");
  const wantsToSay = form.get("choose") === "true";
  const again = (reason: string, table = typeof pasted === "string" ? pasted : "") =>
    data<BankFileReply>({ step: "file", reason, table, wantsToSay }, 400);
  const posted = await bankTextIn(form);
  if ("refused" in posted) return again(posted.refused);
  const { text } = posted;
  const { answers, problems } = fileAnswersIn(form);
  const isWrong = Object.keys(problems).length > 0;
  const read = isWrong ? readBankFile(text, {}, true) : readBankFile(text, answers, wantsToSay);
  if ("problem" in read) return again(whyUnreadable(read.problem), text);
  if ("asks" in read) {
    const values = answers.columns ? typedIn(form, BANK_FIELDS) : valuesOf(read);
    const texts = (answers.columns ?? read.found)?.texts.map(String) ?? [];
    const reason = isWrong ? null : whyAsked(read, answers.columns !== undefined);
    const reply = { step: "columns" as const, question: read, table: text, values, texts, problems };
    return data<BankFileReply>({ ...reply, reason }, isWrong || answers.columns ? 400 : 200);
  }
  const ground = await readBankGround(context, visit.settings.conferenceId, read.lines);
  const lines = judgeBankLines(withEntries(read.lines, ground.takings), { ...ground, ownIds: new Set() });
  return data<BankFileReply>(
    replyOf(lines, ground, read, { ticks: ({ match }) => match.is === "exact", refusals: new Map() }),
  );
}

function whyUnreadable(
  problem: Extract<ReturnType<typeof readBankFile>, { problem: unknown }>["problem"],
): string {
  const { empty, noTable, openQuote, tooManyLines } = bankFileMessages;
  if (problem === "empty") return empty;
  if (problem === "no table") return noTable;
  return problem === "too many lines" ? tooManyLines(MOST_BANK_LINES) : openQuote(problem.openQuote);
}

function whyAsked({ asks }: BankQuestion, isSaid: boolean): string {
  if (asks === "days") return bankFileMessages.whichDays;
  return isSaid ? bankFileMessages.noLines : bankFileMessages.whichColumns;
}

const valuesOf = ({ found }: BankQuestion): Record<string, string> =>
  Object.fromEntries(
    Object.entries(found ?? {}).flatMap(([part, column]) =>
      typeof column === "number" ? [[part, `${column}`]] : [],
    ),
  );

async function recordPosted(context: Context, visit: SignedIn, form: FormData) {
  const carried = carriedIn(form) ?? refuse(400, messages.badRequest);
  const chosen = carried.lines.filter(({ entry, plan }) => plan !== null && carried.ticked.has(entry));
  const now = chosen.slice(0, MOST_RECORDED);
  const later = new Set(chosen.slice(MOST_RECORDED).map(({ entry }) => entry));
  const refusals = await recordBankLines(context, visit, now);
  const ids = carried.lines.flatMap(({ entry, owedEntry }) => [entry, owedEntry]);
  const ground = await readBankGround(context, visit.settings.conferenceId, carried.lines, ids);
  const lines = judgeBankLines(carried.lines, { ...ground, ownIds: new Set(ids) });
  const reply = replyOf(lines, ground, carried.beside, { ticks: ({ entry }) => later.has(entry), refusals });
  if (chosen.length === 0) return data<BankFileReply>({ ...reply, reason: bankFileMessages.tickOne }, 400);
  const pressed = new Set(now.map(({ entry }) => entry));
  // A line that somebody else recorded at the same moment counts as recorded.
  const recorded = lines.filter((line) => pressed.has(line.entry) && isRecorded(line));
  const done = {
    ...{ recorded: recorded.length, waiting: recorded.filter(isUncounted).length },
    ...{ refused: now.length - recorded.length, left: later.size },
  };
  return data<BankFileReply>({ ...reply, done }, recorded.length === 0 ? 409 : 200);
}

/** Whether part of a recorded line waits for a second person. */
const isUncounted = ({ match }: JudgedLine): boolean =>
  match.is === "recorded" && match.as.some(({ state }) => isUnconfirmed(state));

const isRecorded = ({ match }: JudgedLine): boolean =>
  match.is === "recorded" && match.leftCents === 0 && !match.as.some(({ state }) => isTakenBack(state));

function replyOf(
  lines: JudgedLine[],
  { prefix }: BankGround,
  { outgoing, unreadable }: Beside,
  { ticks, refusals }: { ticks: (line: JudgedLine) => boolean; refusals: ReadonlyMap<string, string> },
): Extract<BankFileReply, { step: "lines" }> {
  const shown = lines.map((judged): ShownBankLine => {
    const { match: _, sameReference, plan, ...line } = judged;
    return {
      ...shownMatch(judged, ({ number }) => `${prefix}-${String(number).padStart(4, "0")}`),
      ...{ line: line.line, receivedOn: line.receivedOn, amount: dollars(line.cents), text: line.text },
      ...{ carried: JSON.stringify({ ...line, plan }), entry: line.entry },
      canBeTicked: plan !== null,
      isTicked: plan !== null && ticks(judged),
      warnings: sameReference.map(shownWarning),
      refusal: isRecorded(judged) ? null : (refusals.get(line.entry) ?? null),
    };
  });
  const beside = JSON.stringify({ outgoing, unreadable });
  return { step: "lines", reason: null, done: null, outgoing, unreadable, beside, lines: shown };
}
