import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { categories, recordingCategories, recordings, speakers } from "#db/schema/library.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";

/** The list to be sorted: all speakers, all categories, or the videos of one category. */
export type SortedList = { kind: "speakers" } | { kind: "categories" } | { kind: "videos"; category: string };

export type Move = { item: string; side: "before" | "after"; neighbour: string };

export type MoveAnswer = "moved" | "itemGone" | "neighbourGone";

/** The speakers, the categories, and the videos of one category, each in order. One round trip. */
export async function readSorting(db: Database, category: string | null) {
  const [people, found, videos] = await db.batch([
    db
      .select({ id: speakers.id, title: speakers.name })
      .from(speakers)
      .orderBy(speakers.position, speakers.id),
    db
      .select({ id: categories.id, title: categories.title })
      .from(categories)
      .orderBy(categories.position, categories.id),
    db
      .select({ id: recordings.id, title: recordings.title, publishedAt: recordings.publishedAt })
      .from(recordingCategories)
      .innerJoin(recordings, sql`${recordings.id} = ${recordingCategories.recordingId}`)
      .where(
        sql`${recordingCategories.categoryId} = ${
          category ??
          sql`(SELECT ${categories.id} FROM ${categories}
            ORDER BY ${categories.position}, ${categories.id} LIMIT 1)`
        }`,
      )
      .orderBy(recordingCategories.position, recordingCategories.recordingId),
  ]);
  const shown = category === null ? found[0] : found.find(({ id }) => id === category);
  return { speakers: people, categories: found, category: shown ?? null, videos };
}

/**
 * The SQL for a list: its table, the column with the id of an item, the FROM clause that finds its rows, and the
 * condition that a row is the item `placed`.
 */
function listOf(list: SortedList) {
  switch (list.kind) {
    case "speakers":
      return {
        table: speakers,
        id: speakers.id,
        rows: sql`FROM ${speakers}`,
        own: sql`${speakers.id} = placed.id`,
      };
    case "categories":
      return {
        table: categories,
        id: categories.id,
        rows: sql`FROM ${categories}`,
        own: sql`${categories.id} = placed.id`,
      };
    case "videos":
      return {
        table: recordingCategories,
        id: recordingCategories.recordingId,
        rows: sql`FROM ${recordingCategories} WHERE ${recordingCategories.categoryId} = ${list.category}`,
        own: sql`${recordingCategories.recordingId} = placed.id
          AND ${recordingCategories.categoryId} = ${list.category}`,
      };
  }
}

/**
 * Moves an item next to another one, wherever the other one is at that moment. So two simultaneous moves both take
 * effect. If the other item no longer exists, the item is moved to the end.
 */
export async function moveItem(
  context: Context,
  { viewer }: SignedIn,
  list: SortedList,
  { item, side, neighbour }: Move,
): Promise<MoveAnswer> {
  const { db } = context;
  const { table, id, rows, own } = listOf(list);
  // Doubling the rank leaves a free place on each side of every item.
  const ordered = sql`SELECT ${id} AS id, 2 * row_number() OVER (ORDER BY ${table.position}, ${id}) AS place ${rows}`;
  const end = sql`(SELECT 2 * count(*) + 1 ${rows})`;
  const step = side === "before" ? -1 : 1;
  const key: SQL = sql`CASE WHEN id = ${item}
    THEN coalesce((SELECT place FROM ordered AS beside WHERE beside.id = ${neighbour}) + ${step}, ${end})
    ELSE place END`;
  const placed = sql`(WITH ordered AS (${ordered})
    SELECT id, row_number() OVER (ORDER BY key, id) - 1 AS position
    FROM (SELECT id, ${key} AS key FROM ordered))`;
  const isMoved = sql`${own} AND ${table.position} <> placed.position
    AND EXISTS (SELECT 1 FROM (${ordered}) AS present WHERE present.id = ${item})`;
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "sort" },
      object: list.kind === "videos" ? `categories/${list.category}` : list.kind,
      detail: { item, side, neighbour },
    },
    sql`EXISTS (SELECT 1 FROM ${table} JOIN ${placed} AS placed WHERE ${isMoved})`,
  );
  const [there] = await db.batch([
    db
      .select({ id: sql<string>`present.id` })
      .from(sql`(${ordered}) AS present`)
      .where(sql`present.id IN (${item}, ${neighbour})`),
    entry,
    db.update(table).set({ position: sql`placed.position` }).from(sql`${placed} AS placed`).where(isMoved),
  ]);
  if (!there.some((row) => row.id === item)) return "itemGone";
  return there.some((row) => row.id === neighbour) ? "moved" : "neighbourGone";
}
