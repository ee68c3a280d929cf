// The law of the house: which file may import which. One ordered table of rooms and one of endings; the check
// (`npx depcruise --config scripts/law.mjs app db`), its test (test/law.test.ts) and CONTRIBUTING.md follow from them.

/**
 * The rooms, ground first: a file imports from its own room and from those before it in this list. Circles of
 * files are refused everywhere.
 */
export const ROOMS = [
  { folder: "app/values", holds: "types, money, times, words: what all else is made of" },
  { folder: "db", holds: "schema by area, and the client that counts round trips" },
  {
    folder: "app/platform",
    holds: "configuration, request context, log, ids, audit, ports to the outside",
  },
  {
    folder: "app/conference",
    holds: "editions, rounds, deadlines, places, the catalogue of what is on sale",
  },
  { folder: "app/ui", holds: "building blocks of pages that know no business" },
  { folder: "app/mail", holds: "the outbox, and what the text of a mail is made of" },
  { folder: "app/accounts", holds: "people, addresses, passwords, sessions, links that work once" },
  { folder: "app/applications", holds: "questions, answers, documents, submitting, searching" },
  {
    folder: "app/details",
    holds: "what delegates may change after submitting",
  },
  { folder: "app/plans", holds: "changes of many rows: proposed, applied, undone" },
  {
    folder: "app/standing",
    holds: "a delegate's visible decision, waiver, holdings, credit; kept counts",
  },
  { folder: "app/money/cards", holds: "a card as it is typed, its rules, and how many may be tried" },
  { folder: "app/money/processor", holds: "Authorize.Net and the simulator behind one port" },
  { folder: "app/money/prices", holds: "what a pass and its add-ons cost, less awards and codes" },
  { folder: "app/money/payments", holds: "one payment: right to pay, reservation, charge, lease, receipt" },
  { folder: "app/money/refunds", holds: "what goes back, what a bank takes back, passes given up" },
  { folder: "app/money/awards", holds: "awards, codes and budgets, for the staff" },
  { folder: "app/money/checkout", holds: "the pages on which a delegate chooses and pays" },
  { folder: "app/money/transfers", holds: "passes that go to somebody else, add-ons exchanged" },
  { folder: "app/money/payers", holds: "one person who pays for others" },
  {
    folder: "app/money/books",
    holds: "what is read of payments: one by one, in a list, by day",
  },
  { folder: "app/money/invoices", holds: "invoices, credit notes, bank transfers, cash" },
  { folder: "app/money/subscriptions", holds: "HPAIR+ from the first charge to the last period" },
  { folder: "app/money/reconciler", holds: "what the processor says, compared with our rows" },
  { folder: "app/access", holds: "what each role of the staff may do, and the gates of pages" },
  { folder: "app/decisions", holds: "setting, releasing and telling decisions" },
  { folder: "app/site", holds: "the frame of a page: header, footer, deadline bar, notices" },
  { folder: "app/reviews", holds: "reading, scoring and distributing applications" },
  { folder: "app/library", holds: "speakers, videos, playing and watching them" },
  { folder: "app/programme", holds: "sessions, agendas, calendars, the import of a programme" },
  { folder: "app/staff", holds: "staff, mailings, accounts, exports, audit list, checks" },
  { folder: "app/editions", holds: "an edition as one document: stored, copied, moved in time" },
  { folder: "app/editions/checks", holds: "what is wrong with a document or hinders publishing it" },
  { folder: "app/editions/preview", holds: "the pages of a document as each person would see them" },
  { folder: "app/editions/editor", holds: "a document edited part by part" },
  { folder: "app/editions/publishing", holds: "a document compared, merged, published and taken back" },
  {
    folder: "app/home",
    holds: "the first page of everybody, all conferences, help",
  },
  { folder: "app/api", holds: "for programs: functions, sign-in, tokens, OpenAPI" },
  { folder: "db/seed", holds: "what an installation and the demo start with" },
  {
    folder: "app/request",
    holds: "what a request passes before Remix: guard, context; cron",
  },
  {
    folder: "app/modules",
    holds: "the scripts and sheets of pages, put together",
  },
  { folder: "app/routes", holds: "the sitemap: one screen or address a file" },
];

/** What a file may touch, by its ending, in the rooms of the business, `ui` and `platform`. */
export const ENDINGS = [
  {
    ending: ".server.ts",
    is: "the verbs of the business and their queries",
    may: [".server.ts", ".form.ts", ".ts"],
  },
  { ending: ".form.ts", is: "the zod schema of a posted form", may: [".form.ts", ".ts"] },
  {
    ending: ".element.ts",
    is: "a custom element: it improves a page that already works",
    may: [".element.ts", ".ts"],
  },
  { ending: ".tsx", is: "markup without data access", may: [".tsx", ".ts"], mayTypes: [".form.ts"] },
  { ending: ".ts", is: "a rule: pure, `now` comes in", may: [".ts"] },
];

