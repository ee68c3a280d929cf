/**
 * Names that two columns of a query have in common. Queries must not have such columns: the first reads of a request
 * are sent as a batch, a batch returns objects, and in an object such columns become a single value.
 */
export function doubledColumns(statement: string): string[] {
  const names = columnsOf(statement);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** The names of the columns that a query selects, if the portal writes the query; empty for any other statement. */
function columnsOf(statement: string): string[] {
  const selected = /^\s*select (?:distinct )?/i.exec(statement)?.[0];
  // Queries that tests write themselves have no quotes.
  if (!selected || !statement.includes('"')) return [];
  const columns: string[] = [];
  let column = "";
  let depth = 0;
  for (const part of statement.slice(selected.length).split(/([(),]|\bfrom\b)/i)) {
    if (depth === 0 && part.toLowerCase() === "from") break;
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    if (part === "," && depth === 0) {
      columns.push(column);
      column = "";
    } else column += part;
  }
  return [...columns, column].map((text) => /"?(\w+)"?\s*$/.exec(text)?.[1] ?? text);
}
