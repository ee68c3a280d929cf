import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { applications } from "./schema/applications.ts";
import { decisions } from "./schema/decisions.ts";
import { entries, holdings } from "./schema/money.ts";
import { places } from "./schema/programme.ts";
import { assignments, reviews } from "./schema/reviews.ts";

/** A table whose rows are counted in `tallies` by triggers that are made from this description. */
export type Count = {
  table: SQLiteTable;
  /**
   * The views that count a row, each with the columns that identify the row in that view. The columns have the same
   * names in the view.
   */
  views: readonly { view: string; by: readonly SQLiteColumn[] }[];
  /**
   * Whether a row of this table changes how other rows are counted. The other rows are counted even if this row does
   * not exist. So the triggers subtract them before each insert, update and delete of this row, and count them again
   * afterwards.
   */
  changesAnother: boolean;
  /** The columns whose change affects the counts; empty if rows are never changed or deleted. */
  columns: readonly SQLiteColumn[];
};

const ofApplication = (table: typeof applications | typeof assignments | typeof decisions) => ({
  view: "application_tallies",
  by: [table.conferenceId, table.uid],
});
const ofReading = (table: typeof assignments | typeof reviews) => ({
  view: "reading_tallies",
  by: [table.conferenceId, table.uid, table.staffUid],
});

/**
 * The tables whose counts are updated with every change of a row (docs/decisions/0034-counts-are-kept.md). If an item
 * of this list is added or changed, `npm run db:schema` writes its triggers into the newest migration.
 */
export const COUNTS: readonly Count[] = [
  {
    table: applications,
    views: [ofApplication(applications)],
    changesAnother: false,
    columns: [
      ...[applications.conferenceId, applications.uid, applications.submittedAt],
      ...[applications.ownDeadline, applications.lateRound],
    ],
  },
  {
    table: assignments,
    // Once an application has been assigned to a reader, it no longer counts as an application without a reader.
    views: [ofApplication(assignments), ofReading(assignments)],
    changesAnother: true,
    columns: [assignments.conferenceId, assignments.uid, assignments.staffUid],
  },
  {
    table: reviews,
    views: [ofReading(reviews)],
    changesAnother: true,
    columns: [reviews.conferenceId, reviews.uid, reviews.staffUid],
  },
  {
    table: decisions,
    views: [ofApplication(decisions)],
    changesAnother: true,
    columns: [
      ...[decisions.conferenceId, decisions.uid, decisions.decision, decisions.setAt],
      decisions.releasedAt,
    ],
  },
  {
    table: entries,
    views: [{ view: "entry_tallies", by: [entries.event, entries.account] }],
    changesAnother: false,
    columns: [],
  },
  {
    table: holdings,
    views: [{ view: "holding_tallies", by: [holdings.id] }],
    changesAnother: false,
    columns: [holdings.conferenceId, holdings.item, holdings.passType, holdings.state],
  },
  {
    table: places,
    views: [{ view: "place_tallies", by: [places.sessionId, places.uid] }],
    changesAnother: false,
    columns: [places.conferenceId, places.sessionId, places.uid, places.state, places.chosenAt],
  },
];

const quoted = (name: string) => `\`${name}\``;
const listed = (names: readonly string[]) => names.map(quoted).join(", ");
const namesOf = (columns: readonly SQLiteColumn[]) => columns.map(({ name }) => name);

/** The condition that a row has the same values in these columns as `OLD` or `NEW`, the row of the trigger. */
const isIts = (names: readonly string[], row: "OLD" | "NEW") =>
  names.map((name) => `${quoted(name)} = ${row}.${quoted(name)}`).join(" AND ");

const ofRow = (row: "OLD" | "NEW", names: readonly string[]) =>
  `(${names.map((name) => `${row}.${quoted(name)}`).join(", ")})`;

/**
 * The triggers of a table in the list. Before a row changes, they subtract its contribution from `tallies`. After the
 * change, they add its new contribution.
 *
 * @returns the name of each trigger, and its statement without the final semicolon, as in sqlite_master
 */
export function triggersOf({
  table,
  views,
  changesAnother,
  columns,
}: Count): { name: string; sql: string }[] {
  const tableName = getTableName(table);

  function tallied(sign: "" | "-", row: "OLD" | "NEW", only: "" | "moved"): string[] {
    return views.map(({ view, by }) => {
      const names = namesOf(by);
      const moved = only ? ` AND ${ofRow("OLD", names)} IS NOT ${ofRow("NEW", names)}` : "";
      return `	INSERT INTO \`tallies\` SELECT \`conference_id\`, \`name\`, \`key\`, ${sign}\`number\`, ${sign}\`total\` FROM ${quoted(view)}
		WHERE ${isIts(names, row)}${moved}
		ON CONFLICT (\`conference_id\`, \`name\`, \`key\`) DO UPDATE SET \`number\` = \`number\` + excluded.\`number\`, \`total\` = \`total\` + excluded.\`total\`;`;
    });
  }
  const trigger = (time: "before" | "after", event: string, condition: string, statements: string[]) => {
    const name = `${tableName}_${event.split(" ")[0]!.toLowerCase()}_${time}`;
    const head = `CREATE TRIGGER ${quoted(name)} ${time.toUpperCase()} ${event} ON ${quoted(tableName)}`;
    return { name, sql: [head + condition, "BEGIN", ...statements, "END"].join("\n") };
  };

  // An insert that conflicts with an existing row changes nothing, or becomes an update. The update has its own
  // triggers.
  const key = namesOf(getTableConfig(table).primaryKeys.flatMap((primary) => primary.columns));
  const isNew = `\nWHEN NOT EXISTS (SELECT 1 FROM ${quoted(tableName)} WHERE ${isIts(key, "NEW")})`;
  const update = `UPDATE OF ${listed(namesOf(columns))}`;
  const elsewhere = (sign: "" | "-", row: "OLD" | "NEW") =>
    changesAnother ? tallied(sign, row, "moved") : [];
  if (columns.length === 0) return [trigger("after", "INSERT", "", tallied("", "NEW", ""))];
  return [
    ...(changesAnother ? [trigger("before", "INSERT", isNew, tallied("-", "NEW", ""))] : []),
    trigger("after", "INSERT", "", tallied("", "NEW", "")),
    trigger("before", update, "", [...tallied("-", "OLD", ""), ...elsewhere("-", "NEW")]),
    trigger("after", update, "", [...tallied("", "NEW", ""), ...elsewhere("", "OLD")]),
    trigger("before", "DELETE", "", tallied("-", "OLD", "")),
    ...(changesAnother ? [trigger("after", "DELETE", "", tallied("", "OLD", ""))] : []),
  ];
}
