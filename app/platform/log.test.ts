import { expect, test, vi } from "vitest";
import { forEachRow } from "./log.server.ts";

const WHERE = { requestId: "request", method: "job" };

test.each([
  ["every row that does not fail", ["a", "bad", "b"], ["a", "b"], false, ["rows/bad"]],
  ["all rows if none fails", ["a", "b"], ["a", "b"], true, []],
])("the work is done for %s", async (_, rows, expected, isWhole, paths) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  log.mockClear();
  const done: string[] = [];
  const answer = await forEachRow(
    rows,
    WHERE,
    (row) => `rows/${row}`,
    async (row) => {
      if (row === "bad") throw new Error("It fails.");
      done.push(row);
    },
  );
  const logged = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { path: string });
  log.mockRestore();
  expect({ done, answer, paths: logged.map(({ path }) => path) }).toEqual({
    done: expected,
    answer: isWhole,
    paths,
  });
});
