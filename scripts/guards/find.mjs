// Finds the guards in a source file, and rewrites the file so that each guard can be switched off by its id.
import { createHash } from "node:crypto";
import ts from "typescript";

/**
 * @typedef {object} Guard
 * @property {string} id depends on the file, the function and the text of the guard, and not on its line.
 * @property {string} file
 * @property {number} line the first line is 1.
 * @property {string} text the condition that can be removed, after the name of the function that contains it:
 *   "mayPay: a.isPaid".
 */

/** The condition of a join says which rows belong together, and refuses nothing. */
const JOINS = /^(inner|left|right|full)Join$/;
const JUDGES = /^(is|are|may|can|has|needs|fits|allows|counts)[A-Z]/;

/**
 * The function that is added to a rewritten file. It notes that the guard was reached. test/support/guards.ts says
 * which guard is off.
 */
const IS_OFF = `function isOff(id: string) {
  globalThis.guards?.reached.add(id);
  return globalThis.guards?.off.has(id) === true;
}
`;

/** Keywords that end a condition of SQL. Text in brackets is skipped. */
const ENDS = /^(AND|OR|GROUP|ORDER|LIMIT|RETURNING|UNION|HAVING|THEN|ELSE|END|ON|SET|DO)\b/i;
const BEGINS = /^(WHERE|AND)\b/i;

/**
 * Finds every guard of the file, and rewrites the file so that it calls `isOff("<id>")` in front of each guard.
 *
 * @param {string} file its path from the root.
 * @param {string} source
 * @returns {{ guards: Guard[], written: string }}
 */
export function plant(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Guard[]} */
  const guards = [];
  const seen = new Map();

  function noted(node, text) {
    const short = `${functionName(node)}: ${text.replaceAll(/\s+/g, " ").trim()}`;
    const nth = (seen.get(short) ?? 0) + 1;
    seen.set(short, nth);
    const id = createHash("sha256").update(`${file}\n${short}\n${nth}`).digest("hex").slice(0, 10);
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
    guards.push({ id, file, line: line + 1, text: short });
    return `isOff("${id}")`;
  }

  /** The source of a node, rewritten so that each guard in it can be switched off. */
  function written(node) {
    const start = node.getStart();
    const parts = [];
    let from = start;
    ts.forEachChild(node, (child) => {
      parts.push(source.slice(from, child.getStart()), planted(child, node));
      from = child.end;
    });
    return parts.join("") + source.slice(from, node.end);
  }

  const without = (node, instead) => `(${noted(node, node.getText())} ? ${instead} : (${written(node)}))`;

  function planted(node, parent) {
    if (ts.isIfStatement(parent) && parent.expression === node && leaves(parent.thenStatement)) {
      const operands = operandsOf(node, ts.SyntaxKind.BarBarToken);
      return joined(operands, node, "false");
    }
    if (ts.isCallExpression(parent) && parent.expression.getText() === "and" && !isInJoin(parent)) {
      return parent.expression === node || ts.isSpreadElement(node)
        ? written(node)
        : without(node, "undefined");
    }
    if (isJudgement(node, parent)) {
      const operands = operandsOf(node, ts.SyntaxKind.AmpersandAmpersandToken);
      return operands.length > 1 ? joined(operands, node, "true") : written(node);
    }
    if (
      ts.isTaggedTemplateExpression(node) &&
      /^sql(<|$)/.test(source.slice(node.tag.getStart(), node.template.getStart()))
    )
      return sqlWithout(node);
    return written(node);
  }

  /** Rewrites operands so that each can be switched off, and joins them with the text between them. */
  function joined(operands, node, instead) {
    let from = node.getStart();
    const parts = operands.flatMap((operand) => {
      const before = source.slice(from, operand.getStart());
      from = operand.end;
      return [before, without(operand, instead)];
    });
    return parts.join("") + source.slice(from, node.end);
  }

  function sqlWithout(node) {
    const { template } = node;
    const [first, last] = [template.getStart() + 1, template.end - 1];
    const values = ts.isTemplateExpression(template)
      ? template.templateSpans.map(({ expression }) => ({
          from: expression.getFullStart() - 2,
          to: expression.end + 1,
        }))
      : [];
    const tag = source.slice(node.tag.getStart(), template.getStart());
    const changed = conditionsIn(
      source.slice(first, last),
      values.map(({ from, to }) => [from - first, to - first]),
    );
    const asked = changed.map(([from, to]) => {
      const text = source.slice(first + from, first + to);
      return `${noted(node, text)} ? ${tag}\`${source.slice(first, first + from)}1${source.slice(first + to, last)}\` : `;
    });
    return asked.length > 0 ? `(${asked.join("")}${written(node)})` : written(node);
  }

  const text = written(parsed);
  return {
    guards,
    written: guards.length === 0 ? source : `${source.slice(0, parsed.getStart())}${text}\n${IS_OFF}`,
  };
}

