// The people who make the requests: people of the demo, signed in as usual, and new delegates who are ready to pay.
import { randomBytes } from "node:crypto";
import { tsImport } from "tsx/esm/api";
import { newBrowserSession, OWN_TABLES, rowOfOther } from "../accounts.mjs";
import { PAYMENT } from "./addresses.mjs";
import { cookiesAfter, send } from "./client.mjs";

const { DEMO_PASSWORD, demoUid } = await tsImport("../../db/seed/demo.ts", import.meta.url);

const NETWORK = { "CF-Connecting-IP": "192.0.2.7" };
/** Headers that every browser in these measurements sends. */
export const BROWSER = { Accept: "text/html,*/*;q=0.8", "Sec-Fetch-Site": "same-origin", ...NETWORK };
export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "Content-Type": "application/json", ...NETWORK };
const SIGN_IN = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";

const credentialsOf = (account) => ({ email: `${account}@hpair.example`, password: DEMO_PASSWORD });

/**
 * The requests for these addresses. Everybody first signs in, on a page or as a program.
 *
 * @returns the requests in the order of the addresses, each with its name.
 */
export async function requestsFor(portal, addresses) {
  const cookies = new Map([[null, await lookedAround(portal, "")]]);
  const programs = new Map();
  const requests = [];
  for (const { name, as, path, call } of addresses) {
    if (call !== undefined) {
      if (!programs.has(as)) programs.set(as, await programOf(portal, as));
      const { idToken, uid } = programs.get(as);
      requests.push({
        name,
        method: "POST",
        path,
        headers: { ...JSON_BODY, Authorization: `Bearer ${idToken}`, "X-Play": name },
        body: JSON.stringify({ data: call?.userUid ? { userUid: uid } : call }),
      });
      continue;
    }
    if (!cookies.has(as)) cookies.set(as, await signedIn(portal, as));
    const headers = { ...BROWSER, Cookie: cookies.get(as), "X-Play": name };
    requests.push({ name, method: "GET", path, headers });
  }
  return requests;
}

async function signedIn(portal, account) {
  const body = new URLSearchParams({ account: "sign-in", ...credentialsOf(account) }).toString();
  const answer = await send(portal.origin, {
    method: "POST",
    path: "/?index",
    headers: { ...BROWSER, ...FORM },
    body,
  });
  if (answer.status !== 302) throw new Error(`${account} cannot sign in: ${answer.status}`);
  return lookedAround(portal, cookiesAfter("", answer));
}

/** The cookies after loading the first page, which sets some. */
async function lookedAround(portal, cookie) {
  const headers = { ...BROWSER, ...(cookie && { Cookie: cookie }) };
  return cookiesAfter(cookie, await send(portal.origin, { method: "GET", path: "/", headers }));
}

async function programOf(portal, account) {
  const body = JSON.stringify({ ...credentialsOf(account), returnSecureToken: true });
  const answer = await send(portal.origin, { method: "POST", path: SIGN_IN, headers: JSON_BODY, body });
  if (answer.status !== 200) throw new Error(`${account} cannot sign in: ${answer.status} ${answer.body}`);
  const { idToken, localId } = JSON.parse(String(answer.body));
  return { idToken, uid: localId };
}

/** How many delegates load the first page at a time. */
const AT_ONCE = 8;
/**
 * Placeholders in a row that is copied. For each new delegate, they are replaced by that delegate's own uid and e-mail
 * address.
 */
const UID = Symbol("uid");
const EMAIL = Symbol("email");
const OWN = new Map([
  [UID, "value ->> 'uid'"],
  [EMAIL, "value ->> 'email'"],
]);

/**
 * New accounts like this demo account, each with a session. Their sessions are written directly, because hashing a
 * password for each account would take longer than everything that is measured.
 *
 * @returns {Promise<{ uid: string, email: string, idHash: string, cookie: string }[]>}
 */
export async function accountsLike(account, portal, count) {
  const database = await portal.database();
  const made = Array.from({ length: count }, () => {
    const uid = randomBytes(14).toString("hex");
    return { uid, email: `${uid.slice(0, 12)}@hpair.example`, session: newBrowserSession(uid) };
  });
  const all = JSON.stringify(made.map(({ uid, email }) => ({ uid, email })));
  const statements = [];
  for (const table of OWN_TABLES) {
    const { results } = await database
      .prepare(`SELECT * FROM ${table} WHERE uid = ?`)
      .bind(demoUid(account))
      .all();
    for (const row of results) {
      const copied = rowOfOther(table, row, { uid: UID, email: EMAIL });
      const values = Object.values(copied);
      statements.push(
        database
          .prepare(
            insertionOf(
              table,
              copied,
              values.map((value) => OWN.get(value) ?? "?"),
            ),
          )
          .bind(...values.filter((value) => !OWN.has(value)), all),
      );
    }
  }
  const sessions = made.map(({ session }) => session.row);
  const [first] = sessions;
  if (first) {
    const columns = Object.keys(first).map((column) => `value ->> '${column}'`);
    statements.push(database.prepare(insertionOf("sessions", first, columns)).bind(JSON.stringify(sessions)));
  }
  await database.batch(statements);
  return made.map(({ uid, email, session }) => ({
    ...{ uid, email, idHash: session.row.id_hash },
    cookie: `session=${session.cookie}`,
  }));
}

/** New delegates like this demo account. Each has loaded the first page, and so has the cookies from it. */
export async function delegatesLike(account, portal, count) {
  const delegates = [];
  const left = [...(await accountsLike(account, portal, count)).entries()];
  const caller = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, delegate] = next;
      delegates[index] = { ...delegate, cookie: await lookedAround(portal, delegate.cookie) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return delegates;
}

/** Inserts one row for each member of a JSON list, which is the last parameter. */
export const insertionOf = (table, row, values) =>
  `INSERT INTO ${table} (${Object.keys(row).join(", ")}) SELECT ${values.join(", ")} FROM json_each(?)`;

/** New delegates like this demo account, each with the request that pays for the pass. */
export async function payersLike(account, name, portal, count) {
  const delegates = await delegatesLike(account, portal, count);
  return delegates.map(({ uid, email, idHash, cookie }) => {
    const self = [uid, idHash, email];
    return {
      name,
      self,
      method: "POST",
      path: "/register",
      headers: { ...BROWSER, ...FORM, Cookie: cookie, "X-Play": name, "X-Self": JSON.stringify(self) },
      body: new URLSearchParams(PAYMENT).toString(),
    };
  });
}
