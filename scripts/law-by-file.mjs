// The part of the law that no import of a module shows: where a file lies, what it imports that is no module, whether
// what must be pure is, and that no name has two homes. Says each breach in a sentence, and fails if there is one.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./env.mjs";
import { ASSETS, COMPUTED_IMPORTS, ENDINGS, ENTRIES, NO_MODULES, ROOMS, TESTS, UNBOUND } from "./law.mjs";

const isTest = (file) => new RegExp(TESTS).test(file);
const isModule = (file) => /\.tsx?$/.test(file);

/* ------------------------------------------------------------------ where it lies */

const folders = new Map(
  ROOMS.flatMap((room) => [room.folder, ...(room.parts ?? [])].map((at) => [at, room])),
);

/** Why the file may not lie where it does; null if it may. */
function misplaced(file) {
  if (ENTRIES.includes(file) || NO_MODULES.includes(file)) return null;
  const folder = path.posix.dirname(file);
  if (folder === "app") {
    return "in no room: app/ itself only holds what the frameworks look for there. Move it into the room for its subject.";
  }
  if (!folders.has(folder)) {
    const rooms = ROOMS.filter((room) => room.folder.startsWith(`${folder}/`));
    return rooms.length > 0
      ? `in no room: ${folder}/ only holds rooms. Move it into one of them: ${namesOf(rooms)}.`
      : `in no room: ${folder}/ is not in ROOMS (scripts/law.mjs). Move the file into a room that is listed there, or add a line for this folder.`;
  }
  if (isModule(file) || file.endsWith(".css") || path.posix.basename(file) === "README.md") return null;
  return "a room holds .ts, .tsx and .css. Put files that browsers load unchanged into public/, and files that tests read into test/.";
}

const namesOf = (rooms) => rooms.map(({ folder }) => folder).join(", ");

/* ------------------------------------------------------------------ what it imports that is no module */

/** Where an import leads, as a path from the root, or the package that it names. */
function targetOf(file, specifier) {
  if (specifier.startsWith("~/")) return `app/${specifier.slice(2)}`;
  if (specifier.startsWith("#db/")) return `db/${specifier.slice(4)}`;
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

/** Whether a module is imported: of TypeScript, or a package, whose own name may end like a file. */
const namesModule = (specifier) =>
  !specifier.includes("?") &&
  (/^(node:|virtual:|(@[^/]+\/)?[^@~./][^/]*$)/.test(specifier) ||
    /(\.(tsx?|[cm]?js)|\/[^.]+)$/.test(specifier));

/** Why the file may not import something that is no module; null if it may, or if that is a module. */
function unasked(file, specifier) {
  const target = targetOf(file, specifier);
  if (namesModule(specifier) || ASSETS.some(({ what, by }) => what.test(target) && by.test(file)))
    return null;
  return `imports ${target}, which is no module: ${INSTEAD.find(([what]) => what.test(target))[1]}`;
}

const INSTEAD = [
  [
    /\.css/,
    "@import a room's sheet into a sheet of app/modules/, and import that sheet into a route with ?inline. ASSETS (scripts/law.mjs) says who may import which.",
  ],
  [
    /(^|\/)package(-lock)?\.json/,
    "all of it would go into the Worker. Write the value as a constant, or let a script read it while building.",
  ],
  [
    /\?/,
    "put files that browsers load into public/, and refer to them by their address. ASSETS (scripts/law.mjs) says what else may be asked of Vite.",
  ],
  [
    /./,
    "data is a constant of a rule (.ts) or a row of the database. ASSETS (scripts/law.mjs) says what may come in, and who may import it.",
  ],
];

/* ------------------------------------------------------------------ what its code does */

const HAND_IN = {
  clock:
    "reads the clock. A file with this ending must be pure: the verb (.server.ts) or route that calls it passes in `now`.",
  chance:
    "is random. A file with this ending must be pure: the verb (.server.ts) that calls it draws the value (app/platform/ids.server.ts), and passes it in.",
  outside:
    "makes an outside call. A file with this ending must be pure: a verb (.server.ts) makes the call, through a port (app/platform/ports/), and passes in the answer.",
  detour:
    "reaches whatever is global. A file with this ending must be pure: it refers to each thing that it uses by name.",
};

/** What a pure file may not use, by its name; of some it may use these members, or all but these. */
const IMPURE = new Map([
  ["Date", { does: "clock", may: ["UTC", "parse"] }],
  ["performance", { does: "clock" }],
  ["setTimeout", { does: "clock" }],
  ["setInterval", { does: "clock" }],
  ["Math", { does: "chance", mayNot: ["random"] }],
  ["crypto", { does: "chance", may: ["subtle"] }],
  ["fetch", { does: "outside" }],
  ["XMLHttpRequest", { does: "outside" }],
  ["WebSocket", { does: "outside" }],
  ["EventSource", { does: "outside" }],
  ["navigator", { does: "outside" }],
  ["globalThis", { does: "detour" }],
  ["self", { does: "detour" }],
  ["window", { does: "detour" }],
  ["process", { does: "detour" }],
  ["eval", { does: "detour" }],
]);

/** What is wrong with this use of a name; undefined if nothing is. */
function impure(node, source) {
  const found = IMPURE.get(node.text);
  if (!found || !isUse(node) || (found.does === "detour" && declares(source, node.text))) return undefined;
  const { parent } = node;
  const member =
    ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined;
  const isMeant =
    member !== undefined && (found.mayNot ? !found.mayNot.includes(member) : found.may?.includes(member));
  if (isMeant || (node.text === "Date" && isOfInstant(node))) return undefined;
  const used =
    ts.isNewExpression(parent) && parent.expression === node
      ? `new ${node.text}()`
      : `${node.text}${member ? `.${member}` : ""}`;
  return `${used} ${HAND_IN[found.does]}`;
}

/** Whether the name, which is a word that people use too, is one of the file's own. */
const declares = (source, name) => new RegExp(`[{,(]\\s*${name}\\s*[,:})]`).test(source.text);

/** `new Date(instant)` and `instanceof Date` read no clock. */
const isOfInstant = ({ parent }) =>
  (ts.isNewExpression(parent) &&
    parent.arguments?.length > 0 &&
    !parent.arguments.some(ts.isSpreadElement)) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword);

