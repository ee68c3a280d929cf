import path from "node:path";
import { Miniflare } from "miniflare";
import { beforeAll, expect, test } from "vitest";
import { measureBundle } from "../scripts/bench/bundle.mjs";
import { productionWorker } from "../scripts/production.mjs";

/**
 * The limit for the compressed script. Before you raise this limit, look for code that the script does not need
 * (docs/decisions/0094-one-bundle.md).
 */
const MOST_BYTES = 903_000;

let measured: ReturnType<typeof measureBundle>;
beforeAll(() => {
  measured = measureBundle();
});

test("nothing is in the Worker twice", () => {
  expect(measured.doubles).toEqual([]);
});

test("the Worker's script is within its budget", () => {
  expect(measured.script.gzip).toBeLessThanOrEqual(MOST_BYTES);
});

const COUNTED = `
  globalThis.made = [];
  for (const name of ["NumberFormat", "DateTimeFormat", "ListFormat", "Collator", "PluralRules"])
    Intl[name] = new Proxy(Intl[name], {
      construct: (real, given) => (globalThis.made.push(name), new real(...given)),
    });
`;
const TELLING = `
  import "./counted.js";
  import "./entry.worker.js";
  const { made } = globalThis;
  export default { fetch: () => Response.json(made) };
`;

test("an isolate that starts makes no formats: beginning with them takes as long as all else that it runs", async () => {
  const { modules, modulesRoot, ...how } = productionWorker();
  const own = (name: string, contents: string) => ({
    type: "ESModule" as const,
    path: path.join(modulesRoot, name),
    contents,
  });
  const worker = new Miniflare({
    ...how,
    modulesRoot,
    modules: [own("telling.js", TELLING), own("counted.js", COUNTED), ...modules],
  });
  expect(await (await worker.dispatchFetch("http://worker.invalid")).json()).toEqual([]);
  await worker.dispose();
});
