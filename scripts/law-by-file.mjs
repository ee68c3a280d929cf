// Checks the rules that cannot be seen from the imports of modules: the place of each file, imports of files that are
// not modules, files that must be pure, and names that two modules export. Prints one sentence for each breach, and
// fails if there is one.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./env.mjs";
import { ASSETS, COMPUTED_IMPORTS, ENDINGS, ENTRIES, NO_MODULES, ROOMS, TESTS, UNBOUND } from "./law.mjs";

const isTest = (file) => new RegExp(TESTS).test(file);
const isModule = (file) => /\.tsx?$/.test(file);

/* ------------------------------------------------------------------ where a file is */

const folders = new Map(
  ROOMS.flatMap((room) => [room.folder, ...(room.parts ?? [])].map((at) => [at, room])),
);

/** Why the file is in the wrong place; null if its place is right. */
function misplaced(file) {
  if (ENTRIES.includes(file) || NO_MODULES.includes(file)) return null;
  const folder = path.posix.dirname(file);
  if (folder === "app") {
    return "not in a room: app/ itself may only contain files that the frameworks require there. Move this file into the room for its subject.";
  }
  if (!folders.has(folder)) {
    const rooms = ROOMS.filter((room) => room.folder.startsWith(`${folder}/`));
    return rooms.length > 0
      ? `not in a room: ${folder}/ itself contains only rooms. Move the file into one of them: ${namesOf(rooms)}.`
      : `not in a room: ${folder}/ is not in ROOMS (scripts/law.mjs). Move the file into a room that is listed there, or add a line for this folder.`;
  }
  if (isModule(file) || file.endsWith(".css") || path.posix.basename(file) === "README.md") return null;
  return "a room may contain only .ts, .tsx and .css files. Files that browsers load unchanged go into public/, and files that tests read go into test/.";
}

const namesOf = (rooms) => rooms.map(({ folder }) => folder).join(", ");

/* ------------------------------------------------------------------ imports of files that are not modules */

/** The path from the root to which an import leads, or the package that it names. */
function targetOf(file, specifier) {
  if (specifier.startsWith("~/")) return `app/${specifier.slice(2)}`;
  if (specifier.startsWith("#db/")) return `db/${specifier.slice(4)}`;
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

/**
 * Whether the specifier names a module. A module is a TypeScript or JavaScript file, or a package. The name of a
 * package may end like a file name.
 */
const namesModule = (specifier) =>
  !specifier.includes("?") &&
  (/^(node:|virtual:|(@[^/]+\/)?[^@~./][^/]*$)/.test(specifier) ||
    /(\.(tsx?|[cm]?js)|\/[^.]+)$/.test(specifier));

/**
 * Why the file may not import this target; null if it may. Also null if the target is a module, because this check does
 * not judge imports of modules.
 */
function unasked(file, specifier) {
  const target = targetOf(file, specifier);
  if (namesModule(specifier) || ASSETS.some(({ what, by }) => what.test(target) && by.test(file)))
    return null;
  return `imports ${target}, which is not a module: ${INSTEAD.find(([what]) => what.test(target))[1]}`;
}

const INSTEAD = [
  [
    /\.css/,
    "in a stylesheet of app/modules/, import the room's stylesheet with @import. A route then imports the stylesheet of app/modules/ with ?inline. ASSETS (scripts/law.mjs) lists who may import which.",
  ],
  [
    /(^|\/)package(-lock)?\.json/,
    "the whole file would go into the Worker. Write the value as a constant, or let a script read it during the build.",
  ],
  [
    /\?/,
    "put files that browsers load into public/, and refer to them by URL. ASSETS (scripts/law.mjs) lists the other imports that Vite may resolve.",
  ],
  [
    /./,
    "write data as a constant in a rule (.ts), or store it in the database. ASSETS (scripts/law.mjs) lists the files that may be imported, and who may import them.",
  ],
];

/* ------------------------------------------------------------------ what the code does */

const HAND_IN = {
  clock:
    "reads the clock. A file of this kind must be pure: the .server.ts file or route that calls it must pass in `now`.",
  timer:
    "starts a timer. A file of this kind must be pure: the .server.ts or .element.ts file that calls it must start the timer.",
  chance:
    "is random. A file of this kind must be pure: draw the random value in the .server.ts file that calls it (see app/platform/ids.server.ts), and pass it in.",
  outside:
    "makes an outside call. A file of this kind must be pure: make the call in a .server.ts file, through a port (app/platform/ports/), and pass in the answer.",
  host: "depends on where the code runs. A file of this kind must be pure: the .server.ts or .element.ts file or the route that calls it must pass in what it needs.",
  detour:
    "gives access to everything global. A file of this kind must be pure, and must refer to each thing it uses by name.",
};

/**
 * The names that a pure file may not use. With `may`, only these members are allowed; with `mayNot`, only these members
 * are forbidden.
 */
const IMPURE = new Map([
  ["Date", { does: "clock", may: ["UTC", "parse"] }],
  ["performance", { does: "clock" }],
  ["setTimeout", { does: "timer" }],
  ["setInterval", { does: "timer" }],
  ["Math", { does: "chance", mayNot: ["random"] }],
  ["crypto", { does: "chance", may: ["subtle"] }],
  ["fetch", { does: "outside" }],
  ["XMLHttpRequest", { does: "outside" }],
  ["WebSocket", { does: "outside" }],
  ["EventSource", { does: "outside" }],
  ["navigator", { does: "host" }],
  ["globalThis", { does: "detour" }],
  ["self", { does: "detour" }],
  ["window", { does: "detour" }],
  ["process", { does: "host" }],
  ["eval", { does: "detour" }],
]);

/** The problem with this use of a name; undefined if there is none. */
function impure(node, source) {
  const found = IMPURE.get(node.text);
  const mayBeWord = found?.does === "detour" || node.text === "process";
  if (!found || !isUse(node) || (mayBeWord && declares(source, node.text))) return undefined;
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

/**
 * Whether the file declares the name itself. Then the name is allowed, because names such as `self` are also ordinary
 * words.
 */
function declares(source, name) {
  const isIt = (node) => isDeclaration(node) && node.name?.text === name;
  const look = (node) => isIt(node) || ts.forEachChild(node, look);
  return look(source) === true;
}

const isDeclaration = (node) =>
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node);

/** `new Date(instant)` and `instanceof Date` do not read the clock, so they are allowed. */
const isOfInstant = ({ parent }) =>
  (ts.isNewExpression(parent) &&
    parent.arguments?.length > 0 &&
    !parent.arguments.some(ts.isSpreadElement)) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword);

