import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { usableCode } from "~/money/prices/codes.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { request } from "../../support/faults.ts";
import { CONFERENCE, DELEGATE, visitOf } from "../../support/money.ts";
import { run } from "../../support/storage.ts";

// A code is looked up for somebody who may pay. What they learn is the same, whatever is wrong with the code.

beforeAll(() =>
  run(
    `INSERT INTO grants (id, conference_id, kind, title, code, percent, created_by, created_at)
      VALUES ('a-code', ?, 'code', 'Friends', 'FRIENDS', 10, 'x', 0)`,
    CONFERENCE,
  ),
);
beforeEach(() => run("DELETE FROM counters"));

const UNUSABLE = { refused: passMessages.codeUnusable, status: 400 };

/** Looks up a code in a request of its own. */
async function lookUp(code: string, isForThis = true) {
  const world = { database: env.DB, gateway: new FakeGateway(), mailer: null };
  const known = visitOf(DELEGATE);
  const ending = await request(
    world,
    null,
    "code",
    (context) => usableCode(context, known, code, () => isForThis),
    { known },
  );
  expect(ending).toHaveProperty("value");
  return (ending as { value: Awaited<ReturnType<typeof usableCode>> }).value;
}

test("a code for something else is refused in the words for an unknown one, and is a guess like it", async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await lookUp("FRIENDS", false)).toEqual(UNUSABLE);
    expect(await lookUp(`unknown-${guess}`)).toEqual(UNUSABLE);
  }
  expect(await lookUp("FRIENDS")).toMatchObject({ status: 429 });
});

test("after ten guesses nothing more is said, not even of a right code; right codes are no guesses", async () => {
  for (let count = 0; count < 12; count += 1)
    expect(await lookUp(" friends ")).toMatchObject({ id: "a-code" });
  for (let guess = 0; guess < 10; guess += 1) expect(await lookUp(`wrong-${guess}`)).toEqual(UNUSABLE);
  expect(await lookUp("FRIENDS")).toMatchObject({ status: 429 });
  expect(await lookUp("")).toBeNull();
});
