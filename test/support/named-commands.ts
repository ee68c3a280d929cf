import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/env.mjs";

/** A command that a document mentions: the program, followed by its arguments. */
export type NamedCommand = { document: string; words: string[] };

/** Programs. If a text between backticks in a sentence begins with one of them, the text is a command. */
const PROGRAMS = ["npm", "npx", "node", "wrangler", "curl", "rclone", "git", "apt-get"];
/** Other programs that a block of commands may call. */
const HELPERS = ["sed", "cd", "cp"];

/**
 * `BLOCK` matches a shell block with its indentation. The other pattern matches a command between backticks, with the
 * variables that are set in front of it.
 */
const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```$/gm;
const IN_A_SENTENCE = new RegExp(`\`((?:[A-Z_]+=\\S+ )*(?:${PROGRAMS.join("|")})\\s[^\`]+)\``, "g");

/**
 * The commands that a document mentions, in shell blocks and in sentences, split into words by the shell itself. Parts
 * that a reader fills in, as in `https://<ORIGIN>`, appear without the angle brackets.
 */
export function commandsNamedIn(document: string): NamedCommand[] {
  const text = readFileSync(path.join(root, document), "utf8");
  const blocks = [...text.matchAll(BLOCK)].map(([, , block]) => block!);
  // In a table, a pipe character is written with a backslash before it.
  const prose = text.replaceAll(BLOCK, "").replaceAll("\\|", "|");
  const sentences = [...prose.matchAll(IN_A_SENTENCE)].map(([, command]) => command!);
  return [...blocks, ...sentences].flatMap((script) =>
    wordsOf(script.replaceAll(/<(\w+)>/g, "$1")).map((words) => ({ document, words })),
  );
}

/**
 * Writes a command as a single line, so that no other command of a pipeline can come in between. Each word ends with
 * \2, and \1 stands for a line break inside a word.
 */
const WRITE_DOWN = `written() {
  local line= word
  for word; do line+="\${word//$'\\n'/$'\\1'}"$'\\2'; done
  printf '%s\\n' "$line" >&3
}`;

/** Lets the shell read the script. Commands are not run: they are written down instead, and succeed. */
export function wordsOf(script: string): string[][] {
  const programs = [...PROGRAMS, ...HELPERS].map((program) => `${program}() { written ${program} "$@"; }`);
  const { status, output, stderr } = spawnSync(
    "bash",
    ["-c", [WRITE_DOWN, ...programs, "PATH=", script].join("\n")],
    { stdio: ["ignore", "ignore", "pipe", "pipe"], encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The shell cannot read this:\n${script}\n${stderr}`);
  const lines = String(output[3]).split("\n").filter(Boolean);
  return lines.map((line) => line.replaceAll("\x01", "\n").split("\x02").slice(0, -1));
}
