import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { encode } from "fast-png";
import { generate } from "lean-qr";
import { demoUid } from "../../db/seed/demo.ts";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { insertion, OWN_TABLES, rowOfOther } from "../../scripts/accounts.mjs";
import { badgeProvedWith, codeSignedWith } from "../support/ticket-code.ts";
import { askBehind, type Question } from "./behind.ts";
import { newId, type Portal } from "./support.ts";

/** Somebody with a ticket, and the id and secret from which its code is made. */
export type Holder = { uid: string; first: string; last: string; id: string; secret: string };

/** The code of a ticket, signed with the portal's secret or with another one. */
export const codeFor = (ticket: Pick<Holder, "id" | "secret">, sessionSecret = ownSecret()): string =>
  codeSignedWith(sessionSecret, ticket);

const ownSecret = () =>
  parseEnv(readFileSync(path.join(import.meta.dirname, "../../.dev.vars"), "utf8"))["SESSION_SECRET"]!;

/** The address that the code of somebody's ticket contains. */
export async function addressIn(portal: Portal, uid: string): Promise<string> {
  const [ticket] = await portal.query<{ id: string; secret: string }>(
    "SELECT id, secret FROM holdings JOIN ticket_codes ON holding_id = id WHERE uid = ?",
    uid,
  );
  return `/door/${codeFor(ticket!)}`;
}

/** The address that the code on somebody's badge contains. */
export async function badgeIn(portal: Portal, uid: string): Promise<string> {
  const [pass] = await portal.query<{ id: string }>(
    "SELECT id FROM holdings WHERE uid = ? AND item = pass_type AND state = 'held'",
    uid,
  );
  return `/door/${badgeProvedWith(ownSecret(), pass!.id)}`;
}

/** The squares of the QR code for a text, with a margin. `grey` holds rows of pixels: 0 is dark, 255 is light. */
export function squaresOf(text: string, scale: number): { side: number; grey: Uint8Array } {
  const code = generate(text);
  const side = (code.size + 8) * scale;
  const grey = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (code.get(Math.floor(x / scale) - 4, Math.floor(y / scale) - 4)) grey[y * side + x] = 0;
  return { side, grey };
}

/** A picture of the QR code for a text, as a camera would take it. */
export function pictureOf(text: string): Buffer {
  const { side, grey } = squaresOf(text, 6);
  return Buffer.from(encode({ width: side, height: side, data: grey, channels: 1 }));
}

/** Makes `count` people with an in-person pass, a mug and a shirt. Each has a name that nobody else has. */
export async function manyHolders(origin: string, count: number): Promise<Holder[]> {
  const found = await askBehind<Record<string, unknown>>(
    origin,
    OWN_TABLES.map((table) => ({
      sql: `SELECT * FROM ${table} WHERE uid = ?`,
      values: [demoUid("signed")],
    })),
  );
  const people = Array.from({ length: count }, (_, number) => {
    const uid = newId();
    return { uid, first: `Vorname${number}q`, last: `Zuname${number}q`, payment: `e${uid.slice(1)}` };
  });
  const statements = (person: (typeof people)[number]): Question[] => [
    ...OWN_TABLES.flatMap((table, index) =>
      found[index]!.map((row) => {
        const own = rowOfOther(table, row, { uid: person.uid, email: `${person.uid}@hpair.example` });
        return insertion(
          table,
          table === "answers" ? { ...own, answers: renamed(own["answers"], person) } : own,
        );
      }),
    ),
    ...paid(person),
  ];
  for (let from = 0; from < count; from += 40)
    await askBehind(origin, people.slice(from, from + 40).flatMap(statements));
  const [tickets] = await askBehind<{ uid: string; id: string; secret: string }>(origin, [
    { sql: "SELECT uid, id, secret FROM holdings JOIN ticket_codes ON holding_id = id", values: [] },
  ]);
  const byUid = new Map(tickets!.map((ticket) => [ticket.uid, ticket]));
  return people.map(({ uid, first, last }) => ({ ...byUid.get(uid)!, first, last }));
}

/** The answers of a section, with the person's new name if the section asks for a name. */
function renamed(answers: unknown, { first, last }: { first: string; last: string }): string {
  const own = JSON.parse(String(answers)) as Record<string, string>;
  const names = { firstName: first, lastName: last, middleName: "" };
  for (const [id, name] of Object.entries(names)) if (id in own) own[id] = name;
  return JSON.stringify(own);
}

function paid({ uid, payment }: { uid: string; payment: string }): Question[] {
  const at = Date.parse("2022-12-17T15:00:00Z");
  return [
    insertion("orders", {
      ...{ id: payment, conference_id: CURRENT_CONFERENCE, payer_uid: uid, means: "simulator" },
      ...{ transaction_id: payment, card_brand: "Visa", card_last_four: "1111", due_cents: 55_000 },
      ...{ lease_until: 0, created_at: at },
    }),
    insertion("payments", {
      ...{ id: payment, order_id: payment, conference_id: CURRENT_CONFERENCE, delegate_uid: uid },
      pass_type: "goldPlus",
      add_ons: JSON.stringify({ h2023mug: true, h2023shirtblack: "M" }),
      amount_cents: 55_000,
      lines: JSON.stringify([
        { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
        { id: "h2023mug", title: "Mug", variant: null, cents: 2_500 },
        { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3_000 },
      ]),
      ...{ state: "captured", created_at: at, resolved_at: at },
      booking: JSON.stringify({ at, on: "2022-12-17" }),
    }),
  ];
}

/** Makes the account of a new helper at the door. */
export const newHelper = (portal: Portal) => portal.accountLike("door");