/** Whether the name stands for its value: it is no type, no field of something, and nothing of this name begins here. */
function isUse(node) {
  const { parent } = node;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent) || ts.isJsxAttribute(parent)) return false;
  if (ts.isExpressionWithTypeArguments(parent)) return !ts.isInterfaceDeclaration(parent.parent.parent);
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node;
}

/** `format()` of a date without a date writes the present one. */
const FORMATS = new Set(["format", "formatToParts"]);

/** What the code does at this place that it may not; null if nothing. */
function wrongAt(node, source, isPure) {
  if (isPure && ts.isIdentifier(node)) return impure(node, source);
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
    return "import.meta: a Worker has no files beside it. A module is imported by its name; for the rest see ASSETS (scripts/law.mjs).";
  }
  if (!ts.isCallExpression(node)) return null;
  const { arguments: given, expression: called } = node;
  if (called.kind === ts.SyntaxKind.ImportKeyword) {
    if (ts.isStringLiteral(given[0]) || COMPUTED_IMPORTS.includes(source.fileName)) return null;
    return "import() with a computed path: neither the build nor a check can follow it. Name the module in a string.";
  }
  if (ts.isIdentifier(called) && called.text === "require") {
    return "require(): write import, which the build and the checks follow.";
  }
  const formatsNow =
    given.length === 0 && ts.isPropertyAccessExpression(called) && FORMATS.has(called.name.text);
  return isPure && formatsNow ? `${called.name.text}() ${HAND_IN.clock}` : null;
}

const pureEndings = new Map(ENDINGS.map(({ ending, pure }) => [ending, pure === true]));

/** Whether the file's ending binds it to be pure. */
function mustBePure(file) {
  const room = folders.get(path.posix.dirname(file));
  if (!room || UNBOUND.has(room.folder)) return false;
  return pureEndings.get(/\.(?:(?:server|form|element)\.ts|tsx?)$/.exec(file)[0]);
}

/** What is wrong in a module, each with the line on which it stands. */
function wrongInModule(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const isPure = mustBePure(file);
  const breaches = [];
  const look = (node) => {
    const wrong =
      ts.isStringLiteral(node) && isSpecifier(node)
        ? unasked(file, node.text)
        : wrongAt(node, source, isPure);
    if (wrong) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      breaches.push(`${file}:${line + 1}: ${wrong}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return breaches;
}

/** Whether the string says where something is imported from. */
function isSpecifier({ parent }) {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isExternalModuleReference(parent)) return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** What is wrong in a sheet, likewise. */
function wrongInSheet(file, text) {
  const imports = [...text.matchAll(/@import\s+(?:url\()?["']?([^"')\s;]+)/g)];
  return imports.flatMap(({ 1: specifier, index }) => {
    const wrong = unasked(file, specifier);
    return wrong ? [`${file}:${text.slice(0, index).split("\n").length}: ${wrong}`] : [];
  });
}

/* ------------------------------------------------------------------ all of them */

/** The files of app/ and db/, by their paths from the root. */
const files = ["app", "db"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")),
);

const textOf = new Map(
  files.map((file) => [file, /\.(tsx?|css)$/.test(file) ? readFileSync(path.join(root, file), "utf8") : ""]),
);

function breachesOf(file) {
  const wrong = misplaced(file);
  return [
    ...(wrong ? [`${file}: ${wrong}`] : []),
    ...(isModule(file) && !isTest(file) ? wrongInModule(file, textOf.get(file)) : []),
    ...(file.endsWith(".css") ? wrongInSheet(file, textOf.get(file)) : []),
  ];
}

const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|type|function\*?|class|interface) (\w+)/gm;

/** Each name that two modules export: it should lead to one place. What a route exports, the frameworks name. */
function namesOfTwo() {
  const homes = new Map();
  for (const file of files) {
    if (!isModule(file) || isTest(file) || /\.d\.ts$|^app\/(routes\/|[^/]+$)/.test(file)) continue;
    for (const [, name] of textOf.get(file).matchAll(EXPORTED))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  return [...homes]
    .filter(([, places]) => places.size > 1)
    .map(
      ([name, places]) =>
        `${[...places].join(", ")}: two modules export ${name}. If they are different things, rename one of them.`,
    );
}

const breaches = [...files.sort().flatMap(breachesOf), ...namesOfTwo()];
const outcome =
  breaches.length === 0
    ? `✔ ${files.length} files keep the law (what they import is checked above)`
    : `x ${breaches.length} breaches`;
console.log([...breaches.map((breach) => `  ${breach}`), "", outcome].join("\n"));
process.exitCode = breaches.length === 0 ? 0 : 1;
