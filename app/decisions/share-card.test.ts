import { expect, test } from "vitest";
import { shareCard } from "./share-card.ts";

const event = {
  name: "Harvard Conference 2023",
  venue: "Harvard campus",
  firstDay: "2023-02-17",
  lastDay: "2023-02-19",
  drawing: null,
  ownDrawing: null,
};
const plain = { accent: "#004488", by: "HPAIR", name: null };
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
const sizes = (svg: string) => [...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => Number(size));

test("the card names the event, its days and place, and nobody", () => {
  expect(texts(shareCard(event, plain))).toEqual([
    "Accepted to the",
    "Harvard",
    "Conference 2023",
    "17–19 February 2023 · Harvard campus",
    "HPAIR",
  ]);
});

test("with a name it carries that too", () => {
  expect(texts(shareCard(event, { ...plain, name: "Mei Chen" }))[0]).toBe("Mei Chen is accepted to the");
});

test("what somebody typed is text and never markup", () => {
  const svg = shareCard({ ...event, name: "A&B <Forum>" }, { ...plain, name: "<script>\u0007\"'" });
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("\u0007");
  expect(texts(svg).slice(0, 2)).toEqual(["&lt;script&gt; \"' is accepted to the", "A&amp;B &lt;Forum&gt;"]);
});

test("a long name is written smaller, and stays on the card", () => {
  const [size] = sizes(
    shareCard(event, { ...plain, name: "Maximiliane Konstantinopolitanska-Featherstonehaugh" }),
  );
  expect(size).toBeLessThan(20);
  expect(sizes(shareCard(event, plain))[0]).toBe(34);
});

test("it has the accent of the organisation, and the portal's own for one that cannot be read", () => {
  expect(shareCard(event, plain)).toContain("#004488");
  expect(shareCard(event, { ...plain, accent: "#ffff00" })).toContain("#a41034");
});

test("the drawing of the event stands in the gate", () => {
  const own = { box: "0 0 24 24", path: "M2 22h20" };
  const svg = shareCard({ ...event, ownDrawing: `${own.box} ${own.path}` }, plain);
  expect(svg).toContain(`viewBox="${own.box}"`);
  expect(svg).toContain(`d="${own.path}"`);
  expect(shareCard(event, plain)).not.toContain(own.path);
});

test("an event without days and place is online", () => {
  const summit = { ...event, name: "Virtual Summit", venue: null, firstDay: null, lastDay: null };
  expect(texts(shareCard(summit, plain))).toEqual(["Accepted to the", "Virtual Summit", "online", "HPAIR"]);
});

test.each([
  ["without a drawing", plainGate(730, 2), null],
  ["with a drawing", plainGate(690, 1.55), "0 0 24 24 M2 22h20"],
])("no line of text reaches the gate, %s", (_, gate, ownDrawing) => {
  const long = "An organisation with a name that fills the whole line and more of it";
  const svg = shareCard({ ...event, ownDrawing }, { ...plain, by: long });
  const lines = [...svg.matchAll(/<text x="(\d+)" [^>]*font-size="(\d+)"[^>]*>([^<]*)</g)];
  expect(lines).toHaveLength(5);
  for (const [, x, size, text] of lines)
    expect(Number(x) + 0.58 * Number(size) * text!.length, text).toBeLessThan(gate);
});

/** The left edge of the gate in the picture, with half of its line. */
function plainGate(moved: number, scale: number): number {
  return moved + (8 - 1) * scale;
}
