import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { requestMessages } from "~/request/messages.ts";
import { Browser } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { delegate, readyToPay } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { everything, rows } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settings with a database that is so busy that each trip waits. */
const slow = (milliseconds: number) => ({
  BUSY_AFTER_MS: "20",
  DB: {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      await wait(milliseconds);
      return env.DB.batch(statements);
    },
  },
});

const through = (changes: Record<string, unknown>, browser: Browser) => {
  browser.send = (request) => answerWith(changes, request);
  return browser;
};

/** Makes this isolate measure a quick database first, and then a slow one. */
async function rush() {
  const quick = through(slow(0), new Browser());
  for (let index = 0; index < 5; index += 1) await quick.get("/help");
  const { browser } = await readyToPay();
  // Nobody who is on the way to pay is turned away, so these trips are made.
  through(slow(300), browser);
  for (let index = 0; index < 12; index += 1) await browser.get("/register");
}

test("in a rush strangers, readers and reloads are told when to come back, and who acts is let through", async () => {
  const [reader, payer, person] = [await delegate(), await readyToPay(), await readyToPay()];
  const program = await programAs(person.uid);
  for (const { browser } of [reader, payer]) await browser.get("/decision");
  await rush();
  const before = await everything();
  for (const browser of [new Browser(), reader.browser]) {
    const page = await through(slow(0), browser).open("/decision");
    expect(page.status).toBe(503);
    expect(page.text).toContain(requestMessages.busy);
    const after = Number(page.response.headers.get("Retry-After"));
    expect(after).toBeGreaterThanOrEqual(20);
    expect(after).toBeLessThan(60);
  }
  const call = (headers: Record<string, string>) =>
    answerWith(
      slow(0),
      new Request("https://portal.test/getDecision", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: '{"data":null}',
      }),
    );
  const turned = await call({});
  expect([turned.status, await turned.json()]).toEqual([
    503,
    { error: expect.objectContaining({ message: requestMessages.busy }) },
  ]);
  expect(await everything()).toEqual(before);

  expect((await answerWith(slow(0), new Request("https://portal.test/health"))).status).toBe(200);
  program.send = (request) => answerWith(slow(0), request);
  expect((await program.call("getDecision")).body.data.data.decision).toBe("Accepted");
  await rush();
  expect((await through(slow(0), payer.browser).get("/register")).status).toBe(200);
  await through(slow(300), payer.browser).post("/register", PASS_PAYMENT);
  expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", payer.uid)).toEqual([
    { state: "captured" },
  ]);
});

test("when the rush is over everybody is let in again", async () => {
  await rush();
  const stranger = () => through(slow(0), new Browser()).get("/");
  expect((await stranger()).status).toBe(503);
  await expect.poll(async () => (await stranger()).status, { timeout: 15_000, interval: 500 }).toBe(200);
});

test("a rush is seen before one of its trips has ended", async () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const quick = { ...slow(0), BUSY_AFTER_MS: "200" };
  const held = {
    ...quick,
    DB: {
      ...quick.DB,
      batch: async (statements: D1PreparedStatement[]) => {
        await opened;
        return env.DB.batch(statements);
      },
    },
  };
  const stranger = () => through(quick, new Browser()).get("/");
  await expect.poll(async () => (await stranger()).status, { timeout: 15_000, interval: 500 }).toBe(200);
  const crowd = Array.from({ length: 8 }, () => through(held, new Browser()).get("/"));
  await wait(500);
  expect((await stranger()).status).toBe(503);
  open();
  for (const page of crowd) expect((await page).status).toBe(200);
});

test("where the variable is 0, as in development, nobody is turned away", async () => {
  await rush();
  expect((await through({ ...slow(0), BUSY_AFTER_MS: "0" }, new Browser()).get("/")).status).toBe(200);
});
