import { Enhancement } from "~/ui/enhancement.element.ts";
import { clockAt } from "~/values/times.ts";
import type { DoorAct, ScanReason } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";
import { readBadgeCode } from "./badge-codes.ts";
import { doorRefusals, scanMessages } from "./messages.ts";
import { codeIn, type PhoneAct, thingOnPhone } from "./on-phone.ts";
import { type KeptRoster, PhoneStore } from "./phone-store.element.ts";
import { type Network, PhoneSync } from "./phone-sync.element.ts";
import { CodeCamera, readCode } from "./reading-codes.element.ts";
import { type OnList, openEntry, refusedOnList, ticketKeys } from "./roster.ts";
import { isSigned } from "./signatures.element.ts";
import { readTicketCode } from "./ticket-codes.ts";

const words = scanMessages;
const NETWORK: Record<Network, string> = {
  online: words.online,
  offline: words.offline,
  "signed out": words.signedOut,
  refused: words.refused,
};
const MINUTE = 60_000;

/** A ticket on the screen: the data about it, and the values that an act about it needs. */
type Shown = {
  /**
   * The list as it was when the ticket was scanned. The phone may have deleted the list by the time the helper acts.
   */
  roster: KeptRoster;
  entry: OnList;
  proof: string;
  /**
   * Whether the portal answered. If it did, the page need not name the age of the list. Always true for a refused
   * ticket.
   */
  isFresh: boolean;
  /** The acts that were done on this phone and are not in `entry`, oldest first. */
  acts: PhoneAct[];
  /** For each thing, the last act since this ticket was scanned. */
  done: Map<string, DoorAct>;
};

/**
 * The page at the door that works without a network. It reads codes, verifies them, shows what the sealed list says
 * about a ticket, and keeps each act until the act is sent. Names are on the screen only as long as their ticket is.
 */
export class DoorScan extends Enhancement {
  #sync: PhoneSync | undefined;
  #camera: CodeCamera | undefined;
  #shown: Shown | undefined;
  #worker: ServiceWorkerRegistration | undefined;
  /** Whether a newer version of the worker has taken over, so that this page should be loaded again. */
  #isOutdated = false;

  protected override enhance() {
    void this.#begin();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#camera?.stop();
  }

  async #begin() {
    let store: PhoneStore;
    try {
      store = await PhoneStore.open();
    } catch {
      this.#part("without").textContent = words.noStore;
      return;
    }
    const sync = await PhoneSync.open(store, () => this.#showState());
    this.#sync = sync;
    this.#part("without").hidden = true;
    this.#part("with").hidden = false;
    this.#part("phone").textContent = words.phone(sync.device);
    this.#camera = new CodeCamera(
      this.#part<HTMLVideoElement>("video"),
      (text, began) => void this.#scan(text, began),
    );
    this.listen(this.#part("camera"), "click", () => void this.#startCamera());
    this.listen(this.#part("look"), "click", () => this.#scanTyped());
    this.listen<KeyboardEvent>(this.#part("typed"), "keydown", (event) => {
      if (event.key === "Enter") this.#scanTyped();
    });
    this.listen(this.#part("picture"), "change", () => void this.#scanPicture());
    this.listen(this.#part("load"), "click", () => void sync.run(true));
    this.listen(this.#part("log-out"), "click", () => void this.#logOut());
    void navigator.storage?.persist?.();
    void this.#keepPage();
    sync.begin();
    setInterval(() => this.#showState(), MINUTE / 4);
    this.#showState();
    // The helper scanned a code with the phone's own camera, and there was no network. So this page was opened at the
    // address in the code.
    if (!location.pathname.endsWith("/scan")) void this.#scan(location.pathname);
  }

  #part<Type extends HTMLElement = HTMLElement>(name: string): Type {
    return this.querySelector<Type>(`[data-part="${name}"]`)!;
  }

  /* ---------------------------------------------------------------- the state of this phone */

  #showState() {
    const { roster, network, waiting, acts, isLoading } = this.#sync!;
    const stuck = acts.filter(({ state }) => state === "stuck").length;
    const entries = (number: number) => quantity(number, "entry", "entries");
    const sentences = [
      roster
        ? words.list(quantity(Object.keys(roster.entries).length, "ticket"), ageOf(roster))
        : isLoading || network === "online"
          ? words.loading
          : words.noList,
      NETWORK[network],
      waiting.length === 0 ? words.allSent : words.waiting(entries(waiting.length)),
      ...(stuck > 0 ? [words.stuck(entries(stuck))] : []),
    ];
    const state = this.#part("state");
    const text = sentences.join(" ");
    if (state.dataset["text"] !== text) {
      state.dataset["text"] = text;
      state.replaceChildren(text);
      if (network === "signed out")
        state.append(
          " ",
          element("a", { href: `/?${new URLSearchParams({ redirectTo: "/door/scan" })}` }, words.logIn),
        );
    }
    this.dataset["network"] = network;
    this.dataset["waiting"] = String(waiting.length);
    this.dataset["list"] = String(roster ? Object.keys(roster.entries).length : "");
    this.#takeOver();
  }

  /* ---------------------------------------------------------------- reading codes */

  async #startCamera() {
    const state = this.#part("camera-state");
    try {
      await this.#camera!.start();
      this.#part("video").hidden = false;
      this.#part("camera").hidden = true;
      state.textContent = words.scanning;
      void this.#camera!.read();
    } catch {
      state.textContent = words.cameraRefused;
    }
    state.hidden = false;
  }

  #scanTyped() {
    const field = this.querySelector<HTMLInputElement>("#code")!;
    const text = field.value;
    if (text.trim() === "") return;
    field.value = "";
    void this.#scan(text);
  }

