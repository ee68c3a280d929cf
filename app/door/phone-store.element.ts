import type { PhoneAct } from "./on-phone.ts";
import type { Roster } from "./roster.ts";

/** The list as the phone keeps it, with the time at which it was loaded, by the phone's own clock (UTC ms). */
export type KeptRoster = Roster & { loadedAt: number };

const NAME = "door";
const KEPT = "kept";
const ACTS = "acts";

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * The data that a phone at the door keeps: the sealed list, the phone's name, and the acts that were done on it. Nobody
 * can read the name of a person in this data without that person's ticket.
 */
export class PhoneStore {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // If another page of this phone logs out, that page must be able to delete the database.
    database.onversionchange = () => database.close();
  }

  /** Rejects if the browser keeps nothing. Some browsers keep nothing in private windows. */
  static async open(): Promise<PhoneStore> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(KEPT);
      request.result.createObjectStore(ACTS, { keyPath: "id" });
    };
    return new PhoneStore(await done(request));
  }

  /** Resolves once the browser has written everything to the disk. */
  #write(work: (kept: IDBObjectStore, acts: IDBObjectStore) => void): Promise<void> {
    const transaction = this.#database.transaction([KEPT, ACTS], "readwrite", { durability: "strict" });
    work(transaction.objectStore(KEPT), transaction.objectStore(ACTS));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  #read<Result>(store: string, ask: (from: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    return done(ask(this.#database.transaction(store).objectStore(store)));
  }

  roster(): Promise<KeptRoster | undefined> {
    return this.#read(KEPT, (kept) => kept.get("roster"));
  }

  /** The name of this phone. It is made when it is first needed. */
  async device(): Promise<string> {
    const known = await this.#read<string | undefined>(KEPT, (kept) => kept.get("device"));
    const name = known ?? randomText(4, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");
    if (!known) await this.#write((kept) => kept.put(name, "device"));
    return name;
  }

  /** The acts that were done on this phone and are not in the list yet, oldest first. */
  async acts(): Promise<PhoneAct[]> {
    const acts = await this.#read<PhoneAct[]>(ACTS, (from) => from.getAll());
    return acts.sort((one, other) => one.number - other.number);
  }

  add(act: PhoneAct): Promise<void> {
    return this.#write((_, acts) => acts.put(act));
  }

  /** Records that the portal has accepted an act, or that the portal will never accept it. */
  async mark(id: string, state: "sent" | "stuck"): Promise<void> {
    const act = await this.#read<PhoneAct | undefined>(ACTS, (from) => from.get(id));
    if (act) await this.#write((_, acts) => acts.put({ ...act, state }));
  }

  /**
   * Replaces the list, or deletes it if `roster` is undefined. Also deletes the acts in `sent`, which the portal
   * already has.
   */
  replaceRoster(roster: KeptRoster | undefined, sent: readonly PhoneAct[]): Promise<void> {
    return this.#write((kept, acts) => {
      if (roster) kept.put(roster, "roster");
      else kept.delete("roster");
      for (const { id } of sent) acts.delete(id);
    });
  }

  /** Deletes everything that the phone keeps. */
  async destroy(): Promise<void> {
    this.#database.close();
    await done(indexedDB.deleteDatabase(NAME));
  }
}

/** An id of the same form as the ids that the portal makes. */
export const newActId = (): string => randomText(20, "abcdefghijklmnopqrstuvwxyz234567");

/** Random characters from an alphabet of 32. */
const randomText = (length: number, characters: string): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => characters[byte & 31]).join("");
