// Writes the triggers that are made from lists (db/counts.ts, db/versions.ts) into the newest migration. Then writes
// the whole schema, as SQLite has it after the migrations, into db/schema.sql for people to read: npm run db:schema
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import initSqlJs from "sql.js";
import { tsImport } from "tsx/esm/api";
import { root } from "./env.mjs";

export const SCHEMA_FILE = path.join(root, "db/schema.sql");
const MIGRATIONS = path.join(root, "migrations");

const BREAKPOINT = "--> statement-breakpoint\n";
const WIDTH = 110;

const HEAD = `
The schema of the portal as SQLite has it after all migrations. It is only meant to be read: no database is made from
this file. \`npm run db:schema\` writes it, and test/schema.test.ts compares it with the migrations.

The comments on tables and columns are copied from the file of their area in db/schema/. The comments on views and
triggers are copied from migrations/, where each stands before its view or trigger. Quotes are left out, and so are
clauses that only state SQLite's default.

A table is followed by its indexes and by the triggers that enforce its rules. Views come after all tables. The triggers
that maintain \`tallies\` and \`content_versions\` come last. Those that are made from a list (db/counts.ts,
db/versions.ts) differ only in their table and columns, so there is one line for each table. Triggers whose calculation
differs from the others are written out.

Instants are UTC milliseconds, money is integer cents. \`conference_id\` is the edition, \`uid\` a person.
`;

const VIEWS = "Each view computes its values from the rows whenever it is read.";
const COUNTS = `
Before a row changes, triggers subtract its old contribution from \`tallies\`. After the change, they add its new
contribution. So \`tallies\` always equals the sum of all rows of the views whose names end in \`_tallies\` (docs/decisions/0034-counts-are-kept.md).
`;

const VERSIONS = `
After each change of a row, the edition or the library to which the row belongs gets a new version in
\`content_versions\` (docs/decisions/0095-kept-answers.md).
`;

/**
 * The migrations in the order in which they are applied.
 *
 * @returns for each migration the name of its file, and its statements as they are written, with the comments before
 *   them
 */
export function readMigrations() {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => ({
    name,
    statements: readFileSync(path.join(MIGRATIONS, name), "utf8").split(BREAKPOINT),
  }));
}

/** The source files that define and explain tables and columns, by area. */
export function readAreas() {
  const folder = path.join(root, "db/schema");
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return new Map(
    names.map((name) => [path.basename(name, ".ts"), readFileSync(path.join(folder, name), "utf8")]),
  );
}

/**
 * The schema of a new database after all migrations.
 *
 * @returns {Promise<{ type: string, name: string, table: string, sql: string }[]>} the rows of sqlite_master, without
 *   those that SQLite made itself
 */
export async function masterAfter(migrations) {
  const { Database } = await initSqlJs();
  const db = new Database();
  try {
    for (const { statements } of migrations) for (const statement of statements) db.exec(statement);
    const [found] = db.exec(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid",
    );
    return (found?.values ?? []).map(([type, name, table, sql]) => ({ type, name, table, sql }));
  } finally {
    db.close();
  }
}

/**
 * Returns the newest migration, changed so that the triggers made from the lists have their present form. A trigger
 * that this migration makes is rewritten in place. If earlier migrations left a trigger in another form, statements
 * that drop it and make it anew are added.
 *
 * @param wanted the `name` and `sql` of each trigger, as `triggersOf` and `versionTriggersOf` return them
 * @returns the text of the migration's file
 */
export async function withTriggers(migrations, wanted) {
  const statements = [...migrations.at(-1).statements];
  const before = new Map((await masterAfter(migrations.slice(0, -1))).map(({ name, sql }) => [name, sql]));
  const missing = wanted.flatMap(({ name, sql }) => {
    const made = `CREATE TRIGGER \`${name}\` `;
    const at = statements.findIndex((statement) => statement.includes(made));
    if (at >= 0) {
      const comment = statements[at].slice(0, statements[at].indexOf(made));
      statements[at] = `${comment}${sql};\n`;
      return [];
    }
    if (before.get(name) === sql) return [];
    return [...(before.has(name) ? [`DROP TRIGGER \`${name}\`;\n`] : []), `${sql};\n`];
  });
  const text = statements.join(BREAKPOINT);
  const isEmpty = text.replaceAll(/^--.*$/gm, "").trim() === "";
  return missing.reduce(
    (whole, statement, index) =>
      `${whole.trimEnd()}\n${isEmpty && index === 0 ? "" : BREAKPOINT}${statement}`,
    text,
  );
}

