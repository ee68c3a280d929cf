// Measures when the largest element of a page is painted on a slow phone: once when the portal serves the page, and
// once when the same bytes are served from memory.
import { chromium } from "@playwright/test";
import { findChromium } from "../chromium.mjs";
import { SLOW_4G } from "../slow-4g.mjs";
import { ADDRESSES } from "./addresses.mjs";
import { openEdge } from "./edge.mjs";
import { median, turned } from "./figures.mjs";
import { requestsFor } from "./people.mjs";
import { playOf } from "./recording.mjs";
import { openPortal, openReplay, seededState } from "./workers.mjs";

const CPU_SLOWDOWN = 4;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export async function measureLcp({ runs, only }, processor) {
  const addresses = [...ADDRESSES.delegates, ...ADDRESSES.staff].filter(only);
  const portal = await openPortal(seededState(), processor);
  const edge = await openEdge(portal);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--ignore-certificate-errors"],
  });
  const measured = [];
  for (const request of await requestsFor(portal, addresses)) {
    edge.answers.clear();
    await paintedAt(browser, edge, request);
    const still = await openReplay([...edge.answers].map(([address, answer]) => stillOf(address, answer)));
    const stillEdge = await openEdge(still);
    const ours = await interleaved(browser, { ours: edge, still: stillEdge }, request, runs);
    stillEdge.close();
    await still.close();
    measured.push({ name: request.name, ...ours });
    console.error(
      `${request.name}: painted after ${ours.lcp.toFixed(0)} ms, ${ours.ofStill.toFixed(2)} times as long as when the same page is served from memory`,
    );
  }
  await browser.close();
  edge.close();
  await portal.close();
  return measured;
}

const stillOf = (address, answer) => playOf({ name: `GET ${address}`, trips: [], answer });

async function interleaved(browser, edges, request, runs) {
  const times = { ours: [], still: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const [kind, edge] of turned(Object.entries(edges), run))
      times[kind].push(await paintedAt(browser, edge, request));
  }
  const lcps = (kind) => times[kind].map(({ lcp }) => lcp);
  return {
    lcp: median(lcps("ours")),
    stillLcp: median(lcps("still")),
    ofStill: median(lcps("ours").map((lcp, run) => lcp / times.still[run].lcp)),
    bytes: median(times.ours.map(({ bytes }) => bytes)),
    requests: times.ours[0].requests,
  };
}

/**
 * The first visit of a browser that has only the portal's cookies, and nothing in its cache: LCP (ms), bytes received,
 * and requests.
 */
async function paintedAt(browser, { origin }, { path, headers }) {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  await context.addCookies(cookiesOf(headers.Cookie, origin));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  // An image that loads late may be the largest paint.
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const lcp = await page.evaluate(largestPaint);
  await context.close();
  return { lcp, bytes, requests };
}

/** Runs in the page. Resolves with the time at which the largest element so far was painted. */
function largestPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}

function cookiesOf(header, origin) {
  return header
    .split("; ")
    .filter(Boolean)
    .map((pair) => {
      const split = pair.indexOf("=");
      return { name: pair.slice(0, split), value: pair.slice(split + 1), url: origin };
    });
}
