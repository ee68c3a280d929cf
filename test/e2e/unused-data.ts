import path from "node:path";
import type { FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { looked } from "./looked.ts";
import { READS, type Reads } from "./reads.ts";

/**
 * Some data travel to people although their page does not use the data. This table lists such data, each with the
 * reason why they may travel. There may be at most fifteen. Each path is written as in this reporter's messages, and
 * `*` stands for any part of it.
 */
export const MAY_TRAVEL: Record<string, string> = {
  "staff (everything): root › requestId": "the page of a fault names it, and is drawn by the browser too",
  "staff (everything): root › site.name": "so does the title of a refusal",
  "staff (everything): routes/_admin › viewer.admin":
    "the frame is one for all pages, and all who reach it are staff",
  "staff (everything): routes/_admin › abilities[]":
    "likewise: other pages lead only to what somebody may open",
  "staff (everything): routes/_admin › asksCode": "likewise: other pages ask for a code with their form",
  "staff (everything): routes/_admin › edition": "likewise: other pages name it in their heading",
  "*$section › given.published[].text": "read in the browser, once the question is removed",
  "*$section › given.published[].required": "read in the browser, once another rule is chosen",
  "*$section › items[].published.text": "the answer to the form takes the place of the items in that state",
  "*$section › items[].former.text": "likewise",
  "*$section › items[].inBrief[]": "made anew in the browser of what is typed",
  "*$section › items[].state.change": "a question that is not saved says so instead",
};

const MOST = 15;

/**
 * The file with the tests of all states. A state has a test for each way in which it is looked at: with scripts and
 * without.
 */
const EYES = "eyes.test.ts";

/**
 * Fails a run of all states if data travelled to a person and no page used them in any state. A run of some states
 * proves nothing, because another state may use the data.
 */
export default class UnusedData implements Reporter {
  #isWhole = false;
  readonly #used = new Set<string>();
  readonly #unused = new Map<string, string>();

  onBegin(_: unknown, suite: Suite): void {
    const looking = suite.allTests().filter(({ location }) => path.basename(location.file) === EYES);
    this.#isWhole =
      looking.length === looked.flatMap(({ ways }) => ways).length && !process.env["SPECIFICATION"];
  }

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type !== READS) continue;
      const { used, unused } = JSON.parse(decodeURIComponent(description!)) as Reads;
      for (const leaf of used) this.#used.add(leaf);
      for (const leaf of unused) if (!this.#unused.has(leaf)) this.#unused.set(leaf, test.title);
    }
  }

  async onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    if (!this.#isWhole) return undefined;
    const unused = [...this.#unused].filter(([leaf]) => !this.#used.has(leaf));
    const patterns = Object.keys(MAY_TRAVEL).map(
      (pattern) => new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`),
    );
    const found = unused.filter(([leaf]) => !patterns.some((pattern) => pattern.test(leaf)));
    const needless = patterns.filter((pattern) => !unused.some(([leaf]) => pattern.test(leaf)));
    for (const [leaf, title] of found)
      console.error(`No page uses what travels to ${leaf} (first seen where ${title})`);
    for (const pattern of needless) console.error(`Nothing unused travels any more that is ${pattern}`);
    console.error(`${this.#used.size} leaves of data are used, ${found.length} are not.`);
    const isFine = found.length + needless.length === 0 && patterns.length <= MOST;
    return isFine ? undefined : { status: "failed" };
  }
}

/** Escapes a text, so that a pattern matches exactly this text. */
const literally = (text: string) => text.replaceAll(/[.+?^$()|[\]{}\\]/g, "\\$&");
