import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, test as base, type Page, type Response } from "@playwright/test";
import type { Decision } from "../../app/values/types.ts";
import { DEMO_PASSWORD, demoUid } from "../../db/seed/demo.ts";
import { CURRENT_CONFERENCE } from "../../db/seed/first-edition.ts";
import { insertion, newBrowserSession, OWN_TABLES, rowOfOther } from "../../scripts/accounts.mjs";
import { answers } from "../../scripts/portal.mjs";
import { askBehind, storeBehind } from "./behind.ts";
import { ownPortal } from "./portals.ts";
import { READS } from "./reads.ts";

export type Account = { uid: string; email: string; password: string };

/** Gives tests access to the database of the running portal, for what no delegate can do on a page. */
export type Portal = {
  query<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** Opens a session and gives it to the browser, without the cost of a password hash. */
  signIn(context: BrowserContext, account: Account): Promise<Account>;
  /** The Cookie header of a new session, for requests without a browser. */
  cookieOf(account: Account): Promise<string>;
  /** A new account in the state of a demo account, but without payments and documents. The test may change it. */
  accountLike(demoAccount: string): Promise<Account>;
  /** Puts a file into the file store. */
  store(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes a payment that was captured days ago: the in-person pass, a mug, and a shirt in size M. */
  pay(uid: string): Promise<void>;
  /** One delegate's rows in the card processor's ledger. */
  charges(uid: string): Promise<{ outcome: string; amount_cents: number }[]>;
  /** Sets a decision with a time before the release of its round, so that the release covers it. */
  decide(uid: string, decision: Decision): Promise<void>;
};

export const demoAccount = (name: string): Account => ({
  uid: demoUid(name),
  email: `${name}@hpair.example`,
  password: DEMO_PASSWORD,
});

/** An id of 20 characters, like the portal's own ids. */
export const newId = () => randomBytes(10).toString("hex");

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A small PDF. Only its first and its last line are those of a real PDF. */
export const pdf = (name: string, bytes = 400) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.4\n${"% nothing to see\n".repeat(bytes / 17)}%%EOF\n`),
});

/** The values of a card, by the names of the form's fields. */
export const CARD = { cardNumber: "4111 1111 1111 1111", expirationDate: "12/30", cardCode: "123" };

export const test = base.extend<{ origin: string }, { portal: Portal; keptPage: Page }>({
  origin: async ({ baseURL }, use) => use(baseURL!),
  portal: [
    async ({ browserName: _ }, use) => {
      const { origin } = ownPortal();
      // The portal may be starting again at this moment.
      await answers(new URL(origin).port);
      await use(behindTheScenes(origin));
    },
    { scope: "worker" },
  ],
  keptPage: [
    async ({ browser }, use, { project }) => {
      const { javaScriptEnabled } = project.use;
      const context = await browser.newContext({
        baseURL: ownPortal().origin,
        extraHTTPHeaders: { [READS]: "1" },
        // Without this, a service worker would show the next visitor what it kept for this one.
        serviceWorkers: "block",
        ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
      });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});

/**
 * A test that only looks at screens. All such tests share one page, since a new process would take longer than looking.
 */
export const looking = test.extend<{ page: Page }>({
  page: async ({ keptPage }, use, { annotations }) => {
    const keepReads = (response: Response) => {
      const reads = response.headers()[READS.toLowerCase()];
      if (reads) annotations.push({ type: READS, description: reads });
    };
    keptPage.on("response", keepReads);
    await keptPage.emulateMedia({ colorScheme: "light", media: null });
    const session = await keptPage.context().newCDPSession(keptPage);
    await session.send("Page.enable");
    const source = `(${forgetOthers})("${newId()}")`;
    const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", { source });
    await use(keptPage);
    keptPage.off("response", keepReads);
    await session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    await session.detach();
  },
});

/**
 * Runs at the start of every document. Deletes what the browser stored for the previous visitor, so that the first page
 * of the next visitor does not find it. Cookies are deleted when a state is opened.
 */
function forgetOthers(visit: string) {
  if (sessionStorage.getItem("visit") === visit) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("visit", visit);
}

function behindTheScenes(origin: string): Portal {
  const query: Portal["query"] = async <Row>(sql: string, ...values: unknown[]) => {
    const [rows] = await askBehind<Row>(origin, [{ sql, values }]);
    return rows!;
  };

  const inLedger = <Row>(sql: string, ...values: unknown[]) =>
    askBehind<Row>(origin, [{ sql, values }], "SIMULATOR");

  const insert = (table: string, row: Record<string, unknown>) => {
    const { sql, values } = insertion(table, row);
    return query(sql, ...values);
  };

  const openSession = async ({ uid }: Account) => {
    const { row, cookie } = newBrowserSession(uid);
    await insert("sessions", row);
    return cookie;
  };

  return {
    query,

    async signIn(context, account) {
      const value = await openSession(account);
      await context.addCookies([{ name: "session", value, domain: "127.0.0.1", path: "/", httpOnly: true }]);
      return account;
    },

    cookieOf: async (account) => `session=${await openSession(account)}`,

    async accountLike(demoAccount) {
      const uid = newId();
      const email = `${demoAccount}-${uid.slice(0, 6)}@hpair.example`;
      const found = await askBehind<Record<string, unknown>>(
        origin,
        OWN_TABLES.map((table) => ({
          sql: `SELECT * FROM ${table} WHERE uid = ?`,
          values: [demoUid(demoAccount)],
        })),
      );
      await askBehind(
        origin,
        OWN_TABLES.flatMap((table, index) =>
          found[index]!.map((row) => insertion(table, rowOfOther(table, row, { uid, email }))),
        ),
      );
      return { uid, email, password: DEMO_PASSWORD };
    },

    store: (key, bytes, contentType) => storeBehind(origin, key, bytes, contentType),

    async charges(uid) {
      const sql = "SELECT outcome, amount_cents FROM charges WHERE carried LIKE ?";
      const [rows] = await inLedger<{ outcome: string; amount_cents: number }>(sql, `%"uid":"${uid}"%`);
      return rows!;
    },

    async pay(uid) {
      const id = `e${newId().slice(1)}`;
      const addOns = { h2023mug: true, h2023shirtblack: "M" };
      const carried = { conferenceId: CURRENT_CONFERENCE, uid, passType: "goldPlus", addOns };
      await inLedger(
        "INSERT INTO charges VALUES (?, ?, 'captured', 55000, 'Visa', '1111', ?, ?)",
        ...[id, id, JSON.stringify(carried), Date.now() - 2 * 24 * 60 * 60 * 1000],
      );
      await insert("orders", {
        id,
        conference_id: CURRENT_CONFERENCE,
        payer_uid: uid,
        means: "simulator",
        transaction_id: id,
        card_brand: "Visa",
        card_last_four: "1111",
        due_cents: 55_000,
        lease_until: 0,
        created_at: Date.parse("2022-12-17T15:00:00Z"),
      });
      await insert("payments", {
        id,
        order_id: id,
        conference_id: CURRENT_CONFERENCE,
        delegate_uid: uid,
        pass_type: "goldPlus",
        add_ons: JSON.stringify(addOns),
        amount_cents: 55_000,
        lines: JSON.stringify([
          { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
          { id: "h2023mug", title: "Mug", variant: null, cents: 2_500 },
          { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3_000 },
        ]),
        state: "captured",
        created_at: Date.parse("2022-12-17T15:00:00Z"),
        resolved_at: Date.parse("2022-12-17T15:00:00Z"),
        booking: JSON.stringify({ at: Date.parse("2022-12-17T15:00:00Z"), on: "2022-12-17" }),
      });
    },

    async decide(uid, decision) {
      const [round] = await query<{ releasedAt: number }>(
        "SELECT released_at AS releasedAt FROM rounds WHERE conference_id = ? AND id = 'early'",
        CURRENT_CONFERENCE,
      );
      await query("DELETE FROM decisions WHERE uid = ?", uid);
      await insert("decisions", {
        conference_id: CURRENT_CONFERENCE,
        uid,
        decision,
        set_by: demoUid("director"),
        set_at: round!.releasedAt - 1,
      });
    },
  };
}

/** Calls `act` while each pass or add-on in `left` has this number of places left. */
export async function withPlaces(portal: Portal, left: Record<string, number>, act: () => Promise<unknown>) {
  const limit = async (id: string, places: string) => {
    for (const table of ["tickets", "add_ons"])
      await portal.query(
        `UPDATE ${table} SET places = ${places} WHERE conference_id = ? AND id = ?`,
        CURRENT_CONFERENCE,
        id,
      );
  };
  const taken = (id: string) =>
    `(SELECT count(*) FROM holdings AS h WHERE h.conference_id = '${CURRENT_CONFERENCE}' AND h.item = '${id}'
      AND h.state <> 'ended')`;
  for (const [id, number] of Object.entries(left)) await limit(id, `${number} + ${taken(id)}`);
  try {
    await act();
  } finally {
    for (const id of Object.keys(left)) await limit(id, "NULL");
  }
}
