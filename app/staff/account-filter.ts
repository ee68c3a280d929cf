/** The address of a list with this filter. */
export function accountAddress({ search }: { search?: string }, after?: string): string {
  const fields = { search, after };
  const entries = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