/** The packages that each ending may use; `.server.ts` may use all. */
const PACKAGES = {
  ".ts": [
    "i18n-iso-countries",
    "card-validator",
    "credit-card-type",
    "libphonenumber-js",
    "micromark",
    "papaparse",
    "zlib",
  ],
  ".form.ts": ["zod", "@conform-to/zod"],
  ".element.ts": ["tinykeys"],
  ".tsx": ["react", "@remix-run/react", "d3-array"],
};

/** Rooms in which any ending may import any: they only put the others together. */
const UNBOUND = new Set(["db", "db/seed", "app/modules", "app/routes"]);

const TESTS = "\\.(test|deep)\\.ts$";
const OURS = "^(app|db|test|scripts)/";

/** The files of a room, without those of the rooms inside it. */
function inside({ folder }) {
  const within = ROOMS.filter((room) => room.folder.startsWith(`${folder}/`));
  const names = within.map((room) => room.folder.slice(folder.length + 1));
  return names.length === 0 ? `^${folder}/` : `^${folder}/(?!(${names.join("|")})/)`;
}

const ending = (end) =>
  end === ".ts"
    ? "^app/(?!.*\\.(server|form|element)\\.ts$).*\\.ts$"
    : `^app/.*${end.replaceAll(".", "\\.")}$`;

/**
 * The rooms whose files a room may import: its own and those before it. A screen calls verbs and knows no table;
 * neither screens nor the browser's entries import their like.
 */
export function reachableFrom({ folder }) {
  const reachable = ROOMS.slice(0, ROOMS.findIndex((room) => room.folder === folder) + 1);
  const isTop = folder === "app/routes" || folder === "app/modules";
  return isTop ? reachable.filter((room) => !UNBOUND.has(room.folder)) : reachable;
}

const rule = (name, from, to) => ({ name, severity: "error", from, to });

const rooms = ROOMS.map((room) =>
  rule(
    `room ${room.folder}`,
    { path: inside(room), pathNot: TESTS },
    { path: OURS, pathNot: reachableFrom(room).map(inside) },
  ),
);

const unbound = ["^app/[^/]+$", ...ROOMS.filter(({ folder }) => UNBOUND.has(folder)).map(inside), "^db/"];

const endings = ENDINGS.flatMap(({ ending: end, may, mayTypes = [] }) => {
  const allowed = [...may.map(ending), ...(end === ".server.ts" ? ["^db/"] : [])];
  const from = { path: ending(end), pathNot: [TESTS, ...unbound] };
  return [
    rule(`ending ${end}`, from, { path: OURS, pathNot: [...allowed, ...mayTypes.map(ending)] }),
    ...mayTypes.map((types) =>
      rule(`ending ${end}`, from, { path: ending(types), dependencyTypesNot: ["type-only"] }),
    ),
  ];
});

const packages = Object.entries(PACKAGES).map(([end, names]) =>
  rule(
    `packages ${end}`,
    { path: ending(end), pathNot: [TESTS, ...unbound] },
    {
      dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "core"],
      pathNot: names.map((name) => `(^|node_modules/)${name}(/|$)`),
    },
  ),
);

/** Browsers run only elements and rules, and only the entries import a route. */
export const FORBIDDEN = [
  ...rooms,
  ...endings,
  ...packages,
  rule("modules", { path: "^app/modules/" }, { path: OURS, pathNot: [ending(".element.ts"), ending(".ts")] }),
  rule("no way into a route", { path: "^app/[^/]+$" }, { path: "^app/routes/" }),
  rule("no circle", {}, { circular: true }),
];

export default {
  forbidden: FORBIDDEN,
  options: {
    // Imports of types count: what a file knows about another is an arrow, whether it exists at run time or not.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["\\.css", "\\.md", "\\.wasm$"] },
    enhancedResolveOptions: {
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx"],
    },
  },
};

/** The two tables as CONTRIBUTING.md shows them. */
export function lawTable() {
  const endings = ENDINGS.map(({ ending: end, is, may, mayTypes = [] }) => {
    const allowed = [...may.map((one) => `\`${one}\``), ...mayTypes.map((one) => `types of \`${one}\``)];
    return `| \`${end}\` | ${is} | ${[...allowed, ...(end === ".server.ts" ? ["`db`"] : [])].join(", ")} |`;
  });
  return [
    "| room | holds |",
    "| --- | --- |",
    ...ROOMS.map(({ folder, holds }) => `| \`${folder}/\` | ${holds} |`),
    "",
    "| ending | is | may import |",
    "| --- | --- | --- |",
    ...endings,
  ].join("\n");
}
