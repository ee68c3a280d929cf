import { expect, test } from "vitest";
import { Browser, signedIn } from "../support/browser.ts";
import { linkIn, mailsTo } from "../support/mails.ts";
import { delegate, PASSWORD } from "../support/people.ts";
import { everything, row, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

/* ------------------------------------------------------------------ no table holds a link that works */

const PAGES = ["reset-password", "revert-email", "verify-email", "known-device", "invitation"];

/** Too short to be a secret. */
const SHORT = 16;

/** Every text that is stored anywhere: as a whole, and cut into parts that an address could hold. */
async function storedTexts(): Promise<Set<string>> {
  const texts = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) collect(part);
    if (typeof value !== "string") return;
    for (const text of [value, ...(value.match(/[\w-]+/g) ?? [])]) if (text.length >= SHORT) texts.add(text);
  };
  collect(await everything());
  return texts;
}

/**
 * Tries every text as a link: on every page that accepts a link, and as each of these people. Returns the links that
 * work.
 */
async function openedBy(people: Browser[], texts: Iterable<string>): Promise<string[]> {
  const opened = [];
  for (const text of texts) {
    for (const page of PAGES) {
      const path = `/${page}/${encodeURIComponent(text)}`;
      for (const browser of people) {
        if ((await browser.get(path)).status === 200) opened.push(path);
      }
    }
  }
  return [...new Set(opened)];
}

const sends = async (act: Promise<Response>) => expect((await act).status).toBe(302);

type Scene = {
  /** Does something that queues a mail. Returns the links that its answer shows at once. */
  act: () => Promise<string[]>;
  /** The people who try every link that they find. */
  people: Browser[];
  /** The addresses to which the mail is sent. */
  to: string[];
};

const KINDS: Record<string, () => Promise<Scene>> = {
  "a new password": async () => {
    const { email } = await delegate();
    const browser = new Browser("198.51.100.60");
    const act = async () => {
      await sends(browser.post("/?index", { account: "forgot", email }));
      return [];
    };
    return { act, people: [browser], to: [email] };
  },
  "a new device": async () => {
    const { email } = await delegate();
    const browser = new Browser("198.51.100.62");
    const act = async () => {
      const asked = await browser.post("/?index", { account: "new-device", email });
      expect(asked.status).toBe(200);
      return [];
    };
    return { act, people: [browser], to: [email] };
  },
  "a new account": async () => {
    const email = "link-of-a-new-account@example.org";
    const browser = new Browser("198.51.100.61");
    const act = async () => {
      await sends(browser.post("/?index", { account: "create", email, password: PASSWORD }));
      return [];
    };
    return { act, people: [browser], to: [email] };
  },
  "another confirmation": async () => {
    const { email, browser } = await delegate();
    const act = async () => {
      await sends(browser.post("/verify-email", {}));
      return [];
    };
    return { act, people: [browser], to: [email] };
  },
  "a changed address": async () => {
    const { email, browser } = await delegate();
    const newEmail = "link-of-a-new-address@example.org";
    const act = async () => {
      const done = await (await browser.open("/change-email")).press("Change email", { newEmail });
      const [shown] = /\/reset-password\/[\w-]+/.exec(done.html) ?? [];
      return [shown!];
    };
    return { act, people: [browser, new Browser("198.51.100.62")], to: [email, newEmail] };
  },
  "an invitation": async () => {
    const { browser, uid } = await delegate();
    const email = "link-of-an-invitation@example.org";
    await run("UPDATE users SET email = ?1, email_key = ?1 WHERE uid = ?2", email, uid);
    const director = await signedIn("director");
    const act = async () => {
      await sends(
        director.post("/admin/manage-staff", {
          intent: "add",
          people: email,
          role: "reviewer",
          capacity: "1",
        }),
      );
      return [];
    };
    return { act, people: [browser], to: [email] };
  },
};

test.each(Object.entries(KINDS))(
  "no table holds a link that works: %s",
  async (_, scene) => {
    const { act, people, to } = await scene();
    await keepHouse();
    const before = await storedTexts();
    const shown = await act();
    const mails = (await Promise.all(to.map(mailsTo))).flat();
    const links = [...mails.map(linkIn), ...shown];
    expect(links.length).toBeGreaterThanOrEqual(to.length);

    const added = async () => [...(await storedTexts())].filter((text) => !before.has(text));
    const unsent = await added();
    expect(unsent).toContain(mails[0]!.eventKey);
    expect(await openedBy(people, unsent)).toEqual([]);
    await keepHouse();
    const { n } = await row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE sent_at IS NULL");
    expect(n).toBe(0);
    expect(await openedBy(people, await added())).toEqual([]);

    // Once the links are stored in a table, the same search finds each of them.
    await run("UPDATE outbox SET body = ? WHERE recipient = ?", links.join(" "), mails[0]!.recipient);
    expect((await openedBy(people, await added())).sort()).toEqual(links.sort());
  },
  90_000,
);
