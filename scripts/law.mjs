// The law of the house: where a file may be and what it may import. This file has the tables of the law. It derives
// from them the rules about imports of modules, which dependency-cruiser reads from here. scripts/law-by-file.mjs
// checks the rules that cannot be seen from the imports of modules. `npm run check -- law` runs both; test/law.test.ts
// and CONTRIBUTING.md use the tables.

/**
 * The rooms, from the lowest to the highest. A file may import from its own room and from the rooms before it in this
 * list. Circular imports of files are forbidden everywhere. `parts` are subfolders of a room that are not rooms
 * themselves.
 */
export const ROOMS = [
  { folder: "app/values", holds: "types, money, times, words and sentences that the rooms share" },
  { folder: "db", holds: "schema by area, and the client that counts round trips", parts: ["db/schema"] },
  {
    folder: "app/platform",
    holds: "configuration, request context, log, ids, audit, ports to the outside",
    parts: ["app/platform/ports"],
  },
  {
    folder: "app/conference",
    holds: "editions, rounds, deadlines, places, the catalogue of what is on sale",
  },
  { folder: "app/ui", holds: "building blocks of pages; they know nothing of conferences" },
  { folder: "app/mail", holds: "the outbox, and what the text of a mail is made of" },
  {
    folder: "app/accounts",
    holds: "people, addresses, passwords, second factors, sessions, links that work once",
  },
  { folder: "app/applications", holds: "questions, answers, documents, submitting, searching" },
  {
    folder: "app/details",
    holds: "what delegates may change after submitting",
  },
  { folder: "app/plans", holds: "changes of many rows: proposed, applied, undone" },
  {
    folder: "app/standing",
    holds:
      "who may register, and what other rooms ask about a delegate: visible decision, waiver, holdings, credit; kept counts",
  },
  {
    folder: "app/money/cards",
    holds: "a card as it is typed, its rules, how many may be tried, the sentences about a declined one",
  },
  { folder: "app/money/processor", holds: "Authorize.Net and the simulator behind one port" },
  { folder: "app/money/prices", holds: "what a pass and its add-ons cost, less awards and codes" },
  { folder: "app/money/payments", holds: "one payment: right to pay, reservation, charge, lease, receipt" },
  {
    folder: "app/money/outgoings",
    holds: "money out above the limit: proposed by one, confirmed by another",
  },
  { folder: "app/money/refunds", holds: "what goes back, what a bank takes back, passes given up" },
  { folder: "app/money/awards", holds: "awards, codes and budgets, for the staff" },
  {
    folder: "app/money/checkout",
    holds: "the pages on which a delegate chooses and pays, with the price of a pass",
  },
  { folder: "app/money/transfers", holds: "passes that go to somebody else, add-ons exchanged" },
  { folder: "app/money/payers", holds: "one person who pays for others" },
  {
    folder: "app/money/books",
    holds: "what delegates and staff read about payments: one by one, in a list, by day",
  },
  {
    folder: "app/money/invoices",
    holds: "invoices, credit notes (the paper of a refund), bank transfers, cash",
  },
  { folder: "app/money/subscriptions", holds: "HPAIR+ from the first charge to the last period" },
  { folder: "app/money/reconciler", holds: "what the processor says, compared with our rows" },
  {
    folder: "app/access",
    holds:
      "what levels and abilities mean (each route names its own), acts that hurt, the list of the staff's pages",
  },
  { folder: "app/decisions", holds: "setting, releasing and telling decisions" },
  {
    folder: "app/site",
    holds:
      "the frame of a page: header, footer, navigation, deadline bar, notices of the staff; the page that says why a request was refused or failed",
  },
  { folder: "app/selections", holds: "which applications a filter finds, labels on them, saved filters" },
  { folder: "app/reviews", holds: "reading, scoring and distributing applications" },
  { folder: "app/library", holds: "speakers, videos, playing and watching them" },
  { folder: "app/programme", holds: "sessions, agendas, calendars, the import of a programme" },
  { folder: "app/door", holds: "the codes of tickets, the door and its journal" },
  { folder: "app/letters", holds: "letters to print, and whether a letter still holds" },
  { folder: "app/staff", holds: "staff, mailings, accounts, exports, audit list, checks" },
  { folder: "app/editions", holds: "an edition as one document: stored, copied, moved in time" },
  { folder: "app/editions/checks", holds: "what is wrong with a document or hinders publishing it" },
  { folder: "app/editions/preview", holds: "the pages of a document as each person would see them" },
  {
    folder: "app/editions/editor",
    holds: "a document edited part by part; standard texts, the agreement (refund policy)",
  },
  { folder: "db/seed", holds: "the first edition, and what else an installation and the demo start with" },
  { folder: "app/editions/publishing", holds: "a document compared, merged, published and taken back" },
  {
    folder: "app/home",
    holds: "the first page of visitors, delegates and staff, all conferences, help",
  },
  { folder: "app/api", holds: "for programs: functions, what they send and get, sign-in, tokens, OpenAPI" },
  {
    folder: "app/request",
    holds: "what a request passes before Remix: guard, context; cron",
  },
  {
    folder: "app/modules",
    holds: "the scripts and sheets of pages, put together",
  },
  { folder: "app/routes", holds: "the sitemap: one file for each screen or address" },
];