/**
 * The schema as a text for people.
 *
 * @param areas the sources of db/schema/ by area, as `readAreas` returns them
 * @param counts the rows of `COUNTS` (db/counts.ts), each with its `triggers`
 * @param versioned the rows of `VERSIONED` (db/versions.ts), each with its `triggers`
 * @throws Error if no comment explains a table, view or trigger; the message names it
 */
export async function schemaText({ migrations, areas, counts, versioned }) {
  const master = await masterAfter(migrations);
  const said = comments(migrations);
  const tables = documented(areas);
  const sentenceOf = ({ name }) => {
    const sentence = said.get(name) ?? tables.get(name)?.sentence;
    if (!sentence)
      throw new Error(
        `No comment says what \`${name}\` is. Write a comment before it: before a table in db/schema/, before a view or a trigger in its migration.`,
      );
    return sentence;
  };
  const of = (type, table) => master.filter((one) => one.type === type && (!table || one.table === table));
  const written = (one) => `${comment(sentenceOf(one))}${readable(one.sql)};\n`;
  const isListed = ({ name }) =>
    [...counts, ...versioned].some(({ triggers }) => triggers.some((one) => one.name === name));
  const rulesOf = (table) => of("trigger", table).filter((one) => !isCount(one) && !isListed(one));
  const ownCounts = of("trigger").filter((one) => isCount(one) && !isListed(one));

  const tableText = (table) => {
    const { columns } = tables.get(table.name) ?? { columns: new Map() };
    const indexes = of("index", table.name).map(({ sql }) => `${readable(sql)};\n`);
    const text = `${comment(sentenceOf(table))}${withColumns(readable(table.sql), columns)};\n${indexes.join("")}`;
    return [text, ...rulesOf(table.name).map(written)].join("\n");
  };
  const areaOf = ({ name }) => tables.get(name)?.area;
  const areaText = ([area, says]) => {
    const its = of("table").filter((table) => areaOf(table) === area);
    return [heading(area, says), ...its.map(tableText)].join("\n");
  };
  const titles = [...titlesIn(migrations)].filter(([area]) => areas.has(area));
  const homeless = of("table").find((table) => !titles.some(([area]) => area === areaOf(table)));
  if (homeless)
    throw new Error(
      `No migration describes the area of \`${homeless.name}\`. Add a line to the newest migration: \`-- area: description\`, with the name of the file in db/schema/ as the area.`,
    );

  return [
    comment(HEAD),
    ...titles.map(areaText),
    [heading("views", VIEWS), ...of("view").map(written)].join("\n"),
    [`${heading("counts", COUNTS)}\n${counts.map(countLine).join("")}`, ...ownCounts.map(written)].join("\n"),
    `${heading("versions", VERSIONS)}\n${versioned.map(versionLine).join("")}`,
  ].join("\n");
}

/** The name of the table that a row of `COUNTS` or `VERSIONED` describes. Its first trigger contains the name. */
const tableOf = ({ triggers }) => /ON `(\w+)`/.exec(triggers[0].sql)[1];

const versionLine = (one) =>
  comment(
    `${tableOf(one)}: a change gives ${one.edition ? `the edition in ${one.edition.name}` : "the library"} a new version.`,
  );

/** A line that says what the triggers of a table in the list do. */
function countLine({ views, columns, triggers }) {
  const table = tableOf({ triggers });
  const where = views.map(({ view, by }) => `${view} (${namesOf(by)})`).join(" and ");
  const again =
    columns.length > 0
      ? `It is counted anew if one of these columns changes: ${namesOf(columns)}.`
      : "Its rows never change.";
  return comment(`${table}: each row counts in ${where}. ${again}`);
}

const namesOf = (columns) => columns.map(({ name }) => name).join(", ");

const isCount = ({ sql }) => /INTO `tallies`/.test(sql);

/**
 * The comments before a view or a trigger in the migrations. If several migrations make the same view or trigger, the
 * last comment is used.
 */
function comments(migrations) {
  const statements = migrations.flatMap((migration) => migration.statements);
  return new Map(
    statements.flatMap((statement) => {
      const [, lines, name] = /^((?:-- .*\n)*)CREATE (?:VIEW|TRIGGER) `(\w+)`/.exec(statement) ?? [];
      return lines ? [[name, lines.replaceAll(/^-- /gm, "").trim().replaceAll("\n", " ")]] : [];
    }),
  );
}