  async #scanPicture() {
    const input = this.#part<HTMLInputElement>("picture");
    const [file] = input.files ?? [];
    if (!file) return;
    const began = performance.now();
    const bitmap = await createImageBitmap(file).catch(() => null);
    const text = bitmap && (await readCode(bitmap, "picture"));
    bitmap?.close();
    input.value = "";
    if (text) await this.#scan(text, began);
    else {
      const state = this.#part("camera-state");
      state.hidden = false;
      state.textContent = words.noCode;
    }
  }

  /**
   * Shows the data about a ticket: the portal's data if the portal answers soon enough, otherwise the data in the list.
   *
   * @param began when the camera delivered the picture with the code (ms); the time that the scan takes is measured
   *   from then.
   */
  async #scan(scanned: string, began = performance.now()) {
    const sync = this.#sync!;
    this.#camera!.pause();
    const text = codeIn(scanned);
    if (readBadgeCode(text)) return this.#showBadge(text);
    if (!sync.roster) await sync.run();
    const { roster } = sync;
    if (!roster) return this.#next();
    const code = readTicketCode(text);
    if (code && (await isSigned(code, roster.keys, this.getAttribute("signatures")!))) {
      const { address, key, proof } = await ticketKeys(code.secret);
      const { acts, waiting } = sync;
      const asked = await sync.look(text);
      const sealed = roster.entries[address];
      const listed = sealed === undefined ? null : await openEntry(key, sealed).catch(() => null);
      const entry = asked ?? (listed?.id === code.holdingId ? listed : null);
      if (!entry || entry.reason) await this.#refuse(roster, entry?.reason ?? "notListed", entry, proof);
      else {
        const isFresh = asked !== null;
        this.#shown = { roster, entry, proof, isFresh, acts: isFresh ? waiting : acts, done: new Map() };
      }
    } else await this.#refuse(roster, "unknown", null, "");
    this.#showTicket();
    performance.measure("ticket", { start: began, end: performance.now() });
  }

  /* ---------------------------------------------------------------- a ticket on the screen */

  async #refuse(roster: KeptRoster, reason: ScanReason, entry: OnList | null, proof: string) {
    const id = entry?.id ?? "";
    const refused = refusedOnList(id, reason);
    this.#shown = { roster, entry: refused, proof, isFresh: true, acts: [], done: new Map() };
    await this.#sync!.add({
      ...{ conference: roster.edition, act: "in", pass: id, thing: id, proof: id && proof },
      ...{ again: "no", undoes: "", reason },
    });
  }

  /** Hides the scanner. Returns the part of the page that shows what was scanned. */
  #openBox(): HTMLElement {
    const box = this.#part("ticket");
    box.hidden = false;
    this.#part("scanner").hidden = true;
    this.#part("about").hidden = true;
    return box;
  }

  /**
   * Says that a badge opens no door. The phone keeps nothing of the badge. Only the portal can find the person, so the
   * link to that person's page is shown only with a network.
   */
  #showBadge(text: string) {
    const next = button(words.next, "primary", () => this.#next());
    this.#openBox().replaceChildren(
      verdict(
        "info",
        element("h2", {}, words.badge.title),
        element("p", {}, words.badge.whatToDo),
        next,
        this.#sync!.network === "online"
          ? element("a", { className: "button secondary", href: `/door/${text}` }, words.badge.sessions)
          : element("p", { className: "hint" }, words.badge.needsNetwork),
      ),
    );
    next.focus();
  }

  #showTicket() {
    const { roster, entry, isFresh, done } = this.#shown!;
    const box = this.#openBox();
    const next = button(words.next, "primary", () => this.#next());
    if (entry.reason) {
      const { title, whatToDo } =
        entry.reason === "notListed" || entry.reason === "changed"
          ? scanMessages.notListed
          : doorRefusals[entry.reason];
      box.replaceChildren(verdict("error", element("h2", {}, title), element("p", {}, whatToDo), next));
      next.focus();
      return;
    }
    const pass = this.#state(entry);
    const isDone = done.get(entry.id) === "in";
    const isIn = pass.times > 0;
    const title = isDone ? "Let in just now" : isIn ? "Already in" : "May come in";
    const main = isDone
      ? [next]
      : [
          button(isIn ? "Let in again" : "Let in", "primary", () => this.#do(entry.id, "in")),
          button(words.next, "quiet", () => this.#next()),
        ];
    box.replaceChildren(
      verdict(
        isDone ? "success" : isIn ? "warning" : "info",
        element("h2", {}, title),
        element("p", { className: "door-name" }, element("bdi", {}, entry.name || entry.reference)),
        ...(entry.fullName
          ? [element("p", {}, "In the application: ", element("bdi", {}, entry.fullName))]
          : []),
        element("p", {}, [entry.title, entry.event].filter(Boolean).join(", ")),
        element("p", {}, `Reference ${entry.reference}`),
        ...(isIn && pass.at !== null ? [element("p", {}, words.sent(this.#clock(pass.at)))] : []),
        ...(isFresh ? [] : [element("p", { className: "hint" }, words.byList(ageOf(roster)))]),
        ...main,
        ...(isIn && pass.last
          ? [button("That was a mistake", "quiet", () => this.#undo(entry.id, pass.last!))]
          : []),
      ),
      ...(entry.addOns.length === 0 ? [] : [this.#addOns(entry)]),
      ...(entry.notes.length === 0 ? [] : [notes(entry)]),
    );
    main[0]!.focus();
  }

  #addOns(entry: OnList): HTMLElement {
    const rows = entry.addOns.map((line) => {
      const { times, at, last } = this.#state(line);
      const isHanded = times > 0;
      return element(
        "li",
        { className: "cluster between" },
        element(
          "span",
          {},
          line.title,
          ...(isHanded && at !== null
            ? [" ", element("span", { className: "hint" }, words.handed(this.#clock(at)))]
            : []),
        ),
        " ",
        ...(isHanded && last === null
          ? []
          : [
              isHanded
                ? named(
                    button("Take back", "quiet", () => this.#undo(line.id, last!)),
                    line.title,
                  )
                : named(
                    button("Hand over", "secondary", () => this.#do(line.id, "handed")),
                    line.title,
                  ),
            ]),
      );
    });
    return card("To hand over", element("ul", { className: "rows door-things" }, ...rows));
  }

  /** The present state of a pass or an add-on, from the list and the acts on this phone. */
  #state(listed: { id: string; times: number; at: number | null }) {
    return thingOnPhone(listed, listed.id, this.#shown!.acts);
  }

  async #do(thing: string, act: DoorAct) {
    const shown = this.#shown!;
    const listed = [shown.entry, ...shown.entry.addOns].find(({ id }) => id === thing)!;
    const again = this.#state(listed).times > 0 ? "yes" : "no";
    await this.#act({ act, thing, again, undoes: "" });
  }

  #undo(thing: string, undoes: string) {
    return this.#act({ act: "undone", thing, again: "no", undoes });
  }

  async #act(fields: Pick<PhoneAct, "act" | "thing" | "again" | "undoes">) {
    const shown = this.#shown!;
    for (const one of this.#part("ticket").querySelectorAll("button")) one.disabled = true;
    const { roster, entry, proof } = shown;
    const act = await this.#sync!.add({
      ...fields,
      conference: roster.edition,
      pass: entry.id,
      proof,
      reason: "",
    });
    shown.acts = [...shown.acts, act];
    shown.done.set(fields.thing, fields.act);
    this.#showTicket();
  }

  #clock(at: number): string {
    return clockAt(at, this.#shown!.roster.zone);
  }

  /** Removes the ticket and the name of its holder from the screen. */
  #next() {
    this.#shown = undefined;
    const box = this.#part("ticket");
    box.replaceChildren();
    box.hidden = true;
    this.#part("scanner").hidden = false;
    this.#part("about").hidden = false;
    this.#part("camera-state").textContent = this.#camera!.isOn ? words.scanning : "";
    if (this.#camera!.isOn) void this.#camera!.read();
    else this.querySelector<HTMLInputElement>("#code")!.focus();
    this.#showState();
  }

  /* ---------------------------------------------------------------- the page itself, kept by this phone */

  async #keepPage() {
    if (!("serviceWorker" in navigator)) return;
    this.#worker = await navigator.serviceWorker.register("/door/worker.js").catch(() => undefined);
    if (!this.#worker) return;
    const hadOne = navigator.serviceWorker.controller !== null;
    this.listen(navigator.serviceWorker, "controllerchange", () => {
      this.#isOutdated = hadOne;
      this.#takeOver();
    });
    this.listen(this.#worker, "updatefound", () => {
      const next = this.#worker!.installing;
      if (next) this.listen(next, "statechange", () => this.#takeOver());
    });
    setInterval(() => void this.#worker!.update().catch(() => undefined), 5 * MINUTE);
    this.#takeOver();
  }

  /** Lets a new version of this page take over, but never while something waits to be sent or a ticket is shown. */
  #takeOver() {
    const isBusy = !this.#part("ticket").hidden || this.#sync!.waiting.length > 0;
    if (isBusy) return;
    if (this.#isOutdated) location.reload();
    else this.#worker?.waiting?.postMessage("take over");
  }

  async #logOut() {
    const sync = this.#sync!;
    const state = this.#part("log-out-state");
    await sync.run();
    const left = sync.waiting.length;
    if (left > 0 || !(await sync.logOut())) {
      state.hidden = false;
      state.textContent = words.notSent(quantity(left, "entry is", "entries are"));
      return;
    }
    this.#camera!.stop();
    for (const name of await caches.keys()) if (name.startsWith("door-")) await caches.delete(name);
    await this.#worker?.unregister();
    location.assign("/");
  }
}

/* ------------------------------------------------------------------ markup */

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<
    Pick<HTMLElementTagNameMap[Name], keyof HTMLElementTagNameMap[Name] & ("className" | "href" | "type")>
  >,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function button(
  label: string,
  variant: "primary" | "secondary" | "quiet",
  press: () => unknown,
): HTMLButtonElement {
  const made = element(
    "button",
    { type: "button", className: variant === "primary" ? "button" : `button ${variant}` },
    label,
  );
  made.addEventListener("click", press);
  return made;
}

/** Adds to a button the name of the pass or add-on, for people who do not see the row in which the button is. */
function named(made: HTMLButtonElement, thing: string): HTMLButtonElement {
  made.append(element("span", { className: "visually-hidden" }, ` ${thing}`));
  return made;
}

function verdict(tone: string, ...children: (Node | string)[]): HTMLElement {
  // In a browser without styles, only these spaces separate the words.
  const made = element("div", { className: "door-verdict" }, ...children.flatMap((child) => [child, " "]));
  made.dataset["tone"] = tone;
  return made;
}

const card = (title: string, ...children: Node[]): HTMLElement =>
  element("section", { className: "card" }, element("h2", {}, title), ...children);

const notes = (entry: OnList): HTMLElement =>
  card(
    "Notes for the door",
    element(
      "dl",
      { className: "rows summary" },
      ...entry.notes.map(({ term, value }) =>
        element("div", {}, element("dt", {}, term), element("dd", {}, element("bdi", {}, value))),
      ),
    ),
  );

/** How long ago the list was loaded, in words. */
function ageOf({ loadedAt }: KeptRoster): string {
  const minutes = Math.floor((Date.now() - loadedAt) / MINUTE);
  return minutes < 1
    ? words.justNow
    : words.ago(minutes < 90 ? quantity(minutes, "minute") : quantity(Math.round(minutes / 60), "hour"));
}
