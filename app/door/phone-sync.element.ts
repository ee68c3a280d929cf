import type { PhoneAct } from "./on-phone.ts";
import { type KeptRoster, newActId, type PhoneStore } from "./phone-store.element.ts";
import type { OnList, Roster } from "./roster.ts";

/** How long (ms) the portal may take to answer about a ticket. After that, the list on the phone is used. */
const LOOK_LIMIT = 1_000;
const SEND_LIMIT = 15_000;
const LOAD_LIMIT = 20_000;
/** The pause (ms) between two runs, unless there is a network and something waits to be sent. */
const PAUSE = 10_000;
/** The pause (ms) before the next run if there is a network and something still waits. */
const SHORT_PAUSE = 250;
/** After this many answers that the portal is busy or broken, the remaining acts wait for the next run. */
const MOST_FAILURES = 3;
/** If there is a network, a list older than this (ms) is loaded again. */
const OLDEST_LIST = 5 * 60_000;

/**
 * The result of the last request. "online": the portal answered. "offline": nobody answered, or the portal was busy or
 * broken. "signed out": the portal answered that the helper is logged out. "refused": it answered that the helper may
 * not work at the door.
 */
export type Network = "online" | "offline" | "signed out" | "refused";

class SentAway extends Error {
  constructor(readonly why: "signed out" | "refused") {
    super();
  }
}

const networkAfter = (error: unknown): Network => (error instanceof SentAway ? error.why : "offline");

/**
 * Sends the acts of this phone, one after another, and loads the list. It does both by itself as soon as there is a
 * network. An act is sent again until the portal has recorded it or has refused it for good. The portal records each
 * act only once.
 */
export class PhoneSync {
  network: Network = "online";
  roster: KeptRoster | undefined;
  /** The acts that are not in the list yet, oldest first. */
  acts: PhoneAct[] = [];
  readonly device: string;
  readonly #store: PhoneStore;
  readonly #changed: () => void;
  #running: Promise<void> | undefined;
  #timer = 0;
  /** Grows before and after an act is stored, so that `#readActs` notices if an act was added while it was reading. */
  #additions = 0;
  #isLoading = false;

  private constructor(store: PhoneStore, device: string, changed: () => void) {
    this.#store = store;
    this.device = device;
    this.#changed = changed;
  }

  /** @param changed called whenever something that the page shows has changed. */
  static async open(store: PhoneStore, changed: () => void): Promise<PhoneSync> {
    const sync = new PhoneSync(store, await store.device(), changed);
    [sync.roster, sync.acts] = await Promise.all([store.roster(), store.acts()]);
    return sync;
  }

  get waiting(): PhoneAct[] {
    return this.acts.filter(({ state }) => state === "waiting");
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Starts the runs. After that, they repeat by themselves. */
  begin() {
    addEventListener("online", () => void this.run());
    document.addEventListener("visibilitychange", () => document.hidden || void this.run());
    void this.run(true);
  }

  /** Stores an act. Resolves once it is on the disk: only then may the page say that it is done. */
  async add(done: Omit<PhoneAct, "id" | "number" | "at" | "state">): Promise<PhoneAct> {
    const number = (this.acts.at(-1)?.number ?? 0) + 1;
    const act: PhoneAct = { ...done, id: newActId(), number, at: Date.now(), state: "waiting" };
    this.#additions += 1;
    await this.#store.add(act);
    this.#additions += 1;
    this.acts = [...this.acts, act];
    this.#changed();
    void this.run();
    return act;
  }

  /**
   * Sends the waiting acts, and loads the list if it is old. Only one run takes place at a time, and pages of the same
   * phone take turns.
   *
   * @param isForced loads the list even if it is new.
   */
  run(isForced = false): Promise<void> {
    const before = this.#running;
    const work = async () => {
      await before;
      await inTurn(() => this.#once(isForced));
    };
    if (before && !isForced) return before;
    this.#running = work().finally(() => {
      this.#running = undefined;
      clearTimeout(this.#timer);
      const isNext = this.network === "online" && this.waiting.length > 0;
      this.#timer = window.setTimeout(() => void this.run(), isNext ? SHORT_PAUSE : PAUSE);
      this.#changed();
    });
    return this.#running;
  }

  async #once(isForced: boolean) {
    try {
      // Another page of this phone may have sent acts or added some.
      await this.#readActs();
      await this.#sendAll();
      const age = Date.now() - (this.roster?.loadedAt ?? 0);
      // If there was no network, loading the list also shows whether there is one again.
      if (isForced || this.network !== "online" || age > OLDEST_LIST || age < 0) await this.#load();
    } catch (error) {
      this.network = networkAfter(error);
      // If the helper logged out on another page, or may not work at the door any more, the list is deleted here too,
      // once no act waits to be sent.
      if (this.network !== "offline" && this.waiting.length === 0) await this.#forget();
    }
  }

