// Plays what a helper at the door does for a visit: every page, press and report that a person or a phone would send.
// The function that asks the portal is passed in. So the same visits can be played against a bundle and inside a test.
import { isAway, LANES } from "./evening.mjs";

/**
 * @typedef {{ status: number, location: string | null, body: string }} Answer
 * @typedef {(kind: string, path: string, fields?: Record<string, string>) => Promise<Answer>} Ask sends a request, which
 *   is a POST if it has fields; `kind` is the name under which it is counted.
 * @typedef {{ id: string, thing: string, act: string, way: string, by: string }} Entry what the journal should say.
 * @typedef {{ id: string, outcome: string, reason: string | null }} Scan the portal's answer to a phone's report.
 * @typedef {{ id: string, secret: string, mug: string, code: string, name: string }} Known a ticket: the ids of its
 *   pass and its mug, its code, and the name that a helper types to find the person.
 * @typedef {{ by: string, lane: number, ask: Ask, wait: (seconds: number) => Promise<unknown>, newId: () => string }} Helper
 * @typedef {{ keysOf: (secret: string) => Promise<{ proof: string }>, listed: (roster: any, secret: string) =>
 *   Promise<{ times: number, reason: string | null } | null> }} Phone makes the proof of a ticket, and opens the
 *   ticket's entry in a list.
 */

/**
 * A helper at the door.
 *
 * @param {Helper & Phone} helper
 * @returns an object that plays visits. Its `entries` are the entries that the journal should have, in the order in
 *   which the portal accepted them. Its `scans` are the portal's answers to reports.
 */
export function helperAt({ by, lane, ask, wait, newId, keysOf, listed }) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Scan[]} */
  const scans = [];
  const phone = { roster: null, loadedAt: Number.NEGATIVE_INFINITY, own: new Map(), queue: [] };
  const wrong = (what, { status, body }) =>
    new Error(`${what} The answer had status ${status}: ${body.slice(0, 300)}`);

  /* -------------------------------------------------------------- pages */

  /** Opens the page of a person, and presses the buttons for the acts of the visit. */
  async function onPage(kind, path, way, ticket, acts) {
    let page = await ask(kind, path);
    if (page.status !== 200) throw wrong(`The page ${path} failed.`, page);
    if (acts.length === 0 && formFor(page.body, "admit"))
      throw wrong("The page offers to let in a person whose ticket does not count.", page);
    for (const { act, reads } of acts) {
      await wait(reads);
      const thing = act === "handed" ? ticket.mug : ticket.id;
      const fields = formFor(page.body, INTENTS[act], thing);
      if (!fields) throw wrong(`There is no button for "${act}".`, page);
      const pressed = await ask("press", path, { ...fields, intent: INTENTS[act] });
      if (pressed.status !== 302) throw wrong("A press of a button failed.", pressed);
      entries.push({ id: fields["entry"], thing, act, way, by });
      page = await ask(kind, pressed.location);
    }
  }

  async function byName(ticket, acts) {
    const list = await ask("list of names", `/admin/door?${new URLSearchParams({ name: ticket.name })}`);
    const path = `/admin/door/${ticket.id}`;
    if (!list.body.includes(`href="${path}"`))
      throw wrong(`The list of names does not contain ${ticket.name}.`, list);
    await onPage("person in the list", path, "list", ticket, acts);
    await ask("list of names", "/admin/door?next");
  }

  /* -------------------------------------------------------------- a phone that scans */

  /** Sends the reports that wait, one after the other, and loads the list if it is old. */
  async function sync(at) {
    for (let next = phone.queue.shift(); next; next = phone.queue.shift()) await report(next, at);
    if (at - phone.loadedAt <= OLDEST_LIST) return;
    const answer = await ask("sealed list", "/door/roster");
    if (answer.status !== 200) throw wrong("The request for the sealed list failed.", answer);
    Object.assign(phone, { roster: JSON.parse(answer.body), loadedAt: at, own: new Map() });
  }

  async function report({ fields, entry }, at) {
    const answer = await ask("report of a phone", "/door/scans", {
      ...fields,
      sentAt: String(Math.round(at * 1000)),
    });
    if (answer.status !== 200) throw wrong("A phone reported a scan, and the request failed.", answer);
    const { outcome, reason } = JSON.parse(answer.body);
    scans.push({ id: fields.entry, outcome, reason });
    if (entry && (outcome === "done" || outcome === "double")) entries.push(entry);
  }

  /** Keeps a report of what was done. If there is a network, sends the report at once. */
  async function keep(at, { act, thing, ticket, proof, again, undoes = "", reason = "" }) {
    const id = newId();
    const pass = ticket?.id ?? "";
    const fields = {
      ...{ intent: "report", entry: id, conference: phone.roster.edition, act, pass, thing },
      ...{ proof, device: `LAN${lane}`, at: String(Math.round(at * 1000)), again, undoes, reason },
    };
    phone.queue.push({ fields, entry: reason === "" ? { id, thing, act, way: "code", by } : null });
    if (!isAway(at)) await sync(at);
    return id;
  }

  /**
   * Handles a code as the page that scans does: asks the portal or, without a network, looks the code up in the list.
   * Only a forged code is handled differently: the page refuses it by its signature alone, but here the portal is asked
   * too.
   */
  async function onPhone(at, { kind }, ticket, acts) {
    if (!isAway(at) || !phone.roster) await sync(at);
    const asked = isAway(at)
      ? null
      : await ask("question of a phone", "/door/scans", { intent: "look", code: ticket.code });
    if (asked && asked.status !== 200)
      throw wrong("A phone asked about a ticket, and the request failed.", asked);
    const known = asked
      ? JSON.parse(asked.body)
      : kind === "forged"
        ? BAD_SIGNATURE
        : await listed(phone.roster, ticket.secret);
    const about = `ticket ${ticket.id} (${kind})`;
    if (!known) throw new Error(`The list of the phone does not contain ${about}.`);
    const refused = known.reason;
    if (Boolean(refused) === (kind === "alive"))
      throw new Error(
        refused
          ? `The phone refused ${about}. Its reason: ${refused}.`
          : `The phone did not refuse ${about}.`,
      );
    if (refused) {
      const shown = kind === "forged" ? null : ticket;
      const proof = shown ? (await keysOf(ticket.secret)).proof : "";
      await keep(at, {
        act: "in",
        thing: shown?.id ?? "",
        ticket: shown,
        proof,
        again: "no",
        reason: refused,
      });
      return;
    }
    const { proof } = await keysOf(ticket.secret);
    let times = known.times + (asked ? 0 : (phone.own.get(ticket.id) ?? 0));
    let last = "";
    for (const { act, reads } of acts) {
      await wait(reads);
      const thing = act === "handed" ? ticket.mug : ticket.id;
      const again = act === "in" && times > 0 ? "yes" : "no";
      const id = await keep(at, { act, thing, ticket, proof, again, undoes: act === "undone" ? last : "" });
      if (act === "handed") continue;
      const change = act === "in" ? 1 : -1;
      times += change;
      phone.own.set(thing, (phone.own.get(thing) ?? 0) + change);
      last = id;
    }
  }

  return {
    entries,
    scans,
    /**
     * @param {import("./evening.mjs").Visit} visit
     * @param {(ticket: import("./evening.mjs").Ticket) => Known} ticketOf
     */
    async play({ at, ticket: { kind, number }, acts }, ticketOf) {
      const ticket = ticketOf({ kind, number });
      const way = LANES[lane];
      if (way === "phone") await onPhone(at, { kind }, ticket, acts);
      else if (way === "names") await byName(ticket, acts);
      else await onPage("ticket by camera", `/door/${ticket.code}`, "code", ticket, acts);
    },
    /**
     * Sends the reports that a phone still has when the evening is over.
     *
     * @param {number} at in seconds from the beginning.
     */
    end: async (at) => {
      if (LANES[lane] === "phone") await sync(at);
    },
  };
}

