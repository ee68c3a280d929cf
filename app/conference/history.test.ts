import { expect, test } from "vitest";
import { conferenceList } from "#db/seed/conference-list.ts";
import { cityName, historyOf, type PastConference } from "./history.ts";

const conference = (id: string, location: string, year: number, rest: Partial<PastConference> = {}) => ({
  ...{ id, location, year, title: null, track: null, lat: 10, lng: 10 },
  ...rest,
});

test("the newest year comes first, and within a year Asia before Harvard", () => {
  const { years } = historyOf([
    conference("aconf_1992", "TAIPEI", 1992, { title: "Trade" }),
    conference("hconf_2023", "HARVARD", 2023),
    conference("aconf_2023", "HONG KONG", 2023),
    conference("aconf_2007_business", "HONG KONG", 2007, { track: "business" }),
  ]);
  expect(years).toEqual([
    {
      year: 2023,
      conferences: [
        { id: "aconf_2023", name: "Asia Conference 2023", city: "Hong Kong", title: null },
        { id: "hconf_2023", name: "Harvard Conference 2023", city: "Harvard", title: null },
      ],
    },
    {
      year: 2007,
      conferences: [
        ...[{ id: "aconf_2007_business", name: "Asia Conference 2007 (Business)", city: "Hong Kong" }],
      ].map((entry) => ({ ...entry, title: null })),
    },
    {
      year: 1992,
      conferences: [{ id: "aconf_1992", name: "Asia Conference 1992", city: "Taipei", title: "Trade" }],
    },
  ]);
});

test("a city stands once, with each of its conferences", () => {
  const { cities } = historyOf([
    conference("aconf_1993", "HONG KONG", 1993),
    conference("aconf_1992", "TAIPEI", 1992),
    conference("aconf_2023", "Hong Kong", 2023),
  ]);
  expect(cities).toEqual([
    {
      id: "in-hong-kong",
      name: "Hong Kong",
      conferences: [
        { id: "aconf_2023", year: 2023 },
        { id: "aconf_1993", year: 1993 },
      ],
    },
    { id: "in-taipei", name: "Taipei", conferences: [{ id: "aconf_1992", year: 1992 }] },
  ]);
});

test.each([
  ["less than half a degree apart", { lat: 10.49, lng: 9.51 }, 1],
  ["half a degree to the north", { lat: 10.5, lng: 10 }, 2],
  ["half a degree to the east", { lat: 10, lng: 10.5 }, 2],
])("two places %s have so many dots", (_, place, number) => {
  const { dots } = historyOf([
    conference("hconf_2022", "HARVARD", 2022),
    conference("hconf_2021", "VIRTUAL", 2021, place),
  ]);
  expect(dots).toHaveLength(number);
  expect(dots[0]).toMatchObject({
    cityId: "in-harvard",
    label: number === 1 ? "Harvard: 2022; Virtual: 2021" : "Harvard: 2022",
  });
});

test("a city has the dot of its newest conference, and names a year once", () => {
  const { dots } = historyOf([
    conference("aconf_2008_business", "KUALA LUMPUR", 2008, { lat: 3, lng: 101 }),
    conference("aconf_2008_academic", "KUALA LUMPUR", 2008, { lat: 3, lng: 101 }),
    conference("aconf_2018", "KUALA LUMPUR", 2018, { lat: 4, lng: 102 }),
  ]);
  expect(dots.map(({ label }) => label)).toEqual(["Kuala Lumpur: 2018, 2008"]);
  expect(dots).toEqual(
    historyOf([conference("aconf_2018", "KUALA LUMPUR", 2018, { lat: 4, lng: 102 })]).dots.map((dot) => ({
      ...dot,
      label: "Kuala Lumpur: 2018, 2008",
    })),
  );
});

test.each([
  ["HONG KONG", "Hong Kong"],
  ["NUR-SULTAN", "Nur-Sultan"],
  ["XI’AN", "Xi’an"],
  ["ÜRÜMQI", "Ürümqi"],
  ["Ho Chi Minh City", "Ho Chi Minh City"],
  ["東京", "東京"],
  ["", ""],
])("%s is written %s", (location, name) => {
  expect(cityName(location)).toBe(name);
});

test("every conference of the series has its place: 49 in 17 places", () => {
  const { years, cities, dots } = historyOf(conferenceList as PastConference[]);
  const listed = years.flatMap(({ conferences }) => conferences);
  expect(listed.map(({ id }) => id).sort()).toEqual(conferenceList.map(({ id }) => id).sort());
  expect([years[0]!.year, years.at(-1)!.year]).toEqual([2023, 1992]);
  expect(cities.flatMap(({ conferences }) => conferences)).toHaveLength(49);
  // The virtual conference has the same place as Harvard.
  expect([cities.length, dots.length]).toEqual([18, 17]);
  expect(new Set(cities.map(({ id }) => id)).size).toBe(18);
});