  /**
   * Reads the stored acts. If an act is added meanwhile, it reads them again, because the result would not contain that
   * act.
   */
  async #readActs() {
    let before: number;
    do {
      before = this.#additions;
      this.acts = await this.#store.acts();
    } while (before !== this.#additions);
  }

  /**
   * Sends the waiting acts. If the portal could not accept one of them, the next ones are still sent, until this has
   * happened `MOST_FAILURES` times.
   */
  async #sendAll() {
    let failures = 0;
    for (const act of this.waiting) if (failures < MOST_FAILURES && !(await this.#send(act))) failures += 1;
    if (failures > 0) throw new Error();
  }

  /** @returns false if the portal could not accept the act now. */
  async #send(act: PhoneAct): Promise<boolean> {
    const { id, state: _, number: __, ...fields } = act;
    const sent = { ...fields, intent: "report", entry: id, device: this.device };
    const response = await this.#post(
      { ...sent, at: String(act.at), sentAt: String(Date.now()) },
      SEND_LIMIT,
    );
    if (!response.ok && response.status !== 400) return false;
    const state = response.ok ? "sent" : "stuck";
    await this.#store.mark(id, state);
    this.acts = this.acts.map((one) => (one.id === id ? { ...one, state } : one));
    this.network = "online";
    this.#changed();
    return true;
  }

  async #load() {
    this.#isLoading = true;
    this.#changed();
    try {
      const response = await ask("/door/roster", {}, LOAD_LIMIT);
      if (!response.ok) throw new Error();
      const loaded = { ...((await response.json()) as Roster), loadedAt: Date.now() };
      const sent = this.acts.filter(({ state }) => state === "sent");
      await this.#store.replaceRoster(loaded, sent);
      this.roster = loaded;
      await this.#readActs();
      this.network = "online";
    } finally {
      this.#isLoading = false;
    }
  }

  async #forget() {
    await this.#store.replaceRoster(
      undefined,
      this.acts.filter(({ state }) => state === "sent"),
    );
    this.roster = undefined;
  }

  /**
   * The portal's present answer for a code; null if it does not come soon enough, or if the helper is logged out.
   */
  async look(code: string): Promise<OnList | null> {
    if (this.network === "offline") return null;
    try {
      const response = await this.#post({ intent: "look", code }, LOOK_LIMIT);
      if (!response.ok) return null;
      this.network = "online";
      return (await response.json()) as OnList;
    } catch (error) {
      this.network = networkAfter(error);
      this.#changed();
      return null;
    }
  }

  #post(fields: Record<string, string>, limit: number): Promise<Response> {
    return ask("/door/scans", { method: "POST", body: new URLSearchParams(fields) }, limit);
  }

  /** Logs the helper out. Resolves to false if there was no network. */
  async logOut(): Promise<boolean> {
    clearTimeout(this.#timer);
    const left = await fetch("/logout", {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
    }).catch(() => null);
    if (left === null) return false;
    await this.#store.destroy();
    return true;
  }
}

async function ask(address: string, how: RequestInit, limit: number): Promise<Response> {
  const response = await fetch(address, { ...how, signal: AbortSignal.timeout(limit) });
  const isOurs = response.headers.get("Content-Type")?.includes("json");
  // The network of a hotel may answer every request with its own page.
  if (!isOurs) throw new Error();
  if (response.status === 401) throw new SentAway("signed out");
  if (response.status === 403) throw new SentAway("refused");
  return response;
}

const inTurn = async (work: () => Promise<void>): Promise<void> => {
  if ("locks" in navigator) await navigator.locks.request("door", work);
  else await work();
};
