// The law of the house: which file may import which. One ordered table of rooms and one of endings; the check
// (`npx depcruise --config scripts/law.mjs app db`), its test (test/law.test.ts) and CONTRIBUTING.md follow from them.

/**
 * The rooms, ground first: a file imports from its own room and from those before it in this list. Circles of
 * files are refused everywhere.
 */
export const ROOMS = [
  { folder: "app/values", holds: "types, money, times, words: what everything else is made of" },
  { folder: "db", holds: "schema by area, and the client that counts round trips" },
  {
    folder: "app/platform",
    holds: "configuration, the types of a request's context, log, ids, audit, ports to the outside",
  },
  { folder: "app/conference", holds: "editions, rounds, deadlines, the catalogue of what is on sale" },
  { folder: "app/ui", holds: "building blocks of pages that know no business" },
  { folder: "app/mail", holds: "the outbox, and what the text of a mail is made of" },
  { folder: "app/accounts", holds: "people, addresses, passwords, sessions, links that work once" },
  { folder: "app/applications", holds: "questions, answers, documents, submitting, searching" },
  {
    folder: "app/details",
    holds: "what delegates may change after submitting: badge, needs, people to call",
  },
  { folder: "app/plans", holds: "changes of many rows: proposed, shown, applied, undone" },
  {
    folder: "app/standing",
    holds: "where a delegate stands: the visible decision, the waiver, who may register",
  },
  { folder: "app/money/cards", holds: "a card as it is typed, and its rules" },
  { folder: "app/money/processor", holds: "Authorize.Net and the simulator behind one port" },
  { folder: "app/money/prices", holds: "what a pass and its add-ons cost, less awards and codes" },
  { folder: "app/money/payments", holds: "a payment from the first press to the receipt" },
  { folder: "app/money/refunds", holds: "what goes back, what a bank takes back, passes given up" },
  { folder: "app/money/awards", holds: "awards, codes and budgets at the desk of the staff" },
  { folder: "app/money/checkout", holds: "the pages on which a delegate chooses and pays" },
  { folder: "app/money/transfers", holds: "passes that go to another person, add-ons that are exchanged" },
  { folder: "app/money/payers", holds: "one person who pays for others" },
  {
    folder: "app/money/books",
    holds: "what people and staff read of payments: one by one, in a list, by day",
  },
  { folder: "app/money/invoices", holds: "invoices, bank transfers and cash that the staff record" },
  { folder: "app/money/subscriptions", holds: "HPAIR+ from the first charge to the last period" },
  { folder: "app/money/reconciler", holds: "what the processor says, compared with our rows" },
  { folder: "app/access", holds: "levels of access, roles of staff, and the gates of pages" },
  { folder: "app/decisions", holds: "setting, releasing and telling decisions" },
  { folder: "app/site", holds: "the frame around every page: header, footer, deadline bar, notifications" },
  { folder: "app/reviews", holds: "reading, scoring and distributing applications" },
  { folder: "app/library", holds: "speakers, videos, playing and watching them" },
  { folder: "app/programme", holds: "sessions, agendas, calendars, the import of a programme" },
  { folder: "app/staff", holds: "staff, mailings, accounts, exports, the audit list and the checks" },
  { folder: "app/editions", holds: "an edition as one document: stored, copied, moved to other dates" },
  { folder: "app/editions/checks", holds: "what is wrong with a document, and what hinders publishing it" },
  { folder: "app/editions/preview", holds: "the pages of a document as each person would see them" },
  { folder: "app/editions/editor", holds: "a document edited part by part" },
  { folder: "app/editions/publishing", holds: "a document compared, merged, published and taken back" },
  {
    folder: "app/home",
    holds: "the first page of visitors, delegates and staff, the page of all conferences, and help",
  },
  { folder: "app/api", holds: "for programs: functions, sign-in, tokens, OpenAPI" },
  { folder: "db/seed", holds: "what an installation and the demo start with" },
  {
    folder: "app/request",
    holds: "what every request passes before Remix: guard, context, cron, content policy",
  },
  {
    folder: "app/modules",
    holds: "the scripts and style sheets that pages load, put together from those of the rooms",
  },
  { folder: "app/routes", holds: "the sitemap: one screen or address a file, which no other file imports" },
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

/** The files of a room, less those of the rooms inside it. */
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

/** What a browser runs comes from elements and rules alone, and nothing but the entries imports a route. */
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
    // Imports of types count: what a file knows of another is an arrow, whether it is there at run time or not.
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
