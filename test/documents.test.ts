// Readers find their way in the documents: the index of the records is complete, and the guides stay short.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { filesOfProject } from "./support/files.ts";

const FOLDER = "docs/decisions";
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/* ------------------------------------------------------------------ records */

const RELATIONS = ["Replaces", "Replaced by", "Changes", "Changed by"] as const;
type Relation = (typeof RELATIONS)[number];
const REVERSE: Record<Relation, Relation> = {
  Replaces: "Replaced by",
  "Replaced by": "Replaces",
  Changes: "Changed by",
  "Changed by": "Changes",
};

type DecisionRecord = { number: number; file: string; text: string };
const records: DecisionRecord[] = readdirSync(path.join(root, FOLDER))
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .map((file) => ({ number: Number(file.slice(0, 4)), file, text: read(`${FOLDER}/${file}`) }));

const index = read(`${FOLDER}/README.md`);

/** The lines of the index that list a record: its number, its file, and the rest of the line. */
const listed = [...index.matchAll(/^- \[(\d+)\]\(([^)]+)\) (.+)$/gm)].map(([, number, file, line]) => ({
  number: Number(number),
  file: file!,
  line: line!,
}));

/** The relations to other records that a text states, such as `30 Replaces 1`. A number may be a link or plain text. */
function relationsIn(number: number, text: string): string[] {
  const sentences = new RegExp(`\\b(${RELATIONS.join("|")}) ([^.*]*?\\d[^*]*?)\\.(?=\\s|\\*|$)`, "g");
  return [...text.matchAll(sentences)].flatMap(([, relation, others]) =>
    [...others!.replaceAll(/\([^)]*\)/g, "").matchAll(/\d+/g)].map(
      ([other]) => `${number} ${relation} ${other}`,
    ),
  );
}

/** The text at the head of a record, between its title and its first paragraph. */
const headOf = ({ text }: DecisionRecord) => text.split("\n").slice(1, 3).join("\n");
const relations = records.flatMap((record) => relationsIn(record.number, headOf(record)));

test("every record is in the index once, in the order of its area, and begins with its number", () => {
  expect(listed.map(({ file }) => file).sort()).toEqual(records.map(({ file }) => file).sort());
  expect(listed.filter(({ number, file }) => Number(file.slice(0, 4)) !== number)).toEqual([]);
  const titled = records.filter(({ number, text }) => text.startsWith(`# ${number}. `));
  expect(titled).toHaveLength(records.length);
  for (const area of index.split(/^## /m).slice(1)) {
    const numbers = [...area.matchAll(/^- \[(\d+)\]/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  }
});

test("what a record replaced or changed says so as well, and the index says what both say", () => {
  expect(relations.length).toBeGreaterThan(30);
  const reversed = relations.map((relation) => {
    const [number, verb, other] = /^(\d+) (.+) (\d+)$/.exec(relation)!.slice(1);
    return `${other} ${REVERSE[verb as Relation]} ${number}`;
  });
  expect([...reversed].sort()).toEqual([...relations].sort());
  const told = listed.flatMap(({ number, line }) =>
    relationsIn(number, /\*([^*]+)\*$/.exec(line)?.[1] ?? ""),
  );
  expect([...told].sort()).toEqual([...relations].sort());
});

/* ------------------------------------------------------------------ links and sizes */

const documents = filesOfProject("*.md");

/** The anchor of a heading, which links use. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

test.each(documents)("%s: every link leads to a file and a heading that are there", (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)].map(
    ([, link]) => link!,
  );
  const broken = links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file ? path.join(path.dirname(document), file) : document;
    if (!existsSync(path.join(root, target))) return true;
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("CONTRIBUTING.md is read in five minutes", () => {
  expect(Buffer.byteLength(read("CONTRIBUTING.md"))).toBeLessThanOrEqual(8192);
});

test.each(
  documents.filter((document) => /^(app|db|test)\/.*README\.md$/.test(document)),
)("%s is short", (document) => {
  expect(read(document).trimEnd().split("\n").length).toBeLessThanOrEqual(25);
});
