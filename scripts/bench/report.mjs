// The measurements as tables of Markdown and as a picture.

const whole = (value) => Math.round(value).toLocaleString("en-US");
const tenth = (value) => value.toFixed(1);
const ratio = (value) => value.toFixed(2);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const code = (text) => `\`${text}\``;

/** A table of Markdown. The first column is text, all others are numbers. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = heads.map((_, index) => (index === 0 ? "---" : "---:"));
  return [heads, rule, ...rows].map(line).join("\n");
}

/** The table of each part of the bench. */
export const TABLES = {
  bundle: ({ script, wasm, doubles, client }) =>
    table(
      ["uploaded", "bytes", "gzip"],
      [
        ["the Worker's script", whole(script.bytes), whole(script.gzip)],
        ["its WebAssembly, for pictures", whole(wasm.bytes), whole(wasm.gzip)],
        ["files and packages that the script contains twice", whole(doubles.length), ""],
        [`${client.files} files for browsers`, whole(client.bytes), ""],
      ],
    ),

  start: ({ portal, empty, ofEmpty }) =>
    table(
      ["the portal", "an empty Worker", "portal ÷ empty"],
      [[`${whole(portal)} ms`, `${whole(empty)} ms`, ratio(ofEmpty)]],
    ),

  cpu: (figures) =>
    table(
      [
        ...["address", "requests/s", "bare", "static", "÷ bare", "CPU ms", "bare", "static", "bare ÷ ours"],
        ...["p50 ms", "p95", "p99"],
      ],
      figures.map((one) => [
        code(one.name),
        ...[one.perSecond, one.barePerSecond, one.stillPerSecond].map(whole),
        ratio(one.ofBare),
        ...[one.cpu, one.bareCpu, one.stillCpu].map(ratio),
        ratio(one.bareCpuOfOurs),
        ...one.latencies.map(tenth),
      ]),
    ),

  isolate: ({ pages, heapMegabytes }) =>
    [
      table(
        ["address", "ms in the isolate"],
        pages.map(({ name, milliseconds }) => [code(name), ratio(milliseconds)]),
      ),
      `After all these requests the isolate's heap was ${tenth(heapMegabytes)} MB, including uncollected garbage.`,
    ].join("\n\n"),

  trips: ({ delay, measured }) =>
    table(
      [
        "address",
        "trips",
        "trips that wait for one another",
        "statements",
        "rows read",
        `first byte if each trip takes ${delay} ms longer`,
      ],
      measured.map(({ name, trips, depth, statements, rowsRead, firstByte }) => [
        code(name),
        ...[trips, depth, statements, rowsRead].map(whole),
        `${whole(firstByte)} ms`,
      ]),
    ),

  night: ({ delay, nights }) =>
    table(
      [
        ...[
          `time in which all requests are made (each trip takes ${delay} ms longer)`,
          "requests",
          "answered",
          "turned away",
          "given up",
          "failed",
          "p50 ms",
          "p95",
          "p99",
        ],
        ...["captured", "receipts", "to the receipt, p50 ms", "p95", "p99", "heap MB"],
      ],
      nights.map((one) => [
        `${one.seconds} s`,
        ...[one.requests, one.answered, one.turnedAway, one.left, one.failed, ...one.waits].map(whole),
        ...[one.captured, one.receipts, ...one.paying].map(whole),
        tenth(one.heapMegabytes),
      ]),
    ),

  door: ({ delay, people, evenings }) =>
    evenings
      .map((one) =>
        [
          table(
            [
              ...[
                `${whole(people)} people within ${one.seconds} s; each trip takes ${delay} ms longer`,
                "requests",
              ],
              ...["p50 ms", "p95", "p99", "rows, first hundred", "rows, last hundred"],
            ],
            one.kinds.map(({ kind, requests, times, firstRows, lastRows }) => [
              kind,
              ...[requests, ...times, firstRows, lastRows].map((value) =>
                Number.isNaN(value) ? "" : whole(value),
              ),
            ]),
          ),
          `${whole(one.requests)} requests for ${whole(one.visits)} visits, ${whole(one.failed)} answers with status 500 or higher. The journal has ${whole(one.entries)} entries, which agree with everything that was scanned. Phones sent ${whole(one.scans)} scans: ${whole(one.doubles)} were reported as double, and ${whole(one.refused)} were refused.`,
          `One answer with the sealed list of all tickets needs ${whole(one.list.cpu)} ms of CPU. It is ${kilobytes(one.list.bytes)} long, and arrives after ${whole(one.list.time)} ms. No delay was added for this measurement.`,
        ].join("\n\n"),
      )
      .join("\n\n"),

  lcp: (figures) =>
    table(
      ["page", "LCP", "static", "÷ static", "bytes", "requests"],
      figures.map(({ name, lcp, stillLcp, ofStill, bytes, requests }) => [
        code(name),
        `${whole(lcp)} ms`,
        `${whole(stillLcp)} ms`,
        ratio(ofStill),
        kilobytes(bytes),
        whole(requests),
      ]),
    ),

  lighthouse: (figures) =>
    table(
      ["page", "performance", "accessibility", "best practices", "SEO"],
      figures.map(({ name, scores }) => [
        code(name),
        ...["performance", "accessibility", "best-practices", "seo"].map((category) =>
          category in scores ? whole(scores[category]) : "",
        ),
      ]),
    ),

  events: ({ first, last, lastOfFirst, firstCpu, lastCpu, perMinute }) =>
    table(
      ["", "first thousand", "last thousand", "last ÷ first"],
      [
        ["ms for an event", ratio(first), ratio(last), ratio(lastOfFirst)],
        ["of which CPU", ratio(firstCpu), ratio(lastCpu), ratio(lastCpu / firstCpu)],
        ["events a minute, measured over all ten thousand events", whole(perMinute), "", ""],
      ],
    ),

  rows: (figures) => {
    const sizes = figures[0].sizes.map(({ applications }) => whole(applications));
    const [before, last] = sizes.slice(-2);
    return table(
      [
        "page",
        ...sizes.map((size) => `rows at ${size}`),
        ...(last ? [`${last} ÷ ${before}`] : []),
        ...sizes.map((size) => `ms at ${size}`),
      ],
      figures.map(({ name, sizes }) => [
        code(name),
        ...sizes.map(({ rows }) => whole(rows)),
        ...(last ? [ratio(sizes.at(-1).rows / sizes.at(-2).rows)] : []),
        ...sizes.map(({ time }) => tenth(time)),
      ]),
    );
  },
};

