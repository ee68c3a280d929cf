import { getTableName, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";
import { holdings } from "#db/schema/money.ts";
import { offers } from "#db/schema/offers.ts";
import { isOnNow, keepsPlaceNow } from "~/standing/waiting-offers.server.ts";
import { isOfferOn, keepsPlace, type MadeOffer, type PassOfPerson } from "~/standing/waiting-offers.ts";
import { PASS_TYPES } from "~/values/types.ts";
import { type OfferGuard, offerHistory } from "./support/offer-histories.ts";

/** How many histories are tried; `npm run check:offers` tries 5,000. */
const HISTORIES = Number(process.env["OFFER_HISTORIES"] ?? 500);

const wrongIn = (histories: number, without?: OfferGuard) =>
  Array.from({ length: histories }, (_, seed) => offerHistory(seed, without)).flat();

test(`${HISTORIES} histories of a waiting list sell and keep no more than there is, in order`, {
  timeout: 120_000,
}, () => {
  expect([...new Set(wrongIn(HISTORIES))]).toEqual([]);
});

test.each<[OfferGuard, string]>([
  ["others' offers", "more was taken than was free"],
  ["a pass that was lost", "an answer says another decision"],
  ["what the refill counts", "more was taken than was free"],
  ["an open payment", "an answer says another decision"],
])("without the guard “%s” a history finds it", (guard, found) => {
  expect(wrongIn(300, guard)).toContain(found);
});

test("the database says the same of an offer as the rule, at every millisecond around its end", async () => {
  const { Database } = await initSqlJs();
  const db = new Database();
  const [kept, held] = [getTableName(offers), getTableName(holdings)];
  db.exec(`CREATE TABLE ${kept} (conference_id, uid, pass_type, offered_at, ends_at, ended_at);
    CREATE TABLE ${held} (conference_id, uid, item, pass_type, state, since)`);
  const states: PassOfPerson["state"][] = ["pending", "held", "ending", "ended"];
  const passes: PassOfPerson[] = PASS_TYPES.flatMap((passType) =>
    states.flatMap((state) => [null, 9, 10, 15].map((since) => ({ passType, state, since }))),
  );
  const cases = [
    [],
    ...passes.map((pass) => [pass]),
    ...passes.flatMap((one) => passes.map((other) => [one, other])),
  ];
  const asking = [19, 20, 21].map((now) => {
    const query = sql`SELECT ${isOnNow(now)} AS stands, ${keepsPlaceNow(now)} AS keeps FROM ${offers}`;
    const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(query);
    const statement = db.prepare(text);
    return {
      now,
      ask: () => {
        statement.bind(params);
        statement.step();
        const row = statement.get().map(Boolean);
        statement.reset();
        return row;
      },
    };
  });
  for (const endedAt of [null, 12]) {
    const offer: MadeOffer = { passType: "goldPlus", offeredAt: 10, endsAt: 20, endedAt };
    db.exec(`DELETE FROM ${kept};
      INSERT INTO ${kept} VALUES ('c', 'u', 'goldPlus', 10, 20, ${endedAt ?? "NULL"})`);
    for (const some of endedAt === null ? cases : cases.slice(0, 20)) {
      const rows = some.map(
        ({ passType, state, since }) =>
          `('c', 'u', '${passType}', '${passType}', '${state}', ${since ?? "NULL"})`,
      );
      db.exec(
        `DELETE FROM ${held}; ${rows.length > 0 ? `INSERT INTO ${held} VALUES ${rows.join(", ")}` : ""}`,
      );
      for (const { now, ask } of asking)
        expect(ask(), JSON.stringify({ now, some })).toEqual([
          isOfferOn(offer, some, now),
          keepsPlace(offer, some, now),
        ]);
    }
  }
});
