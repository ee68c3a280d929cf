import { isEmail } from "~/values/email-addresses.ts";
import { tidyLine } from "~/values/plain-text.ts";

/** A person in a pasted list, or a part of the list without an address. `typed` is the text that was pasted. */
export type Pasted = { typed: string } & ({ email: string; name: string | null } | { email: null });

type Address = { typed: string; email: string; name: string; isBare: boolean };
type Cell = { text: string } | Address;

/** Matches a quoted text, an address in brackets, a separator, or any other text. */
const PARTS = /"(?:[^"\\]|\\.){0,300}"|<[^<>]{0,300}>|[,;\t]|[^",;\t<>]+|./g;

/**
 * The people in a list that was pasted from a mail program or a spreadsheet. Each is written as `Name <address>`,
 * `address, name`, `name, address` or only an address. They are separated by lines, commas, semicolons or tabs. No part
 * of the pasted text is left out.
 */
export function pastedPeople(text: string): Pasted[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => separated(line.match(PARTS) ?? [], ";"))
    .map((parts) => separated(parts, ",", "\t").map((cell) => cell.join("").trim()))
    .flatMap((cells) => peopleIn(cells.filter((cell) => cell !== "")));
}

function separated(parts: string[], ...separators: string[]): string[][] {
  const lists: string[][] = [[]];
  for (const part of parts)
    if (separators.includes(part)) lists.push([]);
    else lists.at(-1)!.push(part);
  return lists;
}

/** The people in the text between two semicolons, or on one line. */
function peopleIn(cells: string[]): Pasted[] {
  const found = cells.flatMap(cellsIn);
  const addresses = found.filter((cell) => "email" in cell);
  const [only] = addresses;
  if (addresses.length === 0) return cells.length === 0 ? [] : [{ typed: cells.join(", "), email: null }];
  if (only && addresses.length === 1) {
    // In a mail program, the name of "Doe, Jane <…>" has a comma. In a spreadsheet, each part of the name has its own
    // column.
    const name = found.map((cell) => ("email" in cell ? cell.name : cell.text)).filter((part) => part !== "");
    return [personFrom(only, name.join(only.isBare ? " " : ", "), cells.join(", "))];
  }
  return several(found);
}

/**
 * The people in a text with several addresses. A name belongs to the address before it if that address has no name yet.
 * Otherwise it belongs to the address after it.
 */
function several(found: Cell[]): Pasted[] {
  const people: Pasted[] = [];
  let waiting: string[] = [];
  let nameless: Address | null = null;
  const flush = () => {
    if (nameless) people.push(personFrom(nameless, nameless.name, nameless.typed));
    nameless = null;
  };
  for (const cell of found) {
    if ("email" in cell) {
      flush();
      const name = [...waiting, cell.name].filter((part) => part !== "").join(", ");
      waiting = [];
      if (cell.isBare && name === "") nameless = cell;
      else people.push(personFrom(cell, name, name && cell.isBare ? `${name}, ${cell.typed}` : cell.typed));
    } else if (nameless) {
      const { typed }: Address = nameless;
      people.push(personFrom(nameless, cell.text, `${typed}, ${cell.text}`));
      nameless = null;
    } else waiting.push(cell.text);
  }
  flush();
  if (waiting.length > 0) people.push({ typed: waiting.join(", "), email: null });
  return people;
}

/**
 * The cells in the text between two commas: a text, an address with or without a name, or addresses separated by
 * spaces.
 */
function cellsIn(cell: string): Cell[] {
  const [, before = "", inside, behind = ""] = /^([^<]*)<([^<>]*)>(.*)$/.exec(cell) ?? [];
  if (inside !== undefined)
    return [{ typed: cell, email: bare(inside), name: unquoted(`${before} ${behind}`), isBare: false }];
  const words = cell.split(/\s+/);
  const addresses = words.filter((word) => word.includes("@"));
  if (addresses.length === words.length)
    return words.map((word) => ({ typed: word, email: bare(word), name: "", isBare: true }));
  if (addresses.length !== 1) return [{ text: unquoted(cell) }];
  const name = words.filter((word) => !word.includes("@")).join(" ");
  return [{ typed: cell, email: bare(addresses[0]!), name: unquoted(name), isBare: true }];
}

const personFrom = ({ email }: Address, name: string, typed: string): Pasted =>
  isEmail(email) ? { typed: typed, email, name: name || null } : { typed: typed, email: null };

/** The address without the characters that programs put around addresses. */
const bare = (address: string) => address.trim().replace(/^(?:mailto:|["'(])+|["').:]+$/gi, "");

const unquoted = (name: string) =>
  tidyLine(name)
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/\\(.)/g, "$1")
    .trim();