/**
 * The areas in the order in which they first appear in the migrations, each with its description: `-- area:
 * description`.
 */
function titlesIn(migrations) {
  const text = migrations.flatMap(({ statements }) => statements).join(BREAKPOINT);
  return new Map([...text.matchAll(/^-- ([a-z-]+): (.+)$/gm)].map(([, area, says]) => [area, says]));
}

const DOC = String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s*`;

/** The comments of the sources about tables, views and their columns. */
function documented(areas) {
  return new Map(
    [...areas].flatMap(([area, source]) =>
      source.split(/(?=^\/\*\*|^export )/m).flatMap((part, index, parts) => {
        const [, name] = /^export const \w+ = sqlite(?:Table|View)\(\s*"(\w+)"/.exec(part) ?? [];
        if (!name) return [];
        const [, sentence] = new RegExp(`^${DOC}$`).exec(parts[index - 1] ?? "") ?? [];
        const columns = [...part.matchAll(new RegExp(`${DOC}\\w+: \\w+\\(\\s*"(\\w+)"`, "g"))];
        return [
          [
            name,
            {
              area,
              sentence: sentence && plain(sentence),
              columns: new Map(columns.map(([, said, column]) => [column, plain(said)])),
            },
          ],
        ];
      }),
    ),
  );
}

/** A comment of a source file as one line. */
const plain = (text) =>
  text
    .replaceAll(/^\s*\* ?/gm, "")
    .trim()
    .replaceAll(/\s+/g, " ");

/** Breaks a text at spaces into lines no longer than `width`; paragraphs stay separate. */
function lines(text, width) {
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((paragraph, index) => [...(index > 0 ? [""] : []), ...broken(paragraph, width)]);
}

function broken(paragraph, width) {
  const made = [""];
  for (const word of paragraph.split(/\s+/)) {
    const line = made.at(-1);
    if (line && line.length + word.length >= width) made.push(word);
    else made[made.length - 1] = line ? `${line} ${word}` : word;
  }
  return made;
}

const comment = (text, indent = "") =>
  lines(text, WIDTH - 3 - indent.length)
    .map((line) => `${indent}-- ${line}`.trimEnd())
    .join("\n")
    .concat("\n");

const heading = (name, says) => `\n${`-- ${name} `.padEnd(WIDTH, "-")}\n${comment(says)}`;

/** A statement without the quotes that drizzle writes around names, and without clauses that only state a default. */
function readable(sql) {
  return sql
    .replaceAll("`,`", "`, `")
    .replaceAll("`", "")
    .replaceAll(/"\w+"\."(\w+)"/g, "$1")
    .replaceAll(/CONSTRAINT "(\w+)"/g, "CONSTRAINT $1")
    .replaceAll(" ON UPDATE no action ON DELETE no action", "")
    .replaceAll("\t", "  ");
}

/**
 * The statement of a table, with the comment of each column before that column, and with long lists of values broken
 * into several lines.
 */
function withColumns(sql, columns) {
  return sql
    .split("\n")
    .flatMap((line) => {
      const [, column] = /^ {2}([a-z]\w*) /.exec(line) ?? [];
      const said = columns.get(column);
      return [...(said ? [comment(said, "  ").trimEnd()] : []), brokenList(line)];
    })
    .join("\n");
}

function brokenList(line) {
  if (line.length <= WIDTH) return line;
  const [first, ...others] = broken(line.trim(), WIDTH - 4);
  return [`  ${first}`, ...others.map((other) => `    ${other}`)].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { COUNTS, triggersOf } = await tsImport("../db/counts.ts", import.meta.url);
  const { VERSIONED, versionTriggersOf } = await tsImport("../db/versions.ts", import.meta.url);
  const counts = COUNTS.map((count) => ({ ...count, triggers: triggersOf(count) }));
  const versioned = VERSIONED.map((one) => ({ ...one, triggers: versionTriggersOf(one) }));
  const newest = readMigrations().at(-1).name;
  const text = await withTriggers(
    readMigrations(),
    [...counts, ...versioned].flatMap(({ triggers }) => triggers),
  );
  writeFileSync(path.join(MIGRATIONS, newest), text);
  const schema = { migrations: readMigrations(), areas: readAreas(), counts, versioned };
  writeFileSync(SCHEMA_FILE, await schemaText(schema));
}