/**
 * The document with this text in place of the present text of the part. A part is the text between two comments, `<!--
 * bench: cpu -->` and `<!-- bench end -->`.
 */
export function withPart(document, part, text) {
  const begin = `<!-- bench: ${part} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf("<!-- bench end -->", from);
  if (from < 0 || to < 0)
    throw new Error(
      `docs/performance.md does not contain ${begin} followed by <!-- bench end -->. Add both lines where the results belong.`,
    );
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`;
}

const ROW = 30;
const BAR = 14;
const LABELS = 210;
const WIDTH = 820;
const FIGURES = 150;
const TOP = 64;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * A chart of the CPU time of a request. Each address has one bar, in which two shares are marked: that of the bare
 * Worker, and that of the Worker that answers from memory.
 */
export function cpuChart(figures) {
  const longest = Math.max(...figures.map(({ cpu }) => cpu));
  const scale = (value) => ((value / longest) * (WIDTH - LABELS - FIGURES)).toFixed(1);
  const height = TOP + figures.length * ROW + 8;
  const rows = figures.map(({ name, cpu, bareCpu, stillCpu, bareCpuOfOurs }, index) => {
    const top = TOP + index * ROW;
    const bar = (kind, value) =>
      `<rect class="${kind}" x="${LABELS}" y="${top}" width="${scale(value)}" height="${BAR}"/>`;
    return [
      `<text x="${LABELS - 10}" y="${top + 11}" text-anchor="end">${escaped(name)}</text>`,
      bar("ours", cpu) + bar("bare", bareCpu) + bar("still", stillCpu),
      `<text x="${LABELS + Number(scale(cpu)) + 8}" y="${top + 11}">${tenth(cpu)} ms · ${ratio(bareCpuOfOurs)}</text>`,
    ].join("\n");
  });
  const legend = [
    ["ours", "the portal"],
    ["bare", "a bare Worker with the same statements"],
    ["still", "the same bytes from memory"],
  ].map(([kind, text], index) => {
    const left = 16 + [0, 110, 400][index];
    return `<rect class="${kind}" x="${left}" y="34" width="12" height="12"/><text x="${left + 18}" y="45">${text}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="CPU time of a request, by address">
<style>
text { font: 12px system-ui, sans-serif; fill: #241b17 }
.title { font-size: 14px; font-weight: 600 }
.paper { fill: #fffefc }
.ours { fill: #d9b8b0 } .bare { fill: #a41034 } .still { fill: #241b17 }
@media (prefers-color-scheme: dark) {
text { fill: #f5ede5 }
.paper { fill: #171210 }
.ours { fill: #6b4a48 } .bare { fill: #e0667f } .still { fill: #f5ede5 }
}
</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
<text class="title" x="16" y="20">CPU time of a request (ms), and the bare Worker's share of it</text>
${[...legend, ...rows].join("\n")}
</svg>
`;
}