/**
 * Whether the name is used as a value. A name is not a value if it is a type, a member of something, or the name of a
 * new declaration.
 */
function isUse(node) {
  const { parent } = node;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent) || ts.isJsxAttribute(parent)) return false;
  if (ts.isExpressionWithTypeArguments(parent)) return !ts.isInterfaceDeclaration(parent.parent.parent);
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node;
}

/** Methods of a date format that use the present time if they are given no date. */
const FORMATS = new Set(["format", "formatToParts"]);

/** The problem with the code at this node; null if there is none. */
function wrongAt(node, source, isPure) {
  if (isPure && ts.isIdentifier(node)) return impure(node, source);
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
    return "import.meta: it is for finding other files, but a running Worker has no folder of files. Import modules by name; for other files see ASSETS (scripts/law.mjs).";
  }
  if (!ts.isCallExpression(node)) return null;
  const { arguments: given, expression: called } = node;
  if (called.kind === ts.SyntaxKind.ImportKeyword) {
    if (ts.isStringLiteral(given[0]) || COMPUTED_IMPORTS.includes(source.fileName)) return null;
    return "import() with a computed path: neither the build nor a check can follow it. Write the module's name as a string.";
  }
  if (ts.isIdentifier(called) && called.text === "require") {
    return "require(): write import instead, which the build and the checks can follow.";
  }
  const formatsNow =
    given.length === 0 && ts.isPropertyAccessExpression(called) && FORMATS.has(called.name.text);
  return isPure && formatsNow ? `${called.name.text}() ${HAND_IN.clock}` : null;
}

const pureEndings = new Map(ENDINGS.map(({ ending, pure }) => [ending, pure === true]));

/**
 * Whether a file must be pure. Its ending decides this. Files outside the rooms, and files in rooms of `UNBOUND`, need
 * not be pure.
 */
function mustBePure(file) {
  const room = folders.get(path.posix.dirname(file));
  if (!room || UNBOUND.has(room.folder)) return false;
  return pureEndings.get(/\.(?:(?:server|form|element)\.ts|tsx?)$/.exec(file)[0]);
}

/** The problems of a module, each with its line. */
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

/** Whether the string is the specifier of an import. */
function isSpecifier({ parent }) {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isExternalModuleReference(parent)) return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** The problems of a stylesheet, each with its line. */
function wrongInSheet(file, text) {
  const imports = [...text.matchAll(/@import\s+(?:url\()?["']?([^"')\s;]+)/g)];
  return imports.flatMap(({ 1: specifier, index }) => {
    const wrong = unasked(file, specifier);
    return wrong ? [`${file}:${text.slice(0, index).split("\n").length}: ${wrong}`] : [];
  });
}

/* ------------------------------------------------------------------ all files */

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

/**
 * One sentence for each name that two modules export. Every name should lead to only one place. Routes are left out,
 * because the frameworks determine the names that they export.
 */
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
        `${[...places].join(", ")}: all of these modules export ${name}. If they are different things, rename one of them. If they are the same thing, let only one module export it.`,
    );
}

const breaches = [...files.sort().flatMap(breachesOf), ...namesOfTwo()];
const outcome =
  breaches.length === 0
    ? `✔ ${files.length} files: places, code and exported names break no rule (another check looks at the imports between modules)`
    : `x ${breaches.length} breaches`;
console.log([...breaches.map((breach) => `  ${breach}`), "", outcome].join("\n"));
process.exitCode = breaches.length === 0 ? 0 : 1;