/** Whether a statement leaves the function or loop that contains it. The statement of a guard does this. */
function leaves(statement) {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  );
}

function operandsOf(node, operator) {
  if (ts.isParenthesizedExpression(node)) return [node];
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== operator) return [node];
  return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)];
}

function isInJoin(node) {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    JOINS.test(parent.expression.name.text)
  );
}

/**
 * Whether an expression is the whole result of a function, or the value of a constant. The name of this function or
 * constant must ask a yes-or-no question.
 */
function isJudgement(node, parent) {
  if (!ts.isBinaryExpression(node)) return false;
  const owner = ts.isReturnStatement(parent)
    ? functionAround(parent)
    : ts.isArrowFunction(parent)
      ? parent
      : null;
  if (!owner)
    return (
      ts.isVariableDeclaration(parent) && parent.initializer === node && JUDGES.test(parent.name.getText())
    );
  const name = owner.name ?? (ts.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined);
  return name !== undefined && JUDGES.test(name.getText());
}

function functionAround(node) {
  for (let up = node.parent; up; up = up.parent) if (ts.isFunctionLike(up)) return up;
  return null;
}

/** The name of the nearest function around the node that has one; "module" if there is none. */
function functionName(node) {
  for (let around = functionAround(node); around; around = functionAround(around)) {
    const name = around.name ?? (ts.isVariableDeclaration(around.parent) ? around.parent.name : undefined);
    if (name) return name.getText();
  }
  return "module";
}

/**
 * The positions of the conditions after WHERE and AND in a text of SQL.
 *
 * @param {string} sql
 * @param {[number, number][]} values the positions at which values are inserted.
 * @returns {[number, number][]}
 */
export function conditionsIn(sql, values) {
  /**
   * The text, in which each value is replaced by `$` characters of the same length. So the code of values is not read
   * as SQL.
   */
  let plain = sql;
  for (const [from, to] of values) plain = plain.slice(0, from) + "$".repeat(to - from) + plain.slice(to);
  const found = [];
  /** For each level of open brackets, the position at which the unfinished condition begins; null if there is none. */
  const open = [null];
  const close = (at) => {
    const from = open.at(-1);
    if (from !== null && plain.slice(from, at).trim() !== "") found.push(trimmed(plain, from, at));
    open[open.length - 1] = null;
  };
  for (let at = 0; at < plain.length; at += 1) {
    const isWord = /\w/.test(plain[at]) && !/[\w$]/.test(plain[at - 1] ?? " ");
    if (plain[at] === "'") at = plain.indexOf("'", at + 1);
    else if (plain[at] === "(") open.push(null);
    else if (plain[at] === ")") {
      close(at);
      open.pop();
      if (open.length === 0) open.push(null);
    } else if (isWord) {
      const rest = plain.slice(at);
      if (isBetween(plain, at)) continue;
      if (ENDS.test(rest)) close(at);
      const begins = BEGINS.exec(rest);
      if (begins) {
        open[open.length - 1] = at + begins[0].length;
        at += begins[0].length - 1;
      }
    }
    if (at < 0) break;
  }
  close(plain.length);
  return found.sort(([one], [other]) => one - other);
}

const isBetween = (sql, at) => /BETWEEN\s+\S+\s+$/i.test(sql.slice(0, at));

function trimmed(text, from, to) {
  const part = text.slice(from, to);
  return [from + part.length - part.trimStart().length, to - (part.length - part.trimEnd().length)];
}

/**
 * The triggers that refuse something, as the migrations leave them. A later migration may drop a trigger of an earlier
 * one, or make it anew.
 *
 * @param {{ file: string, source: string }[]} migrations the oldest first.
 * @returns {(Guard & { table: string })[]} `id` is the trigger's name, and a hash of its statement.
 */
export function triggersIn(migrations) {
  const triggers = new Map();
  for (const { file, source } of migrations) {
    const statements = source.matchAll(
      /DROP TRIGGER(?: IF EXISTS)? `?(\w+)`?|CREATE TRIGGER `?(\w+)`?[^;]*?\bON `?(\w+)`?[^;]*?BEGIN\b[\s\S]*?\bEND;/g,
    );
    for (const { 0: statement, 1: dropped, 2: made, 3: table, index } of statements) {
      triggers.delete(dropped ?? made);
      if (!made || !statement.includes("RAISE(")) continue;
      const line = source.slice(0, index).split("\n").length;
      const id = `${made}__${createHash("sha256").update(statement).digest("hex").slice(0, 10)}`;
      triggers.set(made, { id, file, line, text: `the trigger ${made}`, table });
    }
  }
  return [...triggers.values()];
}