/**
 * The rules for what a file may import, by the ending of its name. They hold in the rooms of the business, in `ui` and
 * in `platform`. The code in files with a `pure` ending always returns the same result for the same input. So it does
 * not read the clock, use random values or make outside calls.
 */
export const ENDINGS = [
  {
    ending: ".server.ts",
    is: "the verbs of the business and their queries",
    may: [".server.ts", ".form.ts", ".ts"],
    instead:
      "A .server.ts file must not depend on pages: move what it shares with markup or an element into a rule (.ts).",
  },
  {
    ending: ".form.ts",
    is: "the zod schema of a posted form: pure",
    may: [".form.ts", ".ts"],
    pure: true,
    instead:
      "A form may import only rules and forms: what it needs from the database must be read by a .server.ts file and passed in.",
  },
  {
    ending: ".element.ts",
    is: "a custom element: it improves a page that already works",
    may: [".element.ts", ".ts"],
    instead:
      "An element runs in the browser: for anything that only the server can do, it must make a request to a URL.",
  },
  {
    ending: ".tsx",
    is: "markup without data access: pure",
    may: [".tsx", ".ts"],
    mayTypes: [".form.ts"],
    pure: true,
    instead:
      "Markup reads no data: the loader of the route must call a .server.ts file and pass in the result.",
  },
  {
    ending: ".ts",
    is: "a rule: pure, `now` comes in",
    may: [".ts"],
    pure: true,
    instead:
      "A rule may import only rules: pass in the data that it works on. Code that reads data belongs in a .server.ts file.",
  },
];

/** The files that are in no room: the frameworks look for them in `app/` itself. */
export const ENTRIES = [
  "entry.client.tsx",
  "entry.server.tsx",
  "entry.worker.ts",
  "root.tsx",
  "virtual.d.ts",
].map((name) => `app/${name}`);

/** The files in rooms that are neither modules, stylesheets nor a README.md. */
export const NO_MODULES = ["app/modules/tsconfig.json", "db/schema.sql", "db/demo-video.webm"];

/**
 * The files that may import something that is not a module. `what` matches the imported file, including the query that
 * tells Vite how to treat the file.
 */
export const ASSETS = [
  {
    what: /^app\/modules\/every-page\.css\?inline$/,
    by: /^app\/(root\.tsx|request\/content-security-policy\.server\.ts)$/,
  },
  { what: /^app\/modules\/(?!every-page|staff)[\w-]+\.css\?inline$/, by: /^app\/routes\/[^/]+\.tsx$/ },
  { what: /^app\/modules\/staff\.css\?url$/, by: /^app\/routes\/_admin\.tsx$/ },
  { what: /^app\/(?!modules\/)[\w/-]+\.css$/, by: /^app\/modules\/[^/]+\.css$/ },
  { what: /^app\/ui\/colours\.css\?raw$/, by: /^app\/routes\/dev\.blocks\.tsx$/ },
  { what: /^docs\/programs\.md\?raw$/, by: /^app\/routes\/_delegate\.developers\.tsx$/ },
  { what: /^migrations\/meta\/_journal\.json$/, by: /^db\/migrations\.ts$/ },
  { what: /^i18n-iso-countries\/langs\/en\.json$/, by: /^app\/values\/countries\.ts$/ },
  { what: /^@jsquash\/[\w/-]+\.wasm$/, by: /^app\/library\/picture-modules\.server\.ts$/ },
];

/**
 * The files that may compute the address of an import. The root loads the page's own script, whose name the server
 * sends; the door loads its fallback for checking signatures.
 */
export const COMPUTED_IMPORTS = ["app/root.tsx", "app/door/signatures.element.ts"];

/**
 * The packages that files may use: for each ending, and for each room whose files are not bound by their endings.
 * `.server.ts` may use all packages.
 */
const PACKAGES = {
  ".ts": [
    "i18n-iso-countries",
    "lean-qr",
    "card-validator",
    "bowser",
    "credit-card-type",
    "libphonenumber-js",
    "micromark",
    "otpauth",
    "papaparse",
    "zlib",
  ],
  ".form.ts": ["zod", "@conform-to/zod"],
  ".element.ts": ["tinykeys", "qr", "@noble/curves"],
  ".tsx": ["react", "@remix-run/react", "d3-array"],
  db: ["drizzle-orm"],
  "db/seed": ["drizzle-orm", "crypto", "zlib"],
  "app/modules": [],
  "app/routes": [
    "virtual:enhance",
    "react",
    "@remix-run/react",
    "@remix-run/cloudflare",
    "zod",
    "micromark",
    "virtual:world-map",
  ],
};

