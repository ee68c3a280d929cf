/** A number with what it counts: “1 reader”, “3,000 readers”. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}
