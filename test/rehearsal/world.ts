import { expect } from "vitest";
import { AuthorizeNet } from "../support/authorize-net.ts";
import { Installation } from "../support/installation.ts";
import { ORIGIN, Production } from "../support/production.ts";
import { Resend } from "../support/resend.ts";
import type { Page, Visitor } from "../support/visitor.ts";

/** A step of a rehearsal: its name in the list, and what is played. */
export type Step = [name: string, act: (world: World) => Promise<void>];

/** Everything that a rehearsal is about: the installation, the people, and the portal once it is deployed. */
export class World {
  readonly installation = new Installation();
  readonly resend = new Resend();
  readonly anet: AuthorizeNet;
  #portal: Production | undefined;

  private constructor(
    anet: AuthorizeNet,
    readonly quickly: boolean,
  ) {
    this.anet = anet;
  }

  /** @param quickly whether steps that take wrangler a minute are done without wrangler. */
  static async begin(quickly: boolean): Promise<World> {
    return new World(await AuthorizeNet.listen(), quickly);
  }

  get portal(): Production {
    if (!this.#portal) throw new Error("The portal was not deployed.");
    return this.#portal;
  }

  /** Runs the Worker with the settings in wrangler.toml, and with the secrets typed into `wrangler secret put`. */
  async deploy(): Promise<void> {
    const { settings, stored } = this.installation;
    if (this.#portal) return this.#portal.configure(settings);
    const { resend, anet } = this;
    this.#portal = await Production.unprepared({ settings, stored, resend, anet });
  }

  async close(): Promise<void> {
    await this.#portal?.close();
    if (!this.#portal) await this.anet.close();
    this.installation.close();
  }
}

const ADDRESSES = { next: 1 };

/** Somebody with a browser, a mailbox and a network of their own. */
export class Person {
  readonly email: string;
  readonly password: string;
  readonly visitor: Visitor;

  constructor(
    readonly world: World,
    readonly firstName: string,
    readonly lastName: string,
  ) {
    this.email = `${firstName}.${lastName}@example.org`.toLowerCase();
    this.password = `the first ferry of ${firstName} ${lastName}`;
    this.visitor = world.portal.visitor(`198.51.100.${ADDRESSES.next++}`);
  }

  /** Opens a page, which must be there. */
  async open(path: string): Promise<Page> {
    const page = await this.visitor.open(path);
    expect(page.status, `${path}: ${page.text}`).toBe(200);
    return page;
  }

  /** Opens a page, fills in a form and presses its button. Returns the page to which the answer leads. */
  async press(path: string, button: string | RegExp, typed: Record<string, string> = {}): Promise<Page> {
    return onwards(await (await this.open(path)).press(button, typed));
  }

  /** The path of the link in the newest mail with this subject. */
  link(subject: string): string {
    const mail = this.mails.findLast((sent) => sent.subject === subject);
    expect(mail, `a mail "${subject}" among ${this.subjects.join(", ")}`).toBeDefined();
    const link = new URL(/https?:\/\/\S+/.exec(mail!.text)![0]);
    expect(link.origin).toBe(ORIGIN);
    return link.pathname;
  }

  get mails() {
    return this.world.resend.to(this.email);
  }

  get subjects(): string[] {
    return this.mails.map(({ subject }) => subject);
  }

  async signUp(): Promise<void> {
    const { email, password } = this;
    const answer = await this.visitor.post("/?index", { account: "create", email, password });
    expect(answer.status, await answer.text()).toBe(302);
  }

  async signIn(): Promise<void> {
    const { email, password } = this;
    const answer = await this.visitor.post("/?index", { account: "sign-in", email, password });
    expect(answer.status, await answer.text()).toBe(302);
  }

  async confirmAddress(): Promise<void> {
    await this.press(this.link("Confirm your e-mail address"), "Confirm this address");
  }
}

/** The page to which an answer leads. If an answer leads somewhere, the form was accepted. */
export async function onwards(answer: Page): Promise<Page> {
  expect(answer.location, `${answer.path} (${answer.status}): ${answer.text}`).not.toBeNull();
  return answer.follow();
}