/** If the list of a phone is older than this (s), a phone with a network loads it again. */
const OLDEST_LIST = 5 * 60;

/**
 * What a phone says about a code that the portal did not sign. The phone needs neither a network nor the list to find
 * this out.
 */
const BAD_SIGNATURE = { reason: "unknown" };

const INTENTS = { in: "admit", handed: "hand", undone: "undo" };

/**
 * The hidden fields of the form that is about this thing and has a button with this intent; null if there is no such
 * form.
 */
function formFor(html, intent, thing = null) {
  for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/g)) {
    const fields = Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    if (form.includes(`value="${intent}"`) && (thing === null || fields["thing"] === thing)) return fields;
  }
  return null;
}

/**
 * How the journal of the door differs from what was scanned, as sentences; empty if it does not differ.
 *
 * @param {{ id: string, thing: string, number: number, act: string, times: number, way: string, byUid: string }[]} written
 *   the entries of the journal.
 * @param {Entry[]} scanned
 */
export function journalDifferences(written, scanned) {
  const textOf = ({ id, thing, act, way, by }) => [id, thing, act, way, by].join(" ");
  const [there, wanted] = [
    written.map(({ byUid, ...entry }) => textOf({ ...entry, by: byUid })),
    scanned.map(textOf),
  ];
  const [isThere, isWanted] = [new Set(there), new Set(wanted)];
  const found = [
    ...wanted
      .filter((entry) => !isThere.has(entry))
      .map((entry) => `Scanned, and not in the journal: ${entry}.`),
    ...there
      .filter((entry) => !isWanted.has(entry))
      .map((entry) => `In the journal, and not scanned: ${entry}.`),
  ];
  if (there.length !== wanted.length)
    found.push(`${wanted.length} entries should be in the journal, but it has ${there.length}.`);
  for (const thing of new Set(written.map((entry) => entry.thing))) {
    const entries = written.filter((entry) => entry.thing === thing);
    let times = 0;
    for (const [index, entry] of entries.toSorted((one, other) => one.number - other.number).entries()) {
      times += entry.act === "undone" ? -1 : 1;
      if (entry.number !== index + 1 || entry.times !== times)
        found.push(
          `An entry of ${thing} has the number ${entry.number} and the count ${entry.times}. It should have the number ${index + 1} and the count ${times}.`,
        );
    }
  }
  return found;
}
