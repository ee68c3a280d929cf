/** The part of sql.js that the stand-in for D1 uses; the package itself has no types. */
declare module "sql.js" {
  export type Value = string | number | Uint8Array | null;
  export type Statement = {
    bind(values: unknown[]): boolean;
    step(): boolean;
    get(): Value[];
    getColumnNames(): string[];
    reset(): void;
    free(): boolean;
  };
  export type Database = {
    exec(sql: string): { columns: string[]; values: Value[][] }[];
    prepare(sql: string): Statement;
    getRowsModified(): number;
  };
  export default function initSqlJs(): Promise<{ Database: new () => Database }>;
}