/** Rooms that no other room imports. Scripts fill a database from `db/seed`, and the frameworks load the other two. */
const TOPS = new Set(["db/seed", "app/modules", "app/routes"]);

/**
 * Rooms in which a file may import files with any ending, whatever its own ending is. These rooms only put the other
 * rooms together.
 */
export const UNBOUND = new Set(["db", ...TOPS]);

export const TESTS = "\\.(test|deep)\\.ts$";
const OURS = "^(app|db|test|scripts)/";

/** A pattern that matches the files of a room, but not those of the rooms inside it. */
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
 * The rooms from which a room may import: the room itself, and the rooms before it that are not in `TOPS`. Pages and
 * the browser's entries may import neither their own room nor any room in `UNBOUND`: a page calls .server.ts files and
 * uses no table.
 */
export function reachableFrom({ folder }) {
  const reachable = ROOMS.slice(0, ROOMS.findIndex((room) => room.folder === folder) + 1);
  const isPage = folder === "app/routes" || folder === "app/modules";
  const closed = isPage ? UNBOUND : TOPS;
  return reachable.filter((room) => !closed.has(room.folder) || (room.folder === folder && !isPage));
}

/** @param comment the text that the check prints about a breach: what is wrong, and where the code should go. */
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const rooms = ROOMS.map((room) =>
  rule(
    `room ${room.folder}`,
    `A file may import only from its own room and from the rooms that come before that room in ROOMS (scripts/law.mjs). \
No other room may import from ${[...TOPS].join(", ")}. Move what both rooms need into the earlier room or into a room before \
both, or pass it in as a parameter.`,
    { path: inside(room), pathNot: TESTS },
    { path: OURS, pathNot: reachableFrom(room).map(inside) },
  ),
);

const unbound = ["^app/[^/]+$", ...ROOMS.filter(({ folder }) => UNBOUND.has(folder)).map(inside), "^db/"];

const endings = ENDINGS.flatMap(({ ending: end, may, mayTypes = [], instead }) => {
  const allowed = [...may.map(ending), ...(end === ".server.ts" ? ["^db/"] : [])];
  const from = { path: ending(end), pathNot: [TESTS, ...unbound] };
  return [
    rule(`ending ${end}`, instead, from, { path: OURS, pathNot: [...allowed, ...mayTypes.map(ending)] }),
    ...mayTypes.map((types) =>
      rule(`ending ${end}`, instead, from, { path: ending(types), dependencyTypesNot: ["type-only"] }),
    ),
  ];
});

const packages = Object.entries(PACKAGES).map(([where, names]) => {
  const room = ROOMS.find(({ folder }) => folder === where);
  const from = room
    ? { path: inside(room), pathNot: TESTS }
    : { path: ending(where), pathNot: [TESTS, ...unbound] };
  return rule(
    `packages ${where}`,
    `${names.length === 0 ? "No packages may be imported here" : `The only packages that may be imported here are ${names.join(", ")}`} (PACKAGES in \
scripts/law.mjs). Code that needs another package belongs in a .server.ts file.`,
    from,
    // Also forbids packages that are imported by a path into node_modules/, and modules that only the build knows.
    { pathNot: [OURS, ...names.map((name) => `(^|node_modules/)${name}(/|$)`)] },
  );
});

export const FORBIDDEN = [
  ...rooms,
  ...endings,
  ...packages,
  rule(
    "modules",
    "The scripts that a browser loads may import only elements (.element.ts) and rules (.ts).",
    { path: "^app/modules/" },
    { path: OURS, pathNot: [ending(".element.ts"), ending(".ts")] },
  ),
  rule(
    "no way into a route",
    "Only the frameworks may load a route. Move code that is shared with a route into a room.",
    { path: "^app/[^/]+$" },
    { path: "^app/routes/" },
  ),
  rule(
    "no way into a test",
    "Only the test runner may load a test. Code that tests share belongs in test/support/.",
    { path: "^(app|db)/", pathNot: TESTS },
    { path: TESTS },
  ),
  rule(
    "no circle",
    "These files import each other in a circle. Move what they share into another file, or have it passed in.",
    {},
    { circular: true },
  ),
];

export default {
  forbidden: FORBIDDEN,
  options: {
    // Imports of types are checked too: they are dependencies, even though they do not exist at run time.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    // scripts/law-by-file.mjs checks the files that are not modules.
    exclude: { path: ["\\.(?![cm]?[jt]sx?$)\\w+(\\?|$)"] },
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
