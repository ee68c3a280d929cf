// Lighthouse's scores, on its simulated slow phone, for every page that delegates and strangers can reach by links.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "../chromium.mjs";
import { fail } from "../env.mjs";
import { send } from "./client.mjs";
import { openEdge } from "./edge.mjs";
import { median } from "./figures.mjs";
import { requestsFor } from "./people.mjs";
import { openPortal, seededState } from "./workers.mjs";

/**
 * The people whose links are followed; null is a stranger. If several people see the same headings on a page, the page
 * is measured only once.
 */
const PEOPLE = [null, "draft", "accepted", "signed", "gold", "goldplus", "returning", "subscriber"];

/** Pages that are reached by a form, not by a link. */
const ALSO = ["/register?pay"];

const PORT = 9_333;

/** Patterns of pages that share one layout: only one page of each pattern is measured. */
const KINDS = [
  /^\/plus\/(?<page>video|speaker|category)\//,
  /^\/payment\/[^/]+(?<page>\/.*)?$/,
  /^\/earlier\//,
  /^\/transfer\//,
];
const ID = /(?<=\/)(?=[a-z]*\d)[a-z0-9]{16,}/g;
const LEFT_OUT = /^\/(admin|logout|dev\/|preview)|\.\w+$|\/file$/;

/**
 * Loads Lighthouse, which is not a dependency: run `npm install --prefix /tmp/checkers lighthouse@12`, then set
 * CHECKERS=/tmp/checkers.
 */
async function lighthouseOf(folder) {
  const file = path.join(folder ?? "", "node_modules/lighthouse/core/index.js");
  try {
    return (await import(pathToFileURL(path.resolve(file)).href)).default;
  } catch {
    return fail(
      "Lighthouse was not found. Run npm install --prefix /tmp/checkers lighthouse@12, then set CHECKERS=/tmp/checkers.",
    );
  }
}

export async function measureLighthouse({ runs, only }, processor) {
  const lighthouse = await lighthouseOf(process.env.CHECKERS);
  const portal = await openPortal(seededState(), processor);
  const edge = await openEdge(portal);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--ignore-certificate-errors", `--remote-debugging-port=${PORT}`],
  });
  const measured = [];
  for (const page of (await pagesOf(portal)).filter(only)) {
    const all = [];
    for (let run = 0; run < runs; run += 1) all.push(await scoresOf(lighthouse, edge, page));
    const scores = Object.fromEntries(
      Object.keys(all[0].scores).map((category) => [
        category,
        median(all.map((one) => one.scores[category])),
      ]),
    );
    measured.push({ ...page, scores });
    const wrong = all[0].wrong.join(", ");
    console.error(
      `${page.name}: ${Object.entries(scores)
        .map(([category, score]) => `${category} ${Math.round(score)}`)
        .join(", ")}${wrong && ` (these audits cost points: ${wrong})`}`,
    );
  }
  await browser.close();
  edge.close();
  await portal.close();
  return measured;
}

const kindOf = (address) => {
  const kind = KINDS.find((one) => one.test(address));
  return kind ? `${kind.source}${kind.exec(address).groups?.page ?? ""}` : address;
};

const headingsOf = (html) =>
  Array.from(html.matchAll(/<h[12]\b[^>]*>(.*?)<\/h[12]>/gs), ([, text]) => text).join();

/** The pages that these people can reach by links, each with its headers. */
async function pagesOf(portal) {
  const seen = new Set();
  const pages = [];
  for (const as of PEOPLE) {
    const [{ headers }] = await requestsFor(portal, [{ name: "/", as, path: "/" }]);
    const waiting = ["/", ...(as === null ? [] : ALSO)];
    const queued = new Set(waiting.map(kindOf));
    while (waiting.length > 0) {
      const address = waiting.shift();
      const answer = await send(portal.origin, { method: "GET", path: address, headers });
      if (answer.status !== 200 || !answer.headers["content-type"]?.startsWith("text/html")) continue;
      const html = String(answer.body);
      const kind = `${kindOf(address).replace(/\?.*/, "")} ${headingsOf(html)}`;
      if (!seen.has(kind)) {
        seen.add(kind);
        const shown = address.replaceAll(ID, ":id");
        const name = as === null ? shown : `${shown} (${as})`;
        pages.push({ name, path: address, isPublic: as === null, cookie: headers.Cookie });
      }
      for (const [, href] of html.matchAll(/href="(\/[^"#?]*)/g)) {
        if (LEFT_OUT.test(href) || queued.has(kindOf(href))) continue;
        queued.add(kindOf(href));
        waiting.push(href);
      }
    }
  }
  return pages;
}

/** The scores, and the audits that cost points. Pages that are not public get no score for search engines. */
async function scoresOf(lighthouse, { origin }, { path: address, cookie, isPublic }) {
  const { lhr } = await lighthouse(origin + address, {
    port: PORT,
    logLevel: "error",
    output: "json",
    onlyCategories: ["performance", "accessibility", "best-practices", ...(isPublic ? ["seo"] : [])],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  });
  const found = Object.values(lhr.categories);
  const wrong = found
    .filter(({ id }) => id !== "performance")
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1);
  return {
    scores: Object.fromEntries(found.map(({ id, score }) => [id, score * 100])),
    wrong: [...new Set(wrong.map(({ id }) => id))],
  };
}
