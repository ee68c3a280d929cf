import { expect, test } from "vitest";
import { csvHead, csvRow } from "~/values/csv.ts";
import { type Cells, SCHEDULE_COLUMNS } from "./schedule-cells.ts";
import { readScheduleFile } from "./schedule-file.ts";

const rowOf = (cells: Partial<Cells>) => csvRow(SCHEDULE_COLUMNS.map((column) => cells[column] ?? ""));

const SESSION = { day: "2023-02-18", start: "10:00", end: "11:00", title: "Opening", room: "Hall" };

const linesOf = (...rows: Partial<Cells>[]) => {
  const programme = {
    ...{ timeZone: "America/New_York", days: null },
    ...{ sessions: [], rooms: [], tracks: [], speakers: [], levels: [] },
  };
  const file = readScheduleFile(
    [csvHead([...SCHEDULE_COLUMNS]), ...rows.map(rowOf)].join(""),
    programme,
    () => "new",
  );
  if ("problem" in file) throw new Error(file.problem);
  return file.lines.map(({ act, session, problem }) => [act, session?.title, problem]);
};

test("our own last line asks for nothing, though somebody filled the cells above down to it", () => {
  const end = { ...SESSION, id: "End of file: 1 row" };
  expect(linesOf(SESSION, end)).toEqual([["create", "Opening", null]]);
});

test("a session may be called what our last line says", () => {
  expect(linesOf({ ...SESSION, title: "End of file: 1 row" })).toEqual([
    ["create", "End of file: 1 row", null],
  ]);
});
