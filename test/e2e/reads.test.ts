import { expect, test } from "@playwright/test";
import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { READS, type Reads, recorded } from "./reads.ts";

// Tests the code that finds unused data: data that travel with a page which does not use them. If a page only hands
// data on, or only counts them, they are unused.

type Session = { title: string; room: string; note?: string };
type Data = {
  sessions: Session[];
  isOpen: boolean;
  secret?: string;
  person: { name: string; score: number };
};

const DATA: Data = {
  sessions: [
    { title: "Welcome", room: "Sanders Theatre" },
    { title: "Farewell", room: "Faculty Club", note: "To come." },
  ],
  isOpen: true,
  person: { name: "Mei", score: 4 },
};

/** Renders a page whose text `words` makes from the data, and returns which of the data were recorded as used. */
async function readsOf(
  words: (data: Data) => string,
  data: Data = DATA,
  who = "delegate",
  hydrate = true,
): Promise<Reads> {
  const render = recorded(
    async (_, status, headers, page) =>
      new Response(words(page.staticHandlerContext.loaderData["route"] as Data), { status, headers }),
    async () => who,
  );
  const page = {
    staticHandlerContext: { loaderData: { route: data }, matches: [{ route: { id: "route" } }] },
    routeModules: { route: { handle: { hydrate } } },
  } as unknown as EntryContext;
  const request = new Request("http://127.0.0.1/", { headers: { [READS]: "1" } });
  const answer = await render(request, 200, new Headers(), page, {} as AppLoadContext);
  expect(await answer.text(), "the page is the same").toBe(words(data));
  return JSON.parse(decodeURIComponent(answer.headers.get(READS) ?? "{}")) as Reads;
}

const all = ({ sessions, isOpen, person }: Data) =>
  `${sessions.map(({ title, room, note }) => title + room + (note ?? "")).join()}${isOpen ? "!" : ""}${person.name}${person.score}`;

const UNUSED: [what: string, words: (data: Data) => string, unused: string[]][] = [
  ["nothing, where all is written", all, []],
  [
    "what nobody asks for",
    ({ isOpen, person: { name } }) => `${isOpen}${name}`,
    ["person.score", "sessions[].title", "sessions[].room", "sessions[].note"],
  ],
  [
    "the entries of a list that is only counted",
    ({ sessions, isOpen, person }) => `${sessions.length}${isOpen}${person.name}${person.score}`,
    ["sessions[].title", "sessions[].room", "sessions[].note"],
  ],
  [
    "a field of a list that one entry has",
    (data) => all({ ...data, sessions: data.sessions.map(({ title, room }) => ({ title, room })) }),
    ["sessions[].note"],
  ],
  [
    "what is spread into another object and left there",
    ({ sessions, isOpen, person }) => {
      const copy = { ...person };
      return `${sessions.map((session) => Object.entries({ ...session })).join()}${isOpen}${copy.name}`;
    },
    ["person.score"],
  ],
  [
    "what is written down and thrown away",
    (data) => all({ ...data, person: { name: JSON.stringify(data.person) && "Mei", score: 4 } }),
    ["person.name", "person.score"],
  ],
];

for (const [what, words, unused] of UNUSED) {
  test(`found as unused: ${what}`, async () => {
    const reads = await readsOf(words);
    expect(reads.unused.sort()).toEqual(unused.map((path) => `delegate: route › ${path}`).sort());
  });
}

test("a field that is planted among those of a page is found, for those whose page does not show it", async () => {
  const planted = { ...DATA, secret: "Partner code, $75 left" };
  const words = (isStaff: boolean) => (data: Data) => all(data) + (isStaff ? data.secret : "");
  expect((await readsOf(words(false), planted)).unused).toEqual(["delegate: route › secret"]);
  expect((await readsOf(words(true), planted, "staff (everything)")).unused).toEqual([]);
});

test("what says nothing does not have to be used", async () => {
  const { unused } = await readsOf(all, { ...DATA, secret: "" });
  expect(unused).toEqual([]);
});

test("of a page that does not hydrate nothing is said, since its data do not travel", async () => {
  expect(await readsOf(() => "", DATA, "delegate", false)).toEqual({});
});
