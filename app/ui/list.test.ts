import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ListFilter, ListTable } from "./list.tsx";

const table = (more: { isNarrow?: boolean; total?: { name: string; score: number } } = {}) =>
  renderToStaticMarkup(
    ListTable({
      caption: "Readers",
      rows: [{ name: "Mei", score: 4 }],
      keyOf: ({ name }) => name,
      columns: [
        { title: "Name", cell: ({ name }) => name },
        { title: "Score", kind: "number", cell: ({ score }) => score },
        { cell: () => "End" },
      ],
      ...more,
    }) as ReactElement,
  );

const elements = (html: string) =>
  [...html.matchAll(/<(table|thead|tbody|tfoot|tr|th|td)\b([^>]*)>/g)].map(([, name, attributes]) => ({
    name: name!,
    role: /role="(\w+)"/.exec(attributes!)?.[1],
    label: /data-label="([^"]*)"/.exec(attributes!)?.[1],
  }));

test("every element of a list names its role, which browsers forget once it is drawn as a card", () => {
  const roles = elements(table({ total: { name: "All", score: 4 } })).map(
    ({ name, role }) => `${name} ${role}`,
  );
  const body = ["tr row", "th rowheader", "td cell", "td cell"];
  expect(roles).toEqual([
    ...["table table", "thead rowgroup", "tr row", "th columnheader", "th columnheader", "td cell"],
    ...["tbody rowgroup", ...body],
    ...["tfoot rowgroup", ...body],
  ]);
});

test("a cell carries the heading of its column; buttons and the name of the row have none", () => {
  const labels = elements(table()).map(({ label }) => label);
  expect(labels.slice(-3)).toEqual([undefined, "Score", undefined]);
  expect(table()).toContain('class="list"');
  expect(table({ isNarrow: true })).not.toContain('class="list"');
});

const filter = (chosen: Parameters<typeof ListFilter>[0]["chosen"]) =>
  renderToStaticMarkup(
    ListFilter({ chosen, kept: [{ name: "show", value: "everyone" }], children: null }) as ReactElement,
  );
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test.each([
  [
    "nothing chosen",
    [
      { name: "search", value: undefined },
      { name: "state", value: null },
    ],
    "Filters<",
    [],
  ],
  ["one, taken away by itself", [{ name: "state", value: "draft" }], "Filters (1)<", ["?show=everyone"]],
  [
    "two, each taken away alone or both together",
    [
      { name: "search", value: "li & co" },
      { name: "state", value: "draft", label: "Drafts" },
    ],
    "Filters (2)<",
    ["?show=everyone&amp;state=draft", "?show=everyone&amp;search=li+%26+co", "?show=everyone"],
  ],
])("a filter with %s", (_, chosen, button, addresses) => {
  const html = filter(chosen);
  expect(html).toContain(button);
  expect(links(html)).toEqual(addresses);
});
