import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import { ColumnChart } from "./column-chart.tsx";

const drawn = (values: number[], more: { daysOf?: string } = {}) =>
  renderToStaticMarkup(
    ColumnChart({
      title: "Money",
      columns: values.map((value, index) => ({ day: index * DAY, days: 1, value })),
      ...more,
    }) as ReactElement,
  );
const rects = (html: string) =>
  [...html.matchAll(/<rect [^>]*y="([^"]*)"[^>]*height="([^"]*)"/g)].map(([, y, height]) => [
    Number(y),
    Number(height),
  ]);

test("a column stands on the line of zero", () => {
  expect(rects(drawn([100, 50]))).toEqual([
    [0, 100],
    [50, 50],
  ]);
});

test("a day on which more went out than came in hangs below it", () => {
  const html = drawn([100, -100, 0]);
  expect(rects(html)).toEqual([
    [0, 50],
    [50, 50],
    [50, 0],
  ]);
  expect(html).toContain("<li>-100</li>");
});

test("whose days they are is said above the numbers", () => {
  expect(drawn([1])).toContain("Day (UTC)");
  expect(drawn([1], { daysOf: "as booked" })).toContain("Day (as booked)");
});
