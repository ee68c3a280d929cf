import { expect, type Locator, type Page, type Request } from "@playwright/test";
import type { AuditAct } from "../../app/values/audit-acts.ts";
import type { LinkPurpose } from "../../app/values/types.ts";
import { bankFile } from "../support/bank-files.ts";
import { BOOKED, paymentStatements } from "../support/bills.ts";
import { scanSecret, setUpFactor } from "./authenticator.ts";
import { editorOf, hydrated, openRows, questionCard } from "./question-editor.ts";
import { answeredBefore, askingLess, askingSeveral } from "./questions.ts";
import { removeSessionsToday } from "./sessions-today.ts";
import { CARD, demoAccount, newId, type Portal, pdf, sha256, withPlaces } from "./support.ts";
import { addressIn, badgeIn } from "./tickets.ts";

/** One screen in one state, with the person who looks at it and the way there. */
export type State = {
  name: string;
  /**
   * `as` is the demo account that looks at the screen. `like` names a demo account too, but a new copy of it looks at
   * the screen. `open` may change the copy.
   */
  as?: string;
  like?: string;
  open: string | ((page: Page, portal: Portal, uid: string) => Promise<unknown>);
  /** The status of the server's answer, if it is not 200. */
  status?: number;
  /** The state exists only with scripts (true) or only without them (false). */
  scripts?: boolean;
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Inserts two mails to an account. One of them came back. */
const MAIL_COPIES = `INSERT INTO outbox
    (id, event_key, kind, uid, recipient, subject, body, created_at, sent_at, failures, report)
  SELECT mail.value || uid, mail.value || uid, 'payment', uid, email, 'Your registration is complete',
    'Thank you, we have your payment.' || char(10, 10) || 'Your receipt: http://localhost/payment-info',
    mail.key + 1800000000000, mail.key + 1800000000000, 0, iif(mail.key = 0, 'bounced', NULL)
  FROM json_each('["came-back-","arrived-"]') AS mail CROSS JOIN users WHERE uid = ?`;

const signedOut: State[] = [
  { name: "home log in", open: "/" },
  { name: "home create account", open: "/?form=create" },
  { name: "home forgot password", open: "/?form=forgot" },
  { name: "home link sent", open: "/?notice=sent" },
  { name: "home password changed", open: "/?notice=changed" },
  {
    name: "home log in empty",
    open: async (page) => {
      await page.goto("/");
      await press(page, "Log in");
    },
  },
  {
    name: "home log in wrong",
    open: async (page) => {
      await page.goto("/");
      await page.getByLabel("E-mail").fill(`${newId()}@example.org`);
      await page.getByLabel("Password").fill("not the password");
      await press(page, "Log in");
    },
  },
  {
    name: "home create account wrong",
    open: async (page) => {
      await page.goto("/?form=create");
      await page.getByLabel("E-mail").fill("nobody");
      await page.getByLabel("Password").fill("short");
      await press(page, "Create account");
    },
  },
  {
    name: "home create account taken",
    open: async (page) => {
      await page.goto("/?form=create");
      await page.getByLabel("E-mail").fill(demoAccount("goldplus").email);
      await page.getByLabel("Password").fill("another-password-23");
      await press(page, "Create account");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "sign-in cannot be checked",
    as: "goldplus",
    open: (page, portal) => cannotRead(portal, "sessions", () => page.goto("/application")),
  },
  { name: "gate", open: "/application", status: 401 },
  { name: "gate admin", as: "goldplus", open: "/admin", status: 403 },
  { name: "gate payments", open: "/register", status: 401 },
  { name: "not found signed out", open: "/no/such/page", status: 404 },
  {
    name: "reset password",
    open: async (page, portal) => page.goto(await resetLink(portal)),
  },
  {
    name: "reset password too short",
    open: async (page, portal) => {
      await page.goto(await resetLink(portal));
      await page.getByLabel("New password").fill("short");
      await press(page, "Save password");
    },
  },
  {
    name: "home held up",
    open: async (page, portal) => {
      await holdUp(page, portal);
      await page.getByRole("button", { name: "Mail me a link" }).waitFor();
    },
  },
  {
    name: "home link to log in sent",
    open: async (page, portal) => {
      await holdUp(page, portal);
      await press(page, "Mail me a link");
      await page.getByRole("status").waitFor();
    },
  },
  {
    name: "known device",
    open: async (page, portal) =>
      page.goto(await linkOnce(portal, "known-device", demoAccount("goldplus").uid)),
  },
  { name: "known device link used", open: "/known-device/used", status: 404 },
  { name: "news and reminders", open: (page, portal) => openStopLink(page, portal) },
  {
    name: "news and reminders stopped",
    open: async (page, portal) => {
      await openStopLink(page, portal);
      await press(page, "Stop news and reminders");
      await page.getByRole("button", { name: "Send them again" }).waitFor();
    },
  },
  { name: "news and reminders link forged", open: "/unsubscribe/forged", status: 404 },
  { name: "reset password link used", open: "/reset-password/used", status: 404 },
  { name: "building blocks", open: "/dev/blocks" },
  {
    name: "mailbox",
    open: async (page) => {
      await page.goto("/?form=forgot");
      await page.getByLabel("E-mail").fill("new@hpair.example");
      await press(page, "Send link");
      await page.goto("/dev/mailbox");
    },
  },
];

const homes: State[] = [
  ...["new", "draft", "submitted", "unreleased", "accepted", "signed", "regular", "deferred", "rejected"],
  ...["gold", "goldplus", "subscriber", "reviewer", "director"],
].map((account) => ({ name: `home ${account}`, as: account, open: "/" }));

/** States of somebody who has a pass but has not said whom to call in an emergency. */
const askedLater: State[] = ["/", "/details"].map((path) => ({
  name: path === "/" ? "home still asked" : "details still asked",
  like: "goldplus",
  open: async (page, portal, uid) => {
    await portal.pay(uid);
    await portal.query(
      "UPDATE answers SET answers = json_remove(answers, '$.emergencyName', '$.emergencyPhone') WHERE uid = ?",
      uid,
    );
    await page.goto(path);
  },
}));

/** States after the deadline of the last round. */
const closed: State[] = [
  {
    name: "home log in closed",
    open: async (page, portal) => {
      const rounds = await portal.query<{ id: string; deadline: number }>(
        "SELECT id, deadline FROM rounds WHERE conference_id = 'aconf_2023'",
      );
      const set = (id: string, deadline: number) =>
        portal.query(
          "UPDATE rounds SET deadline = ? WHERE conference_id = 'aconf_2023' AND id = ?",
          deadline,
          id,
        );
      for (const { id } of rounds) await set(id, 1);
      await page.goto("/");
      for (const { id, deadline } of rounds) await set(id, deadline);
    },
  },
];

/** States of the frame around every page. */
const frames: State[] = [
  ...(["goldplus", "director"] as const).map((account) => ({
    name: `header of ${account === "director" ? "staff" : "a delegate"}`,
    as: account,
    open: async (page: Page) => {
      await page.goto("/payment-info");
      await openMenu(page);
    },
  })),
  {
    name: "home by the logo",
    as: "new",
    open: async (page) => {
      await page.goto("/help");
      await page.getByRole("banner").getByRole("link", { name: "HPAIR" }).click();
      await page.getByRole("heading", { name: "Write your application" }).waitFor();
    },
  },
  {
    name: "logged out",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/payment-info");
      await openMenu(page);
      await press(page, "Logout");
      await page.getByRole("button", { name: "Log in" }).waitFor();
    },
  },
  {
    name: "home after the last deadline",
    as: "new",
    open: (page, portal) => afterTheLastDeadline(portal, () => page.goto("/")),
  },
  {
    name: "home after the last deadline with a draft",
    as: "draft",
    open: (page, portal) => afterTheLastDeadline(portal, () => page.goto("/")),
  },
  {
    name: "home application opened again",
    like: "submitted",
    open: async (page, portal, uid) => {
      await openAgain(portal, uid);
      await page.goto("/");
    },
  },
  {
    name: "notification dismissed",
    like: "new",
    open: async (page) => {
      await page.goto("/help");
      await page.getByRole("button", { name: "Dismiss this notification" }).first().click();
      await page.getByText("early applications are out").waitFor({ state: "detached" });
      await page.goto("/");
    },
  },
  {
    name: "notifications cannot be read",
    as: "new",
    open: (page, portal) => cannotRead(portal, "notifications", () => page.goto("/help")),
  },
];

const SECTIONS = ["about", "education", "participation", "essays", "scholarship"];

const application: State[] = [
  { name: "application new", as: "new", open: "/application" },
  { name: "application returning", as: "returning", open: "/application" },
  { name: "application returning, no answer fits", as: "returning", open: "/application?none-fits" },
  { name: "application draft", as: "draft", open: "/application" },
  {
    name: "application not begun after the last deadline",
    as: "new",
    open: (page, portal) => afterTheLastDeadline(portal, () => page.goto("/application")),
  },
  { name: "earlier none", as: "new", open: "/earlier" },
  { name: "earlier", as: "returning", open: "/earlier" },
  { name: "earlier conference", as: "returning", open: "/earlier/aconf_2022" },
  {
    name: "earlier receipt",
    as: "returning",
    open: (page) => openLinked(page, "/earlier/aconf_2022", "Receipt"),
  },
  { name: "earlier letter", as: "returning", open: "/decision/letter?conference=aconf_2022" },
  {
    name: "page of another edition",
    as: "draft",
    status: 409,
    open: async (page) => {
      await page.goto("/application/about");
      await page
        .locator("input[name=edition]")
        .first()
        .evaluate((field: HTMLInputElement) => {
          field.value = "aconf_2022";
        });
      await press(page, "Save draft");
      await page.getByRole("heading", { name: "This page is out of date" }).waitFor();
    },
  },
  { name: "application submitted", as: "submitted", open: "/application" },
  ...SECTIONS.flatMap((section) => [
    { name: `section ${section}`, as: "new", open: `/application/${section}` },
    { name: `section ${section} checked`, like: "draft", open: `/application/${section}?check` },
  ]),
  {
    name: "section about without a last name",
    like: "draft",
    open: async (page, portal, uid) => {
      await portal.query(
        "UPDATE answers SET answers = json_remove(answers, '$.lastName') WHERE uid = ?",
        uid,
      );
      await page.goto("/application/about?check");
    },
  },
  { name: "section saved", as: "draft", open: "/application/about?saved" },
  {
    name: "section scholarship asked for",
    like: "new",
    open: async (page) => {
      await page.goto("/application/scholarship");
      await page.getByLabel("Yes").check();
    },
  },
  {
    name: "section several of many",
    like: "draft",
    open: (page, portal) => askingSeveral(portal, () => page.goto("/application/essays?check")),
  },
  {
    name: "section answered before",
    like: "draft",
    open: async (page, portal, uid) => {
      await answeredBefore(portal, uid);
      await askingSeveral(portal, () => page.goto("/application/essays?check"));
    },
  },
  {
    name: "section choice answered before",
    like: "draft",
    open: async (page, portal, uid) => {
      await answeredBefore(portal, uid);
      await page.goto("/application/education?check");
    },
  },
  {
    name: "check no longer asked",
    like: "draft",
    open: async (page, portal, uid) => {
      await answeredBefore(portal, uid);
      await askingLess(portal, () => askingSeveral(portal, () => page.goto("/application/check")));
    },
  },
  {
    name: "section in two versions",
    like: "draft",
    open: async (page, portal, uid) => {
      await page.goto("/application/about");
      await portal.query(
        "UPDATE answers SET version = version + 1, answers = json_set(answers, '$.lastName', 'Dorji') WHERE uid = ?",
        uid,
      );
      await page.getByLabel("Last name").fill("Wangdi");
      await press(page, "Save draft");
      await page.getByRole("heading", { name: "Two versions" }).waitFor();
    },
  },
  { name: "documents", as: "new", open: "/application/documents" },
  { name: "documents checked", like: "draft", open: "/application/documents?check" },
  {
    name: "documents stored",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/scholarship");
      await page.getByLabel("Yes").check();
      await press(page, "Save draft");
      await page.goto("/application/documents");
      await page
        .getByLabel("File")
        .last()
        .setInputFiles(pdf("A rather long name of a resume, final version 3.pdf"));
      await press(page, "Upload Resume");
      await page.getByText("Document saved.").waitFor();
    },
  },
  {
    name: "documents asked for no scholarship",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/scholarship");
      await page.getByLabel("No", { exact: true }).check();
      await press(page, "Save draft");
      await page.goto("/application/documents?check");
    },
  },
  {
    name: "documents too large",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/documents");
      const large = { ...pdf("resume.pdf"), buffer: Buffer.alloc(5_000_001, "%PDF-1.4\n") };
      await page.getByLabel("File").setInputFiles(large);
      await press(page, "Upload Resume");
      await page.getByText("Maximum file size exceeded").first().waitFor();
    },
  },
  {
    name: "documents refused",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/documents");
      await page
        .getByLabel("File")
        .setInputFiles({ ...pdf("resume.pdf"), buffer: Buffer.from("plain text") });
      await press(page, "Upload Resume");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "documents, another file meanwhile",
    like: "draft",
    open: async (page, portal, uid) => {
      await page.goto("/application/documents");
      await page.getByLabel("File").setInputFiles(pdf("resume.pdf"));
      await press(page, "Upload Resume");
      await page.getByText("Document saved.").waitFor();
      await portal.query("UPDATE documents SET id = ? WHERE uid = ?", newId(), uid);
      await press(page, "Remove Resume");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "check", as: "draft", open: "/application/check" },
  {
    name: "check complete",
    like: "submitted",
    open: async (page, portal, uid) => {
      await openAgain(portal, uid);
      await page.goto("/application/documents");
      for (const [id, title] of [
        ["budget_document", "Budget"],
        ["financial_statement", "Financial statement"],
        ["resume", "Resume"],
      ] as const) {
        await page.locator(`#${id}`).setInputFiles(pdf(`${id}.pdf`));
        await press(page, `Upload ${title}`);
        await page.getByRole("link", { name: `${id}.pdf` }).waitFor();
      }
      await page.getByRole("heading", { name: "Check your answers" }).waitFor();
    },
  },
  {
    name: "check refused",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/check");
      await press(page, "Submit application");
    },
  },
];

const decisions: State[] = [
  { name: "decision no application", as: "new", open: "/decision" },
  {
    name: "decision no application after the last deadline",
    as: "new",
    open: (page, portal) => afterTheLastDeadline(portal, () => page.goto("/decision")),
  },
  {
    name: "decision application opened again",
    like: "submitted",
    open: async (page, portal, uid) => {
      await openAgain(portal, uid);
      await page.goto("/decision");
    },
  },
  { name: "decision none yet", as: "submitted", open: "/decision" },
  { name: "decision accepted", as: "accepted", open: "/decision" },
  { name: "decision card with a name", as: "signed", open: "/decision?name" },
  { name: "decision of a holder", as: "goldplus", open: "/decision" },
  { name: "decision deferred", as: "deferred", open: "/decision" },
  {
    name: "decision cannot be read",
    as: "accepted",
    open: (page, portal) => cannotRead(portal, "decisions", () => page.goto("/decision")),
  },
  { name: "decision rejected", as: "rejected", open: "/decision" },
  {
    name: "decision waitlisted",
    like: "accepted",
    open: async (page, portal, uid) => {
      await portal.decide(uid, "Waitlisted");
      await page.goto("/decision");
    },
  },
  {
    name: "decision waitlisted after the list has stopped",
    like: "accepted",
    open: async (page, portal, uid) => {
      await portal.decide(uid, "Waitlisted");
      await afterTheList(portal, () => page.goto("/decision"));
    },
  },
  {
    name: "decision place kept",
    like: "accepted",
    open: async (page, portal, uid) => {
      await keepPlace(portal, uid);
      await page.goto("/decision");
    },
  },
  {
    name: "decision place given back",
    like: "accepted",
    open: async (page, portal, uid) => {
      await keepPlace(portal, uid);
      await page.goto("/decision?ask=decline");
    },
  },
];

/** Keeps a place for somebody from the waiting list. */
async function keepPlace(portal: Portal, uid: string) {
  await portal.decide(uid, "Waitlisted");
  await portal.query(
    `INSERT INTO offers (id, conference_id, uid, pass_type, offered_at, ends_at, grounds)
      VALUES (?1, 'aconf_2023', ?2, 'goldPlus', 1, 4102444800000, '{"placesLeft":1}')`,
    ...[`kept-${uid}`, uid],
  );
}

const waiver: State[] = [
  {
    name: "waiver with three names",
    like: "accepted",
    open: async (page, portal, uid) => {
      await portal.query(
        "UPDATE answers SET answers = json_set(answers, '$.middleName', 'Mei') WHERE uid = ?",
        uid,
      );
      await page.goto("/waiver");
    },
  },
  {
    name: "waiver accepted too early",
    as: "accepted",
    scripts: true,
    open: async (page) => {
      await page.goto("/waiver");
      await press(page, /^I accept to the terms/);
    },
  },
  {
    name: "waiver agreed to",
    like: "accepted",
    open: async (page) => {
      await page.goto("/register");
      for (const box of await page.locator("form").getByRole("checkbox").all()) await box.check();
      await press(page, /^I accept to the terms/);
      const confirm = page.getByRole("button", { name: "Accept the terms" });
      await confirm.or(page.getByText("Your pass")).first().waitFor();
      // With scripts, a dialog has asked already.
      if (await confirm.isVisible()) await confirm.click();
      await page.getByText("Your pass").waitFor();
    },
  },
  { name: "waiver not yet", as: "new", open: "/waiver" },
  { name: "waiver", as: "accepted", open: "/waiver" },
  { name: "waiver refused", as: "accepted", open: "/waiver?refused" },
  { name: "waiver accepted", as: "signed", open: "/waiver" },
  {
    name: "waiver incomplete",
    like: "accepted",
    open: async (page) => {
      await page.goto("/waiver");
      await submitPlainly(page, "I accept to the terms");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "waiver confirm",
    as: "accepted",
    open: "/waiver/confirm?version=1&date=2022-12-17&next=/register",
  },
];

const paying: State[] = [
  { name: "register not submitted", as: "new", open: "/register" },
  { name: "register no decision", as: "submitted", open: "/register" },
  { name: "register not accepted", as: "deferred", open: "/register" },
  { name: "register waiver", as: "accepted", open: "/register" },
  {
    name: "register notices",
    as: "signed",
    open: async (page) => {
      await page.goto("/register");
      await page.getByText("(1 more notice)").click();
    },
  },
  { name: "register pay", as: "signed", open: "/register" },
  { name: "register pay regular", as: "regular", open: "/register" },
  {
    name: "register pay step",
    as: "signed",
    open: "/register?addOns.h2023mug=true&addOns.h2023shirtblack=M&pay",
  },
  { name: "register chosen", as: "signed", open: "/register?addOns.h2023mug=true&addOns.h2023shirtblack=M" },
  {
    name: "register chosen and typed",
    as: "signed",
    open: async (page) => {
      await page.goto("/register?addOns.h2023mug=true&addOns.h2023shirtblack=M");
      await toCard(page);
      await page.getByLabel("Card number").fill("3782 822463 10005");
    },
  },
  {
    name: "register cleared",
    as: "signed",
    open: async (page) => {
      await page.goto("/register?addOns.h2023mug=true&addOns.h2023shirtblack=M");
      await press(page, /^Clear/);
    },
  },
  {
    name: "register empty",
    like: "signed",
    open: async (page) => {
      await page.goto("/register");
      await toCard(page);
      await press(page, /^Pay/);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "register cannot be read",
    as: "signed",
    open: (page, portal) => cannotRead(portal, "holdings", () => page.goto("/register")),
  },
  {
    name: "register wrong",
    like: "signed",
    open: async (page) => {
      await page.goto("/register");
      await toCard(page);
      await page.getByLabel("First name on card").fill("");
      await page.getByLabel("Card number").fill("4111 1111 1111 1112");
      await press(page, /^Pay/);
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "register declined", like: "signed", open: (page) => pay(page, "4000000000000002") },
  {
    name: "register in progress",
    like: "signed",
    open: async (page) => {
      await pay(page, "4000000000000010");
      await page.goto("/register");
    },
  },
  { name: "register held", as: "goldplus", open: "/register" },
  {
    name: "register with an award",
    like: "signed",
    open: async (page, portal, uid) => {
      await award(portal, uid, 40);
      await page.goto("/register");
    },
  },
  {
    name: "register free",
    like: "signed",
    open: async (page, portal, uid) => {
      await award(portal, uid, 100);
      await page.goto("/register");
    },
  },
  {
    name: "register few left",
    like: "signed",
    open: (page, portal) =>
      withPlaces(portal, { goldPlus: 3, h2023mug: 1, h2023hatblack: 0 }, () => page.goto("/register")),
  },
  ...(["/", "/decision", "/payment-info", "/register"] as const).map((path) => ({
    name: `sold out ${path.slice(1) || "home"}`,
    like: "signed",
    open: (page: Page, portal: Portal) => withPlaces(portal, { goldPlus: 0 }, () => page.goto(path)),
  })),
  {
    name: "register sold meanwhile",
    like: "signed",
    open: async (page, portal) => {
      await page.goto("/register?addOns.h2023mug=true&addOns.h2023shirtblack=M");
      await fillCard(page, CARD.cardNumber);
      await withPlaces(portal, { h2023mug: 0 }, async () => {
        await press(page, /^Pay/);
        await page.getByRole("alert").waitFor();
      });
    },
  },
  { name: "invoice asked for", like: "signed", open: "/register/invoice" },
  {
    name: "invoice asked for wrongly",
    like: "signed",
    open: async (page) => {
      await page.goto("/register/invoice");
      await page.getByLabel("Who pays").fill("");
      await press(page, "Continue");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "invoice before it is written",
    like: "signed",
    open: async (page) => {
      await page.goto("/register/invoice?addOns.h2023mug=true");
      await page.getByLabel("Address").fill("Legon\nAccra");
      await press(page, "Continue");
      await page.getByRole("heading", { name: "Your invoice" }).waitFor();
    },
  },
  {
    name: "home with an open invoice",
    like: "signed",
    open: async (page, portal, uid) => {
      await writeInvoice(portal, uid);
      await page.goto("/");
      await page.getByText("is due by").first().waitFor();
    },
  },
  {
    name: "invoice",
    like: "signed",
    open: async (page, portal, uid) => {
      await page.goto(`/payment/${await writeInvoice(portal, uid)}/invoice`);
    },
  },
  {
    name: "invoice with tax",
    like: "signed",
    open: async (page, portal, uid) => {
      await page.goto(`/payment/${await writeInvoice(portal, uid, true)}/invoice`);
    },
  },
  {
    name: "invoice of which a part went back",
    like: "signed",
    open: async (page, portal, uid) => {
      const { id } = await giveMugBack(portal, uid);
      await page.goto(`/payment/${id}/invoice`);
    },
  },
  ...[false, true].map((isVoid) => ({
    name: isVoid ? "credit note void" : "credit note",
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      const { id, refund } = await giveMugBack(portal, uid);
      if (isVoid)
        await portal.query(`UPDATE refunds SET state = 'refused', booking = ${THEN} WHERE id = ?`, refund);
      await page.goto(`/payment/${id}/credit-note/${refund}`);
    },
  })),
  {
    name: "admin credit note",
    as: "director",
    open: async (page, portal) => {
      const { id, refund } = await giveMugBack(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}/credit-note/${refund}`);
    },
  },
  ...(["/", "/register", "/payment-info"] as const).map((path) => ({
    name: `invoice open ${path.slice(1) || "home"}`,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      await writeInvoice(portal, uid);
      await page.goto(path);
    },
  })),
  { name: "invoice not offered now", as: "goldplus", open: "/register/invoice" },
  { name: "admin invoices none", as: "director", open: "/admin/payments/invoices?state=given+back" },
  {
    name: "admin invoices",
    as: "director",
    open: async (page, portal) => {
      await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      const late = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await takeMoney(portal, late, "unwanted");
      await page.goto("/admin/payments/invoices");
    },
  },
  {
    name: "admin invoice",
    as: "director",
    open: async (page, portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}`);
    },
  },
  {
    name: "admin invoice with too much",
    as: "director",
    open: async (page, portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}`);
      await page.getByLabel("Amount in dollars").fill("600");
      await page.getByRole("radio", { name: "Cash" }).check();
      await page.getByLabel("Reference").fill("Cash book 4");
      await press(page, "Continue");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "admin invoice, other money was recorded first",
    as: "director",
    open: async (page, portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}`);
      await page.getByRole("radio", { name: "Cash" }).check();
      await page.getByLabel("Reference").fill("Cash book 4");
      await takeMoney(portal, id, "waiting");
      await press(page, "Continue");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "admin invoice, a part before it is recorded",
    as: "director",
    open: async (page, portal) => {
      await page.goto(
        `/admin/payments/invoices/${await writeInvoice(portal, (await portal.accountLike("signed")).uid)}`,
      );
      await sayPart(page);
    },
  },
  {
    name: "admin invoice paid in part",
    as: "director",
    open: async (page, portal) => {
      await payPart(page, portal, (await portal.accountLike("signed")).uid);
      await page.getByText("Write off the rest").click();
    },
  },
  {
    name: "admin invoice with its rest written off",
    as: "director",
    open: async (page, portal) => {
      await payPart(page, portal, (await portal.accountLike("signed")).uid);
      await writeOff(page);
    },
  },
  {
    name: "admin invoice, a rest without a reason",
    as: "director",
    open: async (page, portal) => {
      await payPart(page, portal, (await portal.accountLike("signed")).uid);
      await page.getByText("Write off the rest").click();
      await press(page, /^Write off \$/);
      await page.getByText("Say why. We keep the reason.").first().waitFor();
    },
  },
  ...(["invoice paid in part", "invoice with its rest written off"] as const).map((name) => ({
    name,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      const id = await partPaid(page, portal, uid, { isWrittenOff: name !== "invoice paid in part" });
      await page.goto(`/payment/${id}/invoice`);
    },
  })),
  ...(["/", "/register", "/payment-info"] as const).map((path) => ({
    name: `invoice paid in part ${path.slice(1) || "home"}`,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      await partPaid(page, portal, uid);
      await page.goto(path);
    },
  })),
  {
    name: "admin invoice said before it is recorded",
    as: "director",
    open: async (page, portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}`);
      await page.getByRole("radio", { name: "Bank transfer" }).check();
      await page.getByLabel("Reference").fill("TX 88-1");
      await press(page, "Continue");
      await page.getByRole("button", { name: /^Record/ }).waitFor();
    },
  },
  ...(["waiting", "unwanted"] as const).map((state) => ({
    name: `admin invoice with money ${state}`,
    as: "director",
    open: async (page: Page, portal: Portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await takeMoney(portal, id, state);
      await page.goto(`/admin/payments/invoices/${id}`);
    },
  })),
  {
    name: "admin invoice with money that changed after its reversal was asked for",
    as: "director",
    open: async (page, portal) => {
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await takeMoney(portal, id, "unwanted");
      await portal.query(
        `INSERT INTO reversals (id, conference_id, taking_id, was, reason, limit_cents, state, asked_by, asked_at, created_at)
          SELECT ?, conference_id, id, 'taken', 'It was another person’s transfer.', limit_cents, 'waiting', recorded_by,
            recorded_at, created_at FROM takings WHERE order_id = ?`,
        ...[newId(), id],
      );
      await page.goto(`/admin/payments/invoices/${id}`);
    },
  },
  {
    name: "admin invoice with a reference used before",
    as: "director",
    open: async (page, portal) => {
      const before = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await takeMoney(portal, before, "unwanted");
      const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
      await page.goto(`/admin/payments/invoices/${id}`);
      await page.getByRole("radio", { name: "Bank transfer" }).check();
      await page.getByLabel("Reference").fill("TX 88-1");
      await press(page, "Continue");
      await page.getByRole("button", { name: /^Record/ }).waitFor();
    },
  },
  { name: "admin bank file", as: "director", open: "/admin/payments/bank" },
  {
    name: "admin bank file none",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/payments/bank");
      await page.getByText("Or paste its text").click();
      await page.getByLabel("Text of the file").fill("Dear Sir");
      await press(page, "Show what it pays");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "admin bank file columns",
    as: "director",
    open: async (page) =>
      bankFileOf(page, "When;What;How much\n17.12.2022;Tuition;570,00\n18.12.2022;;-5,00"),
  },
  {
    name: "admin bank file days",
    as: "director",
    open: async (page) => bankFileOf(page, "Date,Memo,Paid in\n05/06/2022,Tuition,570.00"),
  },
  {
    name: "admin bank file outgoing",
    as: "director",
    open: async (page) => bankFileOf(page, "Date,Memo,Amount\n12/16/2022,Printing,-20.00"),
  },
  ...["admin bank lines", "admin bank lines recorded", "admin bank lines none ticked"].map(
    (name): State => ({
      name,
      as: "director",
      open: async (page, portal) => {
        await bankFileOf(page, await bankLinesFor(portal));
        if (name === "admin bank lines") return;
        const boxes = page.getByRole("checkbox");
        for (const box of await boxes.all()) await box.setChecked(name === "admin bank lines recorded");
        await press(page, "Record the ticked payments");
        await page.locator("[role=alert], [role=status]").first().waitFor();
      },
    }),
  ),
  { name: "admin invoicing", as: "director", open: "/admin/payments/invoicing" },
  {
    name: "admin invoicing proposed",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/payments/invoicing");
      await page.getByLabel("How an invoice is paid").fill("Another bank, account 999");
      await press(page, "Propose");
      await page.getByRole("button", { name: "Withdraw" }).waitFor();
    },
  },
  {
    name: "admin invoicing refused",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/payments/invoicing");
      // Another state may have left a proposal, and there can be only one at a time.
      const open = page.getByRole("button", { name: "Withdraw" });
      if ((await open.count()) > 0) await open.click();
      await page.getByLabel("Tax that prices include").fill("7.7");
      await press(page, "Propose");
      await page.getByText("Enter the tax number.").first().waitFor();
    },
  },
  {
    name: "admin cash desk",
    as: "director",
    open: async (page, portal) => {
      await page.goto(`/admin/payments/person/${(await portal.accountLike("signed")).uid}/desk`);
    },
  },
  {
    name: "admin cash desk of somebody who holds the pass",
    as: "director",
    open: `/admin/payments/person/${demoAccount("goldplus").uid}/desk`,
  },
  { name: "more add-ons", as: "goldplus", open: "/register/add-ons" },
  { name: "more add-ons none", as: "gold", open: "/virtual-summit/add-ons" },
  { name: "more add-ons no pass", as: "signed", open: "/register/add-ons" },
  {
    name: "more add-ons few left",
    as: "goldplus",
    open: (page, portal) =>
      withPlaces(portal, { h2023mug: 2, h2023hatblack: 0 }, () =>
        page.goto("/register/add-ons?addOns.h2023mug=true"),
      ),
  },
  {
    name: "more add-ons nothing chosen",
    like: "signed",
    open: async (page, portal, uid) => {
      await portal.pay(uid);
      await page.goto("/register/add-ons");
      await page.locator("form.choose-first").evaluate((form: HTMLFormElement) => form.submit());
      await page.getByRole("alert").waitFor();
    },
  },
  ...(["/payment-info", "/"] as const).map((path) => ({
    name: `more add-ons bought ${path.slice(1) || "home"}`,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      await buyLater(page, portal, uid);
      await page.goto(path);
    },
  })),
  {
    name: "more add-ons bought give up the pass",
    like: "signed",
    open: async (page, portal, uid) => {
      await buyLater(page, portal, uid);
      await openLinked(page, "/payment-info", "Give up the pass");
    },
  },
  {
    name: "more add-ons bought admin payment",
    like: "signed",
    open: async (page, portal, uid) => {
      await buyLater(page, portal, uid);
      await openLinked(page, "/payment-info", "Give up the pass");
      await page.getByLabel("I give up the Harvard Conference ticket").check();
      await press(page, "Give up the pass");
      await page.waitForURL("**/payment-info");
      await portal.signIn(page.context(), demoAccount("director"));
      await page.goto(`/admin/payments/${await newestPayment(portal, uid)}`);
    },
  },
  { name: "register code wrong", like: "signed", open: "/register?code=nothing" },
  {
    name: "decision with an award",
    like: "signed",
    open: async (page, portal, uid) => {
      await award(portal, uid, 40);
      await page.goto("/decision");
    },
  },
  {
    name: "receipt of a free pass",
    like: "signed",
    open: async (page, portal, uid) => {
      await takeFree(page, portal, uid);
      await openLinked(page, "/payment-info", "Receipt");
    },
  },
  { name: "virtual summit pay", as: "signed", open: "/virtual-summit" },
  {
    name: "virtual summit declined",
    like: "deferred",
    open: (page) => pay(page, "4000000000000002", "/virtual-summit"),
  },
  { name: "virtual summit included", as: "goldplus", open: "/virtual-summit" },
  { name: "virtual summit held", as: "gold", open: "/virtual-summit" },
  { name: "virtual summit not accepted", as: "rejected", open: "/virtual-summit" },
  { name: "virtual summit deferred", as: "deferred", open: "/virtual-summit" },
  { name: "payments none", as: "new", open: "/payment-info" },
  {
    name: "payments cannot be read",
    as: "goldplus",
    open: (page, portal) => cannotRead(portal, "payments", () => page.goto("/payment-info")),
  },
  { name: "payments", as: "goldplus", open: "/payment-info" },
  { name: "payments to come", as: "signed", open: "/payment-info" },
  {
    name: "payments declined",
    like: "signed",
    open: async (page) => {
      await pay(page, "4000000000000002");
      await page.goto("/payment-info");
    },
  },
  {
    name: "payment made",
    as: "goldplus",
    open: async (page, portal, uid) => page.goto(`/payment/${await newestPayment(portal, uid)}`),
  },
  { name: "payment being checked", like: "signed", open: (page) => pay(page, "4000000000000010") },
  ...["payment", "receipt", "payments", "home"].map(
    (where): State => ({
      name: `taken back by the bank ${where}`,
      like: "signed",
      open: async (page, portal, uid) => {
        const id = await bankTookBack(portal, uid, BOOKED);
        const paths = {
          payment: `/payment/${id}`,
          receipt: `/payment/${id}/receipt`,
          payments: "/payment-info",
        };
        await page.goto(paths[where as keyof typeof paths] ?? "/");
      },
    }),
  ),
  {
    name: "payment not made",
    like: "signed",
    open: async (page, portal, uid) => {
      await pay(page, "4000000000000002");
      await page.goto(`/payment/${await newestPayment(portal, uid)}`);
    },
  },
];

const details: State[] = [
  { name: "details", as: "goldplus", open: "/details" },
  { name: "details saved", as: "goldplus", open: "/details?saved" },
  { name: "details before submitting", as: "draft", open: "/details" },
  {
    name: "details wrong",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/details");
      await page.getByLabel("Phone number", { exact: true }).fill("12");
      await press(page, "Save details");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "details in two tabs",
    as: "goldplus",
    status: 409,
    open: async (page) => {
      await page.goto("/details");
      await page.locator("input[name=version]").evaluate((field: HTMLInputElement) => {
        field.value = "1";
      });
      await page.getByLabel("Dietary needs").fill("Halal");
      await press(page, "Save details");
      await page.getByRole("heading", { name: "Changed in the meantime" }).waitFor();
    },
  },
];

const emails: State[] = [
  { name: "change email", as: "goldplus", open: "/change-email" },
  { name: "change password", as: "goldplus", open: "/change-password" },
  {
    name: "change password wrong",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/change-password");
      await page.getByLabel("Present password").fill("not the password");
      await page.getByLabel("New password").fill("a-better-one");
      await press(page, "Change password");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "change password done", as: "goldplus", open: "/change-password?changed" },
  {
    name: "verify new email",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/change-email");
      await changeEmail(page, `${newId()}@student-union.university.example`);
      await page.getByText("Your new e-mail will be").waitFor();
      await page.goto("/verify-email");
    },
  },
  ...(["/verify-email", "/", "/application", "/decision"] as const).map((path) => ({
    name: `address taken away ${path}`,
    like: path === "/verify-email" ? ("new" as const) : ("submitted" as const),
    open: async (page: Page, portal: Portal, uid: string) => {
      const none = `${uid}@no-address.invalid`;
      await portal.query("UPDATE users SET email = ?, email_key = ? WHERE uid = ?", ...[none, none, uid]);
      await page.goto(path);
    },
  })),
  {
    name: "change email refused",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/change-email");
      await changeEmail(page, "nobody");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "change email password",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await forgetPassword(portal, uid);
      await page.goto("/change-email");
      await changeEmail(page, "a.rather.long.name.of.a.delegate@student-union.university.example");
      await page.getByLabel("Password").waitFor();
    },
  },
  {
    name: "change email done",
    like: "goldplus",
    open: async (page) => {
      await page.goto("/change-email");
      await changeEmail(page, `${newId()}@student-union.university.example`);
      await page.getByText("Your new e-mail will be").waitFor();
    },
  },
  {
    name: "change email dialog",
    as: "goldplus",
    scripts: true,
    open: async (page) => openDialog(page),
  },
  {
    name: "change email dialog wrong password",
    like: "goldplus",
    scripts: true,
    open: async (page, portal, uid) => {
      await forgetPassword(portal, uid);
      await openDialog(page);
      await changeEmail(page, `${newId()}@example.org`);
      await page.getByLabel("Password").fill("not the password");
      await press(page, "Change email");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "change email dialog done",
    like: "director",
    scripts: true,
    open: async (page) => {
      await openDialog(page, "/admin");
      await changeEmail(page, `${newId()}@student-union.university.example`);
      await page.getByText("Your new e-mail will be").waitFor();
    },
  },
  { name: "verify email", as: "new", open: "/verify-email" },
  { name: "verify email sent", as: "new", open: "/verify-email?sent" },
  { name: "verify email done", as: "goldplus", open: "/verify-email" },
  {
    name: "verify email too often",
    like: "new",
    open: async (page) => {
      await page.goto("/verify-email");
      for (let count = 0; count < 4; count++) await press(page, "Send a new link");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "verify email link",
    as: "new",
    open: async (page, portal, uid) =>
      page.goto(await linkOnce(portal, "verify-email", uid, demoAccount("new").email)),
  },
  { name: "verify email link used", as: "new", open: "/verify-email/used", status: 404 },
  {
    name: "revert email",
    open: async (page, portal) =>
      page.goto(await linkOnce(portal, "revert-email", demoAccount("new").uid, "old.address@example.org")),
  },
  { name: "revert email link used", open: "/revert-email/used", status: 404 },
];

const others: State[] = [
  { name: "help", open: "/help" },
  { name: "help signed in", as: "goldplus", open: "/help" },
  { name: "developers", open: "/developers" },
  { name: "history", open: "/history" },
  { name: "history of a city", open: "/history#in-hong-kong" },
  { name: "receipt", as: "goldplus", open: (page) => openLinked(page, "/payment-info", "Receipt") },
  {
    name: "exchange an add-on",
    as: "goldplus",
    open: (page) => openLinked(page, "/payment-info", "Exchange an add-on"),
  },
  {
    name: "exchange an add-on refused",
    like: "signed",
    open: async (page, portal, uid) => {
      await portal.pay(uid);
      await openLinked(page, "/payment-info", "Exchange an add-on");
      // The page is now in the same state as if the add-on had been exchanged in another window.
      await page.locator("input[name=seen]").evaluate((input: HTMLInputElement) => (input.value = "XL"));
      await page.getByLabel("New size or kind").selectOption("L");
      await press(page, /^Exchange/);
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "payer asked for", like: "signed", open: "/register/payer" },
  {
    name: "payer asked",
    like: "signed",
    open: async (page, portal, uid) => {
      await asked(portal, uid, "finance@example.org");
      await page.goto("/register/payer");
    },
  },
  {
    name: "payer asked, not possible now",
    like: "signed",
    open: async (page, portal, uid) => {
      await asked(portal, uid, "finance@example.org");
      await portal.query("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", uid);
      await page.goto("/register/payer");
    },
  },
  {
    name: "payer asked register",
    like: "signed",
    open: async (page, portal, uid) => {
      await asked(portal, uid, "finance@example.org");
      await page.goto("/register");
    },
  },
  { name: "paying nobody", as: "signed", open: "/paying" },
  ...(
    [
      "paying",
      "paying card",
      "paying home",
      "paying not now",
      "paying not now none",
      "paying being checked",
      "paying done",
      "paying cancelled",
      "paying invoice",
      "paying invoice wrong",
      "paying invoiced",
      "paying invoices",
    ] as const
  ).map((name) => ({
    name,
    like: "submitted",
    open: async (page: Page, portal: Portal, uid: string) => {
      const [{ email }] = (await portal.query("SELECT email FROM users WHERE uid = ?", uid)) as [
        { email: string },
      ];
      const people = [await portal.accountLike("signed"), await portal.accountLike("regular")];
      for (const person of people) await asked(portal, person.uid, email);
      if (name.startsWith("paying not now"))
        await portal.query("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", people[0]!.uid);
      await page.goto(name === "paying home" ? "/" : "/paying");
      if (name === "paying not now none") {
        await press(page, "I will not pay for these");
        await page.getByRole("alert").waitFor();
      }
      if (name === "paying" || name === "paying home" || name.startsWith("paying not now")) return;
      await press(page, "Continue to payment");
      await page.getByLabel("First name on card").waitFor();
      if (name === "paying card") return;
      if (name.startsWith("paying invoice")) {
        await follow(page, page.getByRole("link", { name: "Ask for one invoice instead" }));
        await page.getByLabel("Who pays").waitFor();
        if (name === "paying invoice") return;
        await page.getByLabel("Who pays").fill("University of Ghana");
        const isWritten = name !== "paying invoice wrong";
        if (isWritten) await page.getByLabel("Address").fill("Bursary\nLegon, Accra");
        await press(page, /^Ask for the/);
        await (isWritten ? page.getByText("How to pay") : page.getByRole("alert")).waitFor();
        if (name !== "paying invoices") return;
        await page.goto("/paying");
        await page.getByRole("link", { name: /^How to pay/ }).waitFor();
        return;
      }
      const isChecked = name === "paying being checked";
      await fillCard(page, isChecked ? "4000000000000010" : CARD.cardNumber);
      await press(page, /^Pay/);
      await page.getByText(isChecked ? "Being checked" : "Total paid").waitFor();
      if (isChecked) await page.goto("/paying");
      if (name !== "paying cancelled") return;
      await portal.query(
        `UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE delegate_uid IN (?, ?)`,
        ...people.map((person) => person.uid),
      );
      await page.reload();
    },
  })),
  {
    name: "transfer",
    as: "goldplus",
    open: (page) => openLinked(page, "/payment-info", "Transfer the pass"),
  },
  {
    name: "transfer wrong",
    like: "signed",
    open: async (page, portal, uid) => {
      await portal.pay(uid);
      await openLinked(page, "/payment-info", "Transfer the pass");
      // This is the delegate's own address.
      await page.getByLabel("Their e-mail address").fill(`signed-${uid.slice(0, 6)}@hpair.example`);
      await press(page, "Offer the pass");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "transfer of a pass from an award",
    like: "signed",
    open: async (page, portal, uid) => {
      await takeFree(page, portal, uid);
      // No page links to it, because the pass cannot be transferred.
      await page.goto(`/payment/${await newestPayment(portal, uid)}/transfer`);
    },
  },
  ...(["transfer", "home", "payments"] as const).map((place) => ({
    name: `transfer offered ${place}`,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      await portal.pay(uid);
      await offered(portal, uid, demoAccount("signed"));
      const transfer = `/payment/${await newestPayment(portal, uid)}/transfer`;
      await page.goto({ transfer, home: "/", payments: "/payment-info" }[place]);
    },
  })),
  ...(["signed", "accepted", "rejected"] as const).map((account) => ({
    name: `transfer to ${account}`,
    like: account,
    open: async (page: Page, portal: Portal, uid: string) => {
      const other = await portal.accountLike("signed");
      await portal.pay(other.uid);
      await page.goto(`/transfer/${await offered(portal, other.uid, { uid, email: "mei@example.org" })}`);
    },
  })),
  {
    name: "transfer while a part is refunded",
    like: "signed",
    open: async (page, portal, uid) => {
      const other = await portal.accountLike("signed");
      await portal.pay(other.uid);
      const id = await offered(portal, other.uid, { uid, email: "mei@example.org" });
      await portal.query(
        "UPDATE holdings SET state = 'ending' WHERE uid = ? AND item = 'h2023mug'",
        other.uid,
      );
      await page.goto(`/transfer/${id}`);
    },
  },
  {
    name: "transfer to home",
    like: "signed",
    open: async (page, portal, uid) => {
      const other = await portal.accountLike("signed");
      await portal.pay(other.uid);
      await offered(portal, other.uid, { uid, email: "mei@example.org" });
      await page.goto("/");
    },
  },
  {
    name: "transfer closed",
    like: "signed",
    open: async (page, portal, uid) => {
      const other = await portal.accountLike("signed");
      await portal.pay(other.uid);
      const id = await offered(portal, other.uid, { uid, email: "mei@example.org" });
      await portal.query(
        "UPDATE transfers SET state = 'taken back', closed_at = created_at WHERE id = ?",
        id,
      );
      await page.goto(`/transfer/${id}`);
    },
  },
  ...(["home", "payments", "order", "order before", "payment", "payments before"] as const).map((place) => ({
    name: `transfer done ${place}`,
    like: "signed",
    open: async (page: Page, portal: Portal, uid: string) => {
      const other = await portal.accountLike("signed");
      await portal.pay(other.uid);
      const id = await offered(portal, other.uid, { uid, email: "mei@example.org" });
      await page.goto(`/transfer/${id}`);
      await press(page, "Accept the pass");
      await page.getByText("You are registered").waitFor();
      if (place === "home") return;
      if (place === "payments") return page.goto("/payment-info");
      const before = place === "payments before";
      await portal.signIn(page.context(), before ? other : demoAccount("director"));
      const payment = await newestPayment(portal, other.uid);
      return page.goto(
        {
          order: `/admin/payments/person/${uid}`,
          "order before": `/admin/payments/person/${other.uid}`,
          payment: `/admin/payments/${payment}`,
          "payments before": "/payment-info",
        }[place],
      );
    },
  })),
  {
    name: "transfer open order",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      await offered(portal, uid, demoAccount("signed"));
      await page.goto(`/admin/payments/person/${uid}`);
    },
  },
  {
    name: "give up the pass",
    as: "goldplus",
    open: (page) => openLinked(page, "/payment-info", "Give up the pass"),
  },
  {
    name: "give up the pass unconfirmed",
    like: "signed",
    open: async (page, portal, uid) => {
      await portal.pay(uid);
      await openLinked(page, "/payment-info", "Give up the pass");
      await press(page, "Give up the pass");
      await page.getByText("Tick the box").first().waitFor();
    },
  },
  { name: "admin payments", as: "director", open: "/admin/payments" },
  {
    name: "admin other edition",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/payments");
      await page.getByLabel("You are looking at").selectOption("Asia Conference 2022");
      await press(page, "Change");
      await page.getByText("Delegates see").waitFor();
    },
  },
  { name: "admin grants", as: "director", open: "/admin/grants" },
  {
    name: "admin grants refused",
    as: "director",
    open: async (page, portal) => {
      await award(portal, (await portal.accountLike("signed")).uid, 40);
      await page.goto("/admin/grants");
      const form = page.locator("#awards");
      await form.getByText("New award", { exact: true }).click();
      await form.getByLabel("People", { exact: true }).fill("nobody@example.com\nMei Chen");
      await form.getByLabel("Name for delegates").fill("Diversity award");
      await form.getByLabel("Reduction").fill("50%");
      await press(page, "Give the awards");
      await page.getByText("belongs to no account").waitFor();
    },
  },
  { name: "admin payments none", as: "director", open: "/admin/payments?search=nobody" },
  { name: "admin payment", as: "director", open: (page) => openPayment(page) },
  { name: "audit log", as: "director", open: "/admin/audit" },
  {
    name: "audit log acts",
    as: "director",
    open: async (page, portal) => {
      await writeActs(portal);
      await page.goto("/admin/audit");
    },
  },
  { name: "admin journal", as: "director", open: "/admin/payments/journal?first=2022-11-01" },
  {
    name: "admin journal none",
    as: "director",
    open: "/admin/payments/journal?first=2020-01-01&last=2020-01-01",
  },
  { name: "admin batches none", as: "director", open: "/admin/payments/batches" },
  {
    name: "admin batches",
    as: "director",
    open: async (page, portal) => {
      await settleBatches(portal);
      await page.goto("/admin/payments/batches");
    },
  },
  {
    name: "admin desk with changed details",
    as: "director",
    open: `/admin/delegates/${demoAccount("goldplus").uid}`,
  },
  { name: "admin order", as: "director", open: `/admin/payments/person/${demoAccount("goldplus").uid}` },
  {
    name: "admin order of many events",
    as: "director",
    open: async (page, portal) => {
      await askToGiveBack(page, portal, "Unisex black shirt");
      await press(page, "Give back $30");
      await follow(page, page.getByRole("link", { name: "Everything of this person" }));
    },
  },
  {
    name: "admin order of a draft",
    as: "director",
    open: `/admin/payments/person/${demoAccount("draft").uid}`,
  },
  { name: "staff speakers", as: "director", open: "/staff/speakers" },
  { name: "staff speaker", as: "director", open: (page) => openFirst(page, "/staff/speakers") },
  { name: "staff speaker new", as: "director", open: "/staff/speakers/new" },
  ...(["two pictures", "no picture"] as const).map((what) => ({
    name: `staff speaker ${what}`,
    as: "director",
    open: async (page: Page) => {
      await openFirst(page, "/staff/speakers");
      const field = page.locator("input[type=file]").first();
      await field.locator("xpath=ancestor::details").evaluateAll((folds) => {
        for (const fold of folds) (fold as HTMLDetailsElement).open = true;
      });
      await field.evaluate((input: HTMLInputElement) => {
        input.multiple = true;
        input.accept = "";
      });
      const text = { name: "face.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") };
      await field.setInputFiles(what === "two pictures" ? [text, { ...text, name: "other.png" }] : [text]);
      await field.evaluate((input: HTMLInputElement) => input.form!.submit());
      await page.getByRole("alert").first().waitFor();
    },
  })),
  { name: "notifications of staff", as: "director", open: "/notifications" },
  { name: "notification of staff", as: "director", open: (page) => openFirst(page, "/notifications") },
  { name: "staff videos", as: "director", open: "/staff/videos" },
  { name: "staff video", as: "director", open: (page) => openFirst(page, "/staff/videos") },
  { name: "staff categories", as: "director", open: "/staff/videos/categories" },
  { name: "staff sorting", as: "director", open: "/staff/sorting?category=technology" },
  {
    name: "staff sorting moved",
    as: "director",
    open: async (page) => {
      await page.goto("/staff/sorting?category=technology");
      const row = await page.locator("#videos li").nth(1).getAttribute("id");
      await page.goto(`/staff/sorting?category=technology#${row}`);
    },
  },
  { name: "admin subscriptions", as: "director", open: "/admin/subscriptions" },
  {
    name: "admin subscription",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/subscriptions");
      await follow(page, page.locator("main a[href^='/admin/subscriptions/']").first());
    },
  },
  {
    name: "admin payment wrong",
    as: "director",
    open: async (page) => {
      await openPayment(page);
      await page.getByText("Refund", { exact: true }).click();
      await page.getByLabel("Amount in dollars").fill("all of it");
      await press(page, "Continue");
    },
  },
  {
    name: "admin payment refunded",
    as: "director",
    open: async (page, portal) => {
      await askToGiveBack(page, portal, "Harvard Conference ticket");
      await press(page, "Give back $500");
      await page.getByText("Asked for by").waitFor();
    },
  },
  {
    name: "admin payment above the limit",
    as: "director",
    open: (page, portal) => askAboveTheLimit(page, portal),
  },
  {
    name: "admin payment proposed",
    as: "director",
    open: async (page, portal) => {
      await askAboveTheLimit(page, portal);
      await press(page, "Propose: Give back $550");
      await page.getByRole("button", { name: "Withdraw it" }).waitFor();
    },
  },
  {
    name: "admin payment to confirm",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      const id = await newestPayment(portal, uid);
      const refund = { items: ["goldPlus"], amountCents: 550_00, kind: "money", seenCents: 0 };
      await proposed(portal, id, {
        ...{ does: "refund", ...refund, seenHolder: uid, reason: "Visa refused by the embassy" },
      });
      await page.goto(`/admin/payments/${id}`);
      await page.getByRole("button", { name: "Confirm it" }).waitFor();
    },
  },
  {
    name: "admin grants to confirm",
    as: "director",
    open: async (page, portal) => {
      const people = [await portal.accountLike("signed"), await portal.accountLike("signed")];
      const awards = people.map(({ uid }) => ({ uid, percent: 100, amountCents: null }));
      await proposed(portal, null, { does: "award", title: "Diversity award", awards });
      await page.goto("/admin/grants");
      await page.getByRole("button", { name: "Confirm it" }).first().waitFor();
    },
  },
  {
    name: "home money out waits",
    as: "director",
    open: async (page, portal) => {
      const award = { uid: (await portal.accountLike("signed")).uid, percent: 100, amountCents: null };
      await proposed(portal, null, { does: "award", title: "Diversity award", awards: [award] });
      await page.goto("/");
      await page.getByText("Money out waits for a second person").first().waitFor();
    },
  },
  {
    name: "admin payment check",
    as: "director",
    open: (page, portal) => askToGiveBack(page, portal, "Unisex black shirt"),
  },
  {
    name: "admin payment part",
    as: "director",
    open: async (page, portal) => {
      await askToGiveBack(page, portal, "Unisex black shirt");
      await press(page, "Give back $30");
      await page.getByText("Asked for by").waitFor();
    },
  },
  {
    name: "admin payment taken back by the bank",
    as: "director",
    open: async (page, portal) => {
      await takenByBank(page, portal);
      await page.getByText("Nobody has decided yet").waitFor();
    },
  },
  {
    name: "admin payment decided after the bank",
    as: "director",
    open: async (page, portal) => {
      await takenByBank(page, portal);
      await press(page, "Decided: the pass stays");
      await page.getByText("Somebody has decided").waitFor();
    },
  },
  {
    name: "admin payments taken back by the bank",
    as: "director",
    open: async (page, portal) => {
      await takenByBank(page, portal);
      await page.goto("/admin/payments?bank=open");
    },
  },
  {
    name: "home director with money at the bank",
    as: "director",
    open: async (page, portal) => {
      await takenByBank(page, portal);
      await page.goto("/admin");
    },
  },
  { name: "desk list", as: "reviewer", open: "/admin/delegates" },
  {
    name: "waiting list",
    as: "director",
    open: async (page, portal) => {
      await portal.query("UPDATE decisions SET decision = 'Waitlisted' WHERE decision = 'Rejected'");
      await page.goto("/admin/waiting");
    },
  },
  {
    name: "waiting list that has stopped",
    as: "director",
    open: async (page, portal) => {
      await portal.query("UPDATE decisions SET decision = 'Waitlisted' WHERE decision = 'Rejected'");
      await afterTheList(portal, () => page.goto("/admin/waiting"));
    },
  },
  {
    name: "waiting list of a pass that is not on sale",
    as: "director",
    open: async (page, portal) => {
      await portal.query("UPDATE decisions SET decision = 'Waitlisted' WHERE decision = 'Rejected'");
      await portal.query("UPDATE tickets SET on_sale = 0 WHERE id = 'goldPlus'");
      await page.goto("/admin/waiting");
      await portal.query("UPDATE tickets SET on_sale = 1 WHERE id = 'goldPlus'");
    },
  },
  { name: "desk list everyone", as: "director", open: "/admin/delegates?show=everyone&decision=undecided" },
  {
    name: "desk list without what it cannot read",
    as: "director",
    open: "/admin/delegates?show=everyone&reviewsFrom=three",
  },
  {
    name: "desk find with what cannot be read",
    as: "director",
    open: "/admin/delegates/find?reviewsFrom=three&scoreFrom=4.567",
  },
  { name: "desk list sorted", as: "director", open: "/admin/delegates?show=everyone&sort=-score" },
  {
    name: "desk list of a country",
    as: "director",
    open: "/admin/delegates?show=everyone&is-nationality=JP&reviewsTo=3",
  },
  {
    name: "desk deadline",
    as: "director",
    open: `/admin/delegates/${demoAccount("draft").uid}/deadline`,
  },
  {
    name: "desk deadline, not current",
    as: "director",
    open: (page, portal) =>
      lookingBack(portal, () => page.goto(`/admin/delegates/${demoAccount("draft").uid}/deadline`)),
  },
  {
    name: "waiting list, not current",
    as: "director",
    open: (page, portal) => lookingBack(portal, () => page.goto("/admin/waiting")),
  },
  {
    name: "desk correct",
    as: "director",
    open: `/admin/delegates/${demoAccount("submitted").uid}/correct`,
  },
  {
    name: "desk correct one",
    as: "director",
    open: `/admin/delegates/${demoAccount("submitted").uid}/correct?question=institution`,
  },
  {
    name: "desk correct the same",
    like: "submitted",
    open: async (page, portal, uid) => {
      await portal.signIn(page.context(), demoAccount("director"));
      await page.goto(`/admin/delegates/${uid}/correct?question=institution`);
      await page.getByLabel("Reason").fill("Asked by mail.");
      await press(page, /^Correct the answer/);
    },
  },
  { name: "desk find", as: "director", open: "/admin/delegates/find?is-nationality=JP" },
  ...(
    [
      ["list", "/admin/delegates"],
      ["desk", "/admin/delegates/next?show=mine"],
    ] as const
  ).map(([what, address]) => ({
    name: `${what} read blind`,
    as: "reviewer",
    open: async (page: Page, portal: Portal) => {
      const hide = (isHidden: boolean) =>
        portal.query("UPDATE questions SET for_reviewers = ? WHERE id = 'lastName'", isHidden ? 0 : 1);
      await hide(true);
      await page.goto(address);
      // Other states need the names to be shown again.
      await hide(false);
    },
  })),
  { name: "desk selection", as: "director", open: "/admin/delegates/selection?is-nationality=JP" },
  { name: "desk selection none", as: "director", open: "/admin/delegates/selection?of=ticked" },
  { name: "letters to a selection", as: "director", open: "/admin/delegates/letters?is-nationality=JP" },
  {
    name: "letters to a selection, no address",
    as: "director",
    open: "/admin/delegates/letters?kind=acceptance",
  },
  {
    name: "letters to a selection ready",
    as: "director",
    open: "/admin/delegates/letters?kind=acceptance&without=address",
  },
  {
    name: "letters to a selection issued",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await page.goto(`/admin/delegates/letters?only=${uid}&kind=acceptance&without=address`);
      await press(page, "Issue 1 letter");
      await page.getByText("1 letter is issued").waitFor();
    },
  },
  { name: "mail to a selection", as: "director", open: "/admin/mail?is-nationality=JP" },
  { name: "desk list none", as: "director", open: "/admin/delegates?search=nobody" },
  { name: "desk", as: "reviewer", open: `/admin/delegates/${demoAccount("submitted").uid}` },
  {
    name: "desk reviewed",
    as: "reviewer",
    open: async (page) => {
      await page.goto(`/admin/delegates/${demoAccount("unreleased").uid}`);
      await page.getByText("Preview").first().click();
      await page.getByText("Keyboard shortcuts").click();
    },
  },
  {
    name: "desk after a saved review",
    as: "reviewer",
    open: (page) => {
      const reviewed = demoAccount("unreleased").uid;
      return page.goto(`/admin/delegates/${demoAccount("submitted").uid}?saved=${reviewed}`);
    },
  },
  {
    name: "desk incomplete",
    as: "reviewer",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("submitted");
      await assign(portal, uid, demoAccount("reviewer").uid);
      await page.goto(`/admin/delegates/${uid}`);
      await press(page, "Save and next");
    },
  },
  { name: "desk director", as: "director", open: `/admin/delegates/${demoAccount("submitted").uid}` },
  {
    name: "desk not released",
    as: "director",
    open: `/admin/delegates/${demoAccount("unreleased").uid}`,
  },
  {
    name: "desk no longer asked",
    as: "director",
    open: (page, portal) =>
      askingLess(portal, () => page.goto(`/admin/delegates/${demoAccount("submitted").uid}`)),
  },
  {
    name: "desk keys",
    as: "director",
    scripts: true,
    open: async (page) => {
      await page.goto(`/admin/delegates/${demoAccount("submitted").uid}`);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "desk not mine", as: "reviewer", open: `/admin/delegates/${demoAccount("gold").uid}`, status: 404 },
  { name: "accounts", as: "director", open: "/admin/accounts" },
  { name: "accounts sorted", as: "director", open: "/admin/accounts?search=g&sort=-email" },
  { name: "account", as: "director", open: `/admin/accounts/${demoAccount("new").uid}` },
  {
    name: "account no reason",
    as: "director",
    open: async (page, portal) => {
      await page.goto(`/admin/accounts/${(await portal.accountLike("new")).uid}`);
      await press(page, "Disable");
    },
  },
  { name: "scores", as: "director", open: (page, portal) => comparing(page, portal) },
  {
    name: "scores wrong day",
    as: "director",
    open: async (page, portal) => {
      await comparing(page, portal);
      await page.getByLabel("Ask them to finish by").fill("2020-01-01");
      await press(page, /^Remind/);
    },
  },
  { name: "distribute", as: "director", open: "/admin/distribute-apps" },
  { name: "distribute wrong", as: "director", open: (page) => distribute(page, "bonus") },
  {
    name: "distribute nobody ticked",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/distribute-apps");
      await page.getByLabel("Only those ticked under “People and capacities”").check();
      await page.locator("summary", { hasText: "People and capacities" }).click();
      await page
        .getByLabel(/^Capacity of/)
        .first()
        .fill("many");
      await press(page, "Make a plan");
      await page.getByText("There is a problem").waitFor();
    },
  },
  { name: "distribute a selection", as: "director", open: "/admin/distribute-apps?is-nationality=JP" },
  { name: "distribute plan", as: "director", open: (page) => distribute(page) },
  {
    name: "distribute plan all lines",
    as: "director",
    open: async (page) => {
      await distribute(page);
      await page.getByRole("link", { name: "All lines" }).click();
      await page.getByText("Exceptions only").waitFor();
    },
  },
  { name: "sponsors", as: "director", open: "/admin/sponsors" },
  { name: "notification to a selection", as: "director", open: "/notifications?is-nationality=JP" },
  {
    name: "desk director award wrong",
    as: "director",
    open: async (page) => {
      await page.goto(`/admin/delegates/${demoAccount("submitted").uid}`);
      await page.getByText("With an award").click();
      await page.getByLabel("Award", { exact: true }).fill("half");
      await press(page, "Waitlisted");
      await page.getByText("is not an award").first().waitFor();
    },
  },
  {
    name: "desk director award without a decision",
    as: "director",
    open: async (page) => {
      await page.goto(`/admin/delegates/${demoAccount("submitted").uid}`);
      await page.getByText("With an award").click();
      await page.getByLabel("Award", { exact: true }).fill("50%");
      await page.getByLabel("Award", { exact: true }).press("Enter");
      await page.getByText("Press the decision").first().waitFor();
    },
  },
  {
    name: "distribute plan moved",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("reviewer");
      await portal.query("INSERT INTO staff (uid, abilities, created_at) VALUES (?, '[\"read\"]', 0)", uid);
      await distribute(page);
      await portal.query("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", uid);
      await page.goto(page.url());
    },
  },
  {
    name: "manage staff",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM invitations");
      await page.goto("/admin/manage-staff");
      await page
        .getByLabel("People", { exact: true })
        .fill("A rather long name <a.rather.long.name@student-union.university.example>\nbo@uni.example");
      await press(page, "Add");
    },
  },
  {
    name: "manage staff wrong",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/manage-staff");
      await page
        .getByLabel("People", { exact: true })
        .fill(
          "Ada Lee <ada.lee@student-union.university.example>\nnobody at university.example\nreviewer@hpair.example",
        );
      await page.getByLabel("Treasurer").check();
      await press(page, "Add");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "manage staff both",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/manage-staff");
      await page.getByLabel("People", { exact: true }).fill("Ada Lee <ada.lee@uni.example>");
      await page.locator("[value=other]").check();
      await page.getByRole("checkbox", { name: "Money" }).check();
      await page.locator("[value=reviewer]").check();
      await press(page, "Add");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "manage staff last day",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/manage-staff");
      await page.getByLabel("People", { exact: true }).fill("Ada Lee <ada.lee@uni.example>");
      await page.locator("[value=door][name=role]").check();
      await page.getByLabel("Last day at the door").fill("2022-12-01");
      await press(page, "Add");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "manage staff ended",
    as: "director",
    open: async (page, portal) => {
      for (const [days, name] of [
        [-2, "Ended Helper"],
        [3, "Present Helper"],
      ] as const) {
        const { uid } = await portal.accountLike("door");
        await portal.query(
          `INSERT INTO staff (uid, name, abilities, created_at, door_until) VALUES (?, ?, '["door"]', 0, ?)`,
          ...[uid, name, Date.parse("2022-12-17T05:00:00Z") + days * 86_400_000],
        );
      }
      await page.goto("/admin/manage-staff");
    },
  },
  {
    name: "manage staff one at the door",
    as: "director",
    open: `/admin/manage-staff/${demoAccount("door").uid}`,
  },
  {
    name: "door ended",
    like: "door",
    open: async (page, portal, uid) => {
      await portal.query(
        `INSERT INTO staff (uid, abilities, created_at, door_until) VALUES (?, '["door"]', 0, 1)
          ON CONFLICT DO NOTHING`,
        uid,
      );
      await page.goto("/admin/door");
    },
    status: 403,
  },
  ...(["reviewer", "decisions", "treasurer", "content", "door", "director"] as const).map((role) => ({
    name: `hub as ${role}`,
    as: role,
    open: "/admin",
  })),
  {
    name: "hub after a day on which money went back",
    as: "treasurer",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await bankTookBack(portal, uid, "json_object('at', 1671500000000, 'on', '2022-12-19')");
      await page.goto("/admin");
    },
  },
  { name: "release as treasurer", as: "treasurer", open: "/admin/release", status: 403 },
  { name: "handover", as: "director", open: "/admin/handover" },
  ...(
    [
      ["nobody", []],
      ["plan", ["reviewer"]],
    ] as const
  ).map(([what, leaving]) => ({
    name: `handover ${what}`,
    as: "director",
    open: async (page: Page, portal: Portal) => {
      // Two directors must always stay, and the demo has only one.
      const { uid } = await portal.accountLike("new");
      await portal.query("UPDATE users SET admin = 1 WHERE uid = ?", uid);
      await handOver(page, leaving);
    },
  })),
  { name: "manage staff one", as: "director", open: `/admin/manage-staff/${demoAccount("reviewer").uid}` },
  {
    name: "manage staff on leave",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("submitted");
      const away = await portal.accountLike("new");
      await assign(portal, uid, away.uid);
      await page.goto(`/admin/manage-staff/${away.uid}`);
    },
  },
  {
    name: "devices",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await portal.cookieOf({ uid, email: "", password: "" });
      await portal.query(
        "UPDATE sessions SET device = 'Chrome on Android', network = '2001:db8:4c11:9b00' WHERE uid = ?",
        uid,
      );
      await portal.cookieOf({ uid, email: "", password: "" });
      await page.goto("/devices");
    },
  },
  { name: "mails, none", like: "new", open: "/mails" },
  {
    name: "mails",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await portal.query(MAIL_COPIES, uid);
      await page.goto("/mails");
    },
  },
  {
    name: "mails, one that came back",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await portal.query(MAIL_COPIES, uid);
      await page.goto(`/mails/came-back-${uid}`);
    },
  },
  {
    name: "mails, no news or reminders",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await portal.query(MAIL_COPIES, uid);
      await page.goto("/mails");
      await press(page, "Stop news and reminders");
      await page.getByText("We no longer send").waitFor();
    },
  },
  { name: "mail of somebody else", as: "goldplus", open: "/mails/none", status: 404 },
  {
    name: "money after a pause",
    like: "treasurer",
    open: async (page, portal, uid) => {
      await portal.query("UPDATE sessions SET awake_at = 1 WHERE uid = ?", uid);
      await page.goto("/admin/payments");
    },
  },
  {
    name: "money after a pause, password wrong",
    like: "treasurer",
    open: async (page, portal, uid) => {
      await portal.query("UPDATE sessions SET awake_at = 1 WHERE uid = ?", uid);
      await page.goto("/admin/payments");
      const [account] = await portal.query<{ email: string }>("SELECT email FROM users WHERE uid = ?", uid);
      await page.getByLabel("E-mail").fill(account!.email);
      await page.getByLabel("Password").fill("not the password");
      await press(page, "Log in");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "second factor set up", as: "director", open: "/second-factor" },
  { name: "second factor set up first", as: "director", open: "/second-factor?first" },
  {
    name: "second factor set up, password asked",
    like: "director",
    open: async (page, portal, uid) => {
      await portal.query("UPDATE sessions SET authenticated_at = 0 WHERE uid = ?", uid);
      await page.goto("/second-factor");
    },
  },
  {
    name: "second factor set up wrong",
    like: "director",
    open: async (page) => {
      await page.goto("/second-factor");
      await scanSecret(page);
      await page.getByLabel("Code", { exact: true }).fill("123");
      await press(page, "Turn on");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "second factor recovery codes", like: "director", open: (page) => setUpFactor(page) },
  {
    name: "second factor on",
    like: "director",
    open: async (page, portal, uid) => {
      await setUpFactor(page);
      await forgetCode(portal, uid);
      await page.goto("/second-factor");
    },
  },
  {
    name: "second factor with passkeys",
    like: "director",
    open: async (page, portal, uid) => {
      await setUpFactor(page);
      await addPasskeys(portal, uid);
      await page.goto("/second-factor");
    },
  },
  {
    name: "second factor replace",
    like: "director",
    open: async (page, portal, uid) => {
      await setUpFactor(page);
      await forgetCode(portal, uid);
      await page.goto("/second-factor?replace");
    },
  },
  { name: "second factor off", as: "director", open: "/second-factor?off" },
  {
    name: "code after the password",
    like: "director",
    open: (page, portal, uid) => typePassword(page, portal, uid),
  },
  {
    name: "code after the password, or a passkey",
    like: "director",
    open: async (page, portal, uid) => {
      await typePassword(page, portal, uid);
      await addPasskeys(portal, uid);
      await page.reload();
    },
  },
  {
    name: "code after the password wrong",
    like: "director",
    open: async (page, portal, uid) => {
      await typePassword(page, portal, uid);
      await page.getByLabel("Code").fill("123");
      await press(page, "Continue");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "release with a code",
    like: "director",
    open: async (page, portal, uid) => {
      await setUpFactor(page);
      await forgetCode(portal, uid);
      await page.goto("/admin/release/regular");
    },
  },
  {
    name: "code before an act",
    like: "director",
    open: async (page, portal, uid) => {
      await setUpFactor(page);
      await forgetCode(portal, uid);
      await page.goto("/admin/manage-staff");
      await page.getByLabel("People", { exact: true }).fill("Ada Lee <ada.lee@uni.example>");
      await press(page, "Add");
      await page.getByRole("button", { name: "Continue" }).waitFor();
    },
  },
  {
    name: "second factors of the staff",
    as: "director",
    open: async (page, portal) => {
      await withResetAsked(portal, "director", "treasurer");
      await withResetAsked(portal, "treasurer", "decisions");
      await page.goto("/admin/manage-staff/second-factor");
      for (const table of ["factor_resets", "factors"]) await portal.query(`DELETE FROM ${table}`);
    },
  },
  {
    name: "second factors of the staff wrong",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/manage-staff/second-factor");
      await page.getByRole("checkbox", { name: "Money" }).check();
      await press(page, "Save");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "hub before a second factor is needed",
    as: "treasurer",
    open: async (page, portal) => {
      const rule = JSON.stringify({ abilities: ["money"], from: Date.parse("2023-01-10T05:00Z") });
      await portal.query("INSERT OR REPLACE INTO settings (key, value) VALUES ('factorRule', ?)", rule);
      await page.goto("/admin");
      await portal.query("DELETE FROM settings WHERE key = 'factorRule'");
    },
  },
  {
    name: "invitation",
    like: "new",
    open: async (page, portal, uid) => {
      const token = newId();
      await portal.query(
        "INSERT INTO invitations (hash, email, email_key, abilities, capacity, invited_by, created_at, expires_at) SELECT ?, email, email_key, '[\"read\"]', 1, 'x', 0, ? FROM users WHERE uid = ?",
        ...[sha256(token), Date.now() + 600_000, uid],
      );
      await page.goto(`/invitation/${token}`);
    },
  },
  { name: "invitation signed out", open: "/invitation/x", status: 401 },
  { name: "invitation used", as: "new", open: "/invitation/x", status: 404 },
  { name: "admin checks", as: "director", open: "/admin/checks" },
  {
    name: "admin checks with mail",
    as: "director",
    open: async (page, portal) => {
      const refusals = [
        [
          null,
          "422 validation_error: Invalid `to` field. The e-mail address needs to follow another format.",
        ],
        [Date.now() + 300_000, "403 invalid_api_key: API key is invalid"],
      ] as const;
      for (const [dueAt, refusal] of refusals)
        await portal.query(
          "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, failures, refusal) VALUES (?1, ?1, 'mei.chen@example.org', 'Your receipt', '-', ?2, ?3, 1, ?4)",
          ...[newId(), Date.now(), dueAt, refusal],
        );
      await page.goto("/admin/checks");
    },
  },
  {
    name: "admin checks with a rule that could not be checked",
    as: "director",
    open: async (page, portal) => {
      const findings = [{ rule: "every document has its file", object: "files", unchecked: true }];
      await portal.query(
        "INSERT INTO inspections (at, findings) VALUES (?, ?)",
        Date.now(),
        JSON.stringify(findings),
      );
      await page.goto("/admin/checks");
    },
  },
  { name: "admin checks as reviewer", as: "reviewer", open: "/admin/checks", status: 403 },
  {
    name: "scheduling",
    as: "goldplus",
    open: async (page, portal) => {
      await removeSessionsToday(portal);
      await page.goto("/scheduling");
    },
  },
  { name: "scheduling gated", as: "accepted", open: "/scheduling?day=2023-02-18&zone=Asia/Tokyo" },
  { name: "scheduling of a virtual pass", as: "gold", open: "/scheduling?day=2023-02-18" },
  {
    name: "scheduling gate of the virtual pass",
    as: "accepted",
    open: async (page, portal) => {
      const admit = (from: string, to: string) =>
        portal.query(
          "UPDATE programme_sessions SET access_level = ? WHERE access_level = ? AND conference_id = 'aconf_2023'",
          ...[to, from],
        );
      await admit("registered", "gold");
      try {
        await page.goto("/scheduling?day=2023-02-18");
      } finally {
        await admit("gold", "registered");
      }
    },
  },
  { name: "scheduling nothing found", as: "gold", open: "/scheduling?search=zebra" },
  { name: "scheduling signed out", open: "/scheduling", status: 401 },
  { name: "agenda", as: "goldplus", open: "/scheduling/agenda" },
  { name: "agenda empty", as: "new", open: "/scheduling/agenda" },
  {
    name: "agenda with a lost place",
    like: "goldplus",
    open: async (page, portal, uid) => {
      await openSession(page, portal, "given");
      await portal.query(
        `INSERT INTO session_entries SELECT ?, conference_id, id, ?, 1, 'missed', NULL, starts_at + 900000
          FROM programme_sessions WHERE title = 'Negotiating'`,
        ...[newId(), uid],
      );
      await page.goto("/scheduling/agenda");
      await page.getByText("your place was given away").waitFor();
    },
  },
  {
    name: "agenda address",
    as: "gold",
    open: async (page) => {
      await page.goto("/scheduling/agenda");
      await press(page, "Make a private address");
    },
  },
  { name: "not found", as: "new", open: "/no/such/page", status: 404 },
];

const planOf = async (page: Page, table: string) => {
  await page.goto("/admin/upload-decisions");
  await page.getByText("Or paste the table").click();
  await page.getByLabel("Table").fill(table);
  await press(page, "Show what would change");
};

/** The states of uploading, releasing and announcing decisions. None of them applies or sends anything. */
const deciding: State[] = [
  { name: "upload decisions", as: "director", open: "/admin/upload-decisions" },
  {
    name: "upload decisions wrong",
    as: "director",
    open: async (page) => planOf(page, "name,town\nMei,Boston"),
  },
  {
    name: "decision plan",
    as: "director",
    open: async (page) => {
      const lines = [
        "submitted@hpair.example,Accepted",
        "goldplus@hpair.example,Waitlisted",
        "deferred@hpair.example,",
        "rejected@hpair.example,none",
      ];
      await planOf(page, `email,decision\n${lines.join("\n")}`);
    },
  },
  {
    name: "decision plan of one",
    as: "director",
    open: async (page) => {
      await page.goto(`/admin/delegates/${demoAccount("unreleased").uid}`);
      await page.getByRole("button", { name: "Waitlisted" }).click();
    },
  },
  {
    name: "decision plan with awards",
    as: "director",
    open: async (page) => {
      const lines = [
        "submitted@hpair.example,Accepted,50%",
        "accepted@hpair.example,,$100",
        "goldplus@hpair.example,,whole",
        "rejected@hpair.example,,",
      ];
      await planOf(page, `email,decision,award\n${lines.join("\n")}`);
    },
  },
  {
    name: "decision plan refused",
    as: "director",
    open: async (page) =>
      planOf(page, "email,decision\nsubmitted@hpair.example,Acepted\nnobody@hpair.example,Accepted"),
  },
  { name: "editions", as: "director", open: "/admin/editions" },
  { name: "edition", as: "director", open: "/admin/editions/aconf_2023" },
  ...["events", "rounds", "passes", "add-ons", "questions", "agreement", "texts", "site"].map(
    (part): State => ({
      name: `edition ${part}`,
      as: "director",
      open: `/admin/editions/aconf_2023/${part}`,
    }),
  ),
  { name: "edition section", as: "director", open: "/admin/editions/aconf_2023/questions/participation" },
  {
    name: "edition event open",
    as: "director",
    open: "/admin/editions/aconf_2023/events?open=harvard#item-harvard",
  },
  {
    name: "edition pass open",
    as: "director",
    open: "/admin/editions/aconf_2023/passes?open=goldPlus#item-goldPlus",
  },
  {
    name: "edition add-on open",
    as: "director",
    open: "/admin/editions/aconf_2023/add-ons?open=h2023mug#item-h2023mug",
  },
  {
    name: "edition section open",
    as: "director",
    open: "/admin/editions/aconf_2023/questions/education?open=level#item-level",
  },
  { name: "edition section usage", as: "director", open: `${editorOf("education")}?usage` },
  {
    name: "edition section changed",
    as: "director",
    scripts: true,
    open: async (page) => {
      await page.goto(`${editorOf("education")}?usage`);
      await hydrated(page);
      await openRows(page);
      const level = questionCard(page, "Level of study");
      await level.getByLabel(/^Options/).fill("Undergraduate\nOther");
      await level.getByLabel("Must be answered").selectOption({ label: "never" });
      await page.getByRole("button", { name: /^Remove.*Which other level/ }).click();
    },
  },
  {
    name: "edition section wrong",
    as: "director",
    scripts: true,
    open: async (page) => {
      await page.goto(editorOf("resume"));
      await hydrated(page);
      await press(page, "Add a question");
      const asked = questionCard(page, "New question");
      await asked.getByLabel("Kind").selectOption("several of many");
      await asked.getByLabel("Must be answered").selectOption({ label: "if all of these hold" });
      await asked.getByLabel("Conditions").fill("level = Other\nnowhere = Yes");
      await press(page, /^Save$/);
      await page.getByRole("heading", { name: "There is a problem" }).waitFor();
      await hydrated(page);
    },
  },
  {
    name: "edition rounds wrong",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/editions/aconf_2023/rounds");
      await press(page, "Add a round");
      // The page is loaded again with the new row, and with all rows closed. So the rows are opened only then.
      await page.waitForURL(/unsaved=/);
      await openRows(page);
      await page.getByLabel("Title").first().fill("");
      await press(page, "Save");
      await page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  {
    name: "edition rounds added",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/editions/aconf_2023/rounds");
      await press(page, "Add a round");
      await page.waitForURL(/unsaved=/);
    },
  },
  {
    name: "edition in use",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      await page.goto("/admin/editions/aconf_2023/questions?open=essays");
      await press(page, /^Remove.*Essays/);
      await page.waitForURL(/unsaved=/);
      await press(page, /^Save$/);
      await page.getByRole("heading", { name: "Not in the draft any more, and still in use" }).waitFor();
      await portal.query("DELETE FROM edition_revisions");
    },
  },
  {
    name: "edition section meanwhile",
    as: "director",
    scripts: true,
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      const other = await page.context().newPage();
      await Promise.all([page, other].map((one) => one.goto(editorOf("essays"))));
      await Promise.all([page, other].map(hydrated));
      await Promise.all([page, other].map(openRows));
      await other.getByLabel("Question").first().fill("Why Asia?");
      await press(other, /^Save$/);
      await other.waitForURL(/saved/);
      await other.close();
      await page.getByLabel("Question").first().fill("Why you?");
      await press(page, /^Save$/);
      await page.getByText("Saved meanwhile: Why Asia?").waitFor();
      await hydrated(page);
    },
  },
  {
    name: "edition nothing to publish",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      await page.goto("/admin/editions/aconf_2023/publish");
    },
  },
  {
    name: "edition changed",
    as: "director",
    open: async (page, portal) => {
      await editTheme(page, portal);
      await page.goto("/admin/editions/aconf_2023");
    },
  },
  {
    name: "edition part, to be put back",
    as: "director",
    open: async (page, portal) => {
      await editTheme(page, portal);
      await page.goto("/admin/editions/aconf_2023/conference");
      await press(page, "Put back what is published");
      await page.waitForURL(/restoring/);
    },
  },
  {
    name: "edition publish",
    as: "director",
    open: async (page, portal) => {
      await editTheme(page, portal);
      await page.goto("/admin/editions/aconf_2023/publish");
    },
  },
  {
    name: "edition publish, the open round moves",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      await page.goto("/admin/editions/aconf_2023/rounds");
      await openRows(page);
      await page.getByLabel("Deadline").first().fill("2023-05-08T23:59");
      await press(page, "Save");
      await page.waitForURL(/[?&]saved/);
      await page.goto("/admin/editions/aconf_2023/publish");
      await portal.query("DELETE FROM edition_revisions");
    },
  },
  { name: "edition publish, not current", as: "director", open: "/admin/editions/aconf_2022/publish" },
  {
    name: "edition take back",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      await page.goto("/admin/editions/aconf_2023/rounds");
      await openRows(page);
      await page.getByLabel("Deadline").first().fill("2023-05-08T23:59");
      await press(page, "Save");
      await page.waitForURL(/[?&]saved/);
      await portal.query(
        `INSERT INTO edition_publications
          (id, conference_id, revision, state, due_at, published_at, former, changed, created_by, created_at)
          SELECT 'asked', conference_id, revision, 'published', ?1, ?1, '{}', '{"rounds":1}', author_uid, ?1
            FROM edition_revisions`,
        Date.parse("2022-12-16T15:00Z"),
      );
      await page.goto("/admin/editions/aconf_2023/publish?ask=back");
      await portal.query("DELETE FROM edition_publications WHERE id = 'asked'");
      await portal.query("DELETE FROM edition_revisions");
    },
  },
  {
    name: "edition passes before events",
    as: "director",
    open: async (page, portal) => {
      await portal.query("DELETE FROM edition_revisions");
      await page.goto("/admin/editions/aconf_2023/events");
      for (const left of [1, 0]) {
        await openRows(page);
        await page
          .getByRole("button", { name: /^Remove/ })
          .first()
          .click();
        await expect(page.locator("input[name='items']")).toHaveValue(String(left));
      }
      await press(page, "Save");
      await page.waitForURL(/[?&]saved/);
      await page.goto("/admin/editions/aconf_2023/passes");
      await portal.query("DELETE FROM edition_revisions");
    },
  },
  { name: "edition preview", as: "director", open: "/admin/editions/aconf_2023/preview" },
  {
    name: "edition preview wrong",
    as: "director",
    open: "/admin/editions/aconf_2023/preview?state=nobody&at=2022-02-30T10:00",
    status: 400,
  },
  ...[
    ["section", "draft/2022-12-17T10:00/application/participation"],
    ["register", "signed/2022-12-17T10:00/register"],
    ["mails", "accepted/2022-12-17T10:00/mails"],
  ].map(
    ([name, page]): State => ({
      name: `previewed ${name}`,
      as: "director",
      open: `/admin/editions/aconf_2023/preview/${page}`,
    }),
  ),
  { name: "edition new", as: "director", open: "/admin/editions/new" },
  {
    name: "edition new dates",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/editions/new");
      await page.getByLabel("Name in addresses").fill("aconf_2024");
      await page.getByLabel("City").fill("Seoul");
      await press(page, "Continue");
      await page.getByRole("heading", { name: "Its dates" }).waitFor();
    },
  },
  {
    name: "edition new wrong name with dates",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/editions/new");
      await page.getByLabel("Name in addresses").fill("aconf_2024");
      await page.getByLabel("City").fill("Seoul");
      await press(page, "Continue");
      await page.getByRole("heading", { name: "Its dates" }).waitFor();
      await page.getByLabel("Name in addresses").fill("aconf-2024");
      await press(page, "Create the draft");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "release", as: "director", open: "/admin/release" },
  { name: "release round", as: "director", open: "/admin/release/early" },
  {
    name: "release round, not current",
    as: "director",
    open: (page, portal) =>
      lookingBack(portal, async () => {
        await portal.query("UPDATE rounds SET released_at = NULL WHERE conference_id = 'aconf_2022'");
        await page.goto("/admin/release/early");
        await portal.query("UPDATE rounds SET released_at = told_at WHERE conference_id = 'aconf_2022'");
      }),
  },
  { name: "release take back", as: "director", open: "/admin/release/early?ask=back" },
  {
    name: "release schedule wrong",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/release/early");
      await page.getByLabel("Deadline").fill("2023-03-12T02:30");
      await press(page, "Save schedule");
    },
  },
  { name: "mail", as: "director", open: "/admin/mail" },
  {
    name: "mail preview",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/mail");
      await page.getByLabel("To").selectOption("waiver");
      await page.getByLabel("Subject").fill("The terms and conditions of the {conference}");
      await page
        .getByLabel("Text")
        .fill("Dear {firstName},\n\none step is left before you can register: {link}");
      await press(page, "Show who it goes to");
    },
  },
  {
    name: "mail wrong",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/mail");
      await page.getByLabel("Text").fill("Dear {name}");
      await press(page, "Show who it goes to");
    },
  },
  { name: "mail decisions", as: "director", open: "/admin/mail/decisions" },
  { name: "mail decisions change", as: "director", open: "/admin/mail/decisions?change=Waitlisted" },
  { name: "home mail came back", like: "submitted", open: cameBack("bounced", "/") },
  { name: "home mail is spam", like: "submitted", open: cameBack("complained", "/") },
  { name: "verify email came back", like: "submitted", open: cameBack("bounced", "/verify-email") },
  {
    name: "mail that came back",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("submitted");
      await portal.query(
        "INSERT INTO unreachable_addresses (email_key, uid, because, said, at) SELECT email_key, uid, 'bounced', 'The mailbox does not exist.', created_at FROM users WHERE uid = ?",
        uid,
      );
      const { uid: mended } = await portal.accountLike("accepted");
      const earlier = `${newId()}@example.org`;
      await portal.query(
        "INSERT INTO unreachable_addresses (email_key, uid, because, said, at) SELECT ?, uid, 'bounced', '', created_at FROM users WHERE uid = ?",
        ...[earlier, mended],
      );
      await portal.query(
        "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, failures, report) VALUES (?1, ?1, ?2, 'News', 'Hello.', ?3, 0, 'bounced')",
        ...[newId(), earlier, Date.now()],
      );
      await page.goto("/admin/mail/unreachable");
    },
  },
  { name: "decision letter", as: "signed", open: "/decision/letter" },
  { name: "ticket", as: "goldplus", open: "/ticket" },
  { name: "ticket online", as: "gold", open: "/ticket" },
  { name: "ticket none", as: "signed", open: "/ticket", status: 404 },
  { name: "letters before a decision", as: "submitted", open: "/letters" },
  { name: "letters", as: "signed", open: "/letters" },
  { name: "letters for a visa, not ready", as: "signed", open: "/letters/visa" },
  {
    name: "letters for a visa",
    as: "signed",
    open: (page, portal) => withSender(portal, () => page.goto("/letters/visa")),
  },
  {
    name: "letters for a visa wrong",
    as: "signed",
    open: (page, portal) =>
      withSender(portal, async () => {
        await page.goto("/letters/visa");
        await page.getByLabel("Passport number").fill("?");
        await press(page, "Get the letter");
        await page.getByText("letters and figures only").first().waitFor();
      }),
  },
  {
    name: "letters one for a visa",
    like: "signed",
    open: (page, portal) =>
      withSender(portal, async () => {
        await page.goto("/letters/visa");
        await page.getByLabel("Passport number").fill("X12345678");
        await page.getByLabel("Nationality").selectOption("JP");
        await page.getByLabel("Date of birth").fill("2001-02-03");
        await press(page, "Get the letter");
        await page.getByText("X12345678").waitFor();
      }),
  },
  { name: "letters one", like: "signed", open: (page) => takeLetter(page) },
  {
    name: "letters one withdrawn",
    like: "signed",
    open: async (page, portal, uid) => {
      await takeLetter(page);
      await portal.query("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", uid);
      await page.reload();
    },
  },
  { name: "letters check unknown", open: "/letter/000000000000", status: 404 },
  {
    name: "letters check",
    like: "signed",
    open: async (page) => {
      await takeLetter(page);
      await page.goto((await page.locator(".letter-check a").getAttribute("href")) ?? "");
    },
  },
  {
    name: "letters of one for staff, no address",
    as: "director",
    open: `/admin/delegates/${demoAccount("goldplus").uid}/letters`,
  },
  {
    name: "letters of one for staff",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await page.goto(`/admin/delegates/${uid}/letters?without=address`);
      await press(page, "Letter of acceptance");
      await page.getByText("Replace or withdraw it").click();
    },
  },
  {
    name: "letters of one for staff without a reason",
    as: "director",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await page.goto(`/admin/delegates/${uid}/letters?without=address`);
      await press(page, "Letter of acceptance");
      await page.getByText("Replace or withdraw it").click();
      await press(page, "Withdraw");
      await page.getByText("Say why").first().waitFor();
    },
  },
  { name: "ticket code", open: "/door/nothing" },
  { name: "door", as: "door", open: "/admin/door" },
  { name: "door found", as: "door", open: "/admin/door?name=park" },
  { name: "door next", as: "door", open: "/admin/door?next" },
  { name: "door nobody", as: "director", open: "/admin/door?name=nobody-of-this-name" },
  { name: "badges", as: "door", open: "/admin/badges" },
  { name: "badges of labels", as: "door", open: "/admin/badges?size=90x55" },
  { name: "badges of A6", as: "door", open: "/admin/badges?size=a6&sort=institution" },
  { name: "live", as: "treasurer", open: "/admin/live" },
  {
    name: "live with arrivals",
    as: "door",
    open: async (page, portal) => {
      await openAtDoor(page, portal);
      await press(page, "Let in");
      await page.goto("/admin/live");
      await page.getByText("Arrivals by hour").waitFor();
    },
  },
  { name: "day lists", as: "door", open: "/admin/day" },
  { name: "day lists of diets", as: "door", open: "/admin/day?question=dietary" },
  { name: "day lists of shirts", as: "door", open: "/admin/day?addOn=h2023shirtblack" },
  {
    name: "day lists roster",
    as: "door",
    open: async (page) => {
      await page.goto("/admin/day");
      await page
        .getByRole("link", { name: /Walking tour/i })
        .first()
        .click();
      await page.locator(".day-people").waitFor();
    },
  },
  { name: "sessions today", as: "door", open: (page, portal) => openSession(page, portal, "list") },
  { name: "session door", as: "door", open: (page, portal) => openSession(page, portal, "door") },
  {
    name: "session door marked",
    as: "door",
    open: async (page, portal) => {
      await openSession(page, portal, "door");
      const here = page.getByRole("button", { name: /^Here / }).first();
      // The state is opened again in the same portal for another size of screen. Then the person is here already.
      if (await here.isVisible()) await here.click();
      await page.getByText("here since").first().waitFor();
    },
  },
  { name: "session door given away", as: "door", open: (page, portal) => openSession(page, portal, "given") },
  { name: "session door nobody", as: "door", open: (page, portal) => openSession(page, portal, "empty") },
  {
    name: "session door changed",
    as: "door",
    open: async (page, portal) => {
      await openSession(page, portal, "door");
      await portal.query(
        `INSERT INTO session_entries SELECT lower(hex(randomblob(10))), conference_id, session_id, uid, 9, 'undone', uid, 0
          FROM places WHERE session_id IN (SELECT id FROM programme_sessions WHERE title = 'Negotiating')`,
      );
      await page
        .getByRole("button", { name: /^(Here|Not here) / })
        .first()
        .click();
      await page.getByText("Nothing was done").waitFor();
    },
  },
  {
    name: "sessions of a person",
    as: "door",
    open: async (page, portal) => {
      await openSession(page, portal, "list");
      await openAtDoor(page, portal);
      await page.getByText("Other sessions now").click();
    },
  },
  { name: "door practice", as: "door", open: "/admin/door/practice" },
  { name: "door practice ticket", as: "door", open: "/admin/door/practice?ticket=1" },
  { name: "door code unknown", as: "door", open: "/door/nothing" },
  { name: "door may come in", as: "door", open: (page, portal) => openAtDoor(page, portal) },
  {
    name: "door let in",
    as: "door",
    open: async (page, portal) => {
      await openAtDoor(page, portal);
      await press(page, "Let in");
      await press(page, "Hand over Mug");
      await page.getByText("Handed over at").waitFor();
    },
  },
  {
    name: "door badge",
    as: "door",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      await page.goto(await badgeIn(portal, uid));
    },
  },
  {
    name: "door badge at a session",
    as: "door",
    open: async (page, portal) => {
      await openSession(page, portal, "list");
      const [own] = await portal.query<{ uid: string }>(
        "SELECT uid FROM places JOIN programme_sessions ON id = session_id WHERE title = 'Negotiating' AND state = 'held' LIMIT 1",
      );
      await page.goto(await badgeIn(portal, own!.uid));
      await page.getByText("Sessions now").waitFor();
    },
  },
  { name: "door scan", as: "door", open: (page) => openScan(page) },
  {
    name: "door scan badge",
    as: "door",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      await openScan(page, await badgeIn(portal, uid));
    },
  },
  {
    name: "door scan ticket",
    as: "door",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      await openScan(page, await addressIn(portal, uid));
    },
  },
  {
    name: "door scan let in",
    as: "door",
    open: async (page, portal) => {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      if (!(await openScan(page, await addressIn(portal, uid)))) return;
      await press(page, "Let in");
      await page.getByRole("button", { name: "That was a mistake" }).waitFor();
      await press(page, "Hand over Mug");
      await page.getByText("Handed over at").waitFor();
    },
  },
  {
    name: "door scan not a ticket",
    as: "door",
    open: async (page) => void (await openScan(page, "nonsense")),
  },
  {
    name: "door reported",
    as: "door",
    open: async (page, portal) => {
      const [twice, gone] = [await portal.accountLike("signed"), await portal.accountLike("signed")];
      for (const { uid } of [twice, gone]) await portal.pay(uid);
      await reportedByPhones(portal, twice.uid, gone.uid);
      await page.goto("/admin/door");
    },
  },
  {
    name: "door given back",
    as: "door",
    open: (page, portal) =>
      openAtDoor(page, portal, "UPDATE holdings SET state = 'ended', until = since WHERE uid = ?"),
  },
];

/** Takes the visitor's own letter of acceptance. The page of the letter is then open. */
async function takeLetter(page: Page) {
  await page.goto("/letters");
  const button = page.getByRole("button", { name: /^Get it ?: letter of acceptance$/ });
  // The account may have the letter already, because the same account is used for other sizes of the screen too.
  await button.or(page.getByRole("link", { name: "Open the letter of acceptance" })).click();
  await page.locator(".letter").waitFor();
}

/** Calls `work` while the edition says who signs its letters. */
async function withSender(portal: Portal, work: () => Promise<unknown>) {
  const site = {
    ...{ name: "HPAIR", shortName: "HPAIR", accent: "#a41034", logo: null },
    ...{ supportEmail: "help@hpair.example", liveDataUrl: "/help" },
    plan: { title: "HPAIR+", cents: 4900, months: 12 },
    letters: {
      ...{ address: "1 Example Street\nExample City", signatory: "The President", office: "President" },
      signature: null,
    },
  };
  const set = (value: string | null) =>
    portal.query("UPDATE editions SET site = ? WHERE conference_id = 'aconf_2023'", value);
  await set(JSON.stringify(site));
  try {
    await work();
  } finally {
    await set(null);
  }
}

/**
 * Opens the page that scans, waits for its list, and looks up a code if one is given. Returns false without scripts.
 */
async function openScan(page: Page, code?: string): Promise<boolean> {
  await page.goto("/door/scan");
  const field = page.getByLabel("Address or text of the code");
  const without = page.getByText("This page needs JavaScript");
  await field.or(without).filter({ visible: true }).first().waitFor();
  if (!(await field.isVisible())) return false;
  await page.locator('door-scan:not([data-list=""])').waitFor();
  if (code === undefined) return true;
  await field.fill(code);
  await press(page, "Look up");
  await page.locator(".door-verdict").waitFor();
  return true;
}

/**
 * Writes what two phones reported: both have let in the person `twice`. One also let in `gone`, whose pass was given
 * back.
 */
async function reportedByPhones(portal: Portal, twice: string, gone: string) {
  const at = Date.parse("2022-12-17T16:00:00Z");
  const pass = `SELECT id FROM holdings WHERE uid = ? AND item = pass_type`;
  const by = `(SELECT uid FROM staff WHERE abilities = '["door"]' LIMIT 1)`;
  for (const [number, device] of ["K7QM", "P2XR"].entries()) {
    const id = newId();
    await portal.query(
      `INSERT INTO door_entries SELECT ?, 'aconf_2023', id, id, ?, 'in', ?, 'code', ${by}, ? FROM (${pass})`,
      ...[id, number + 1, number + 1, at + number * 180_000, twice],
    );
    await portal.query(
      `INSERT INTO door_scans SELECT ?, 'aconf_2023', id, id, 'in', ?, NULL, ?, ?, ?, ${by} FROM (${pass})`,
      ...[id, number === 0 ? "done" : "double", device, at, at + 600_000, twice],
    );
  }
  await portal.query(
    `INSERT INTO door_scans SELECT ?, 'aconf_2023', id, id, 'in', 'against', 'givenBack', 'K7QM', ?, ?, ${by} FROM (${pass})`,
    ...[newId(), at, at + 600_000, gone],
  );
}

/**
 * Opens the list of today's sessions, or the door of one session. That session begins soon, has given places away
 * (`given`), or was chosen by nobody (`empty`).
 */
async function openSession(page: Page, portal: Portal, what: "list" | "door" | "given" | "empty") {
  const now = Date.parse("2022-12-17T15:00:00Z");
  const startsAt = now + (what === "given" ? -30 : 10) * 60_000;
  const id = newId();
  await removeSessionsToday(portal);
  await portal.query(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, capacity,
      version, changed_at, give_away_minutes)
      VALUES (?, 'aconf_2023', 'Negotiating', '', '2022-12-17', ?, ?, '[]', 2, 1, 0, 15)`,
    ...[id, startsAt, startsAt + 20 * 3_600_000],
  );
  if (what !== "empty")
    for (const [index, name] of [
      "Mei-Ling Wolfeschlegelsteinhausen-Bergerdorff",
      "Ada Alder",
      "Bo Birch",
    ].entries()) {
      const { uid } = await portal.accountLike("signed");
      await portal.pay(uid);
      await portal.query(
        "INSERT INTO detail_changes SELECT conference_id, uid, 1, ?, 0, 0 FROM applications WHERE uid = ?",
        ...[JSON.stringify({ badgeName: { from: "", to: name } }), uid],
      );
      await portal.query(
        "INSERT INTO places VALUES (?, ?, 'aconf_2023', ?, ?)",
        ...[id, uid, index < 2 ? "held" : "waiting", index],
      );
      if (what === "given" && index === 1)
        await portal.query(
          "INSERT INTO session_entries VALUES (?, 'aconf_2023', ?, ?, 1, 'here', ?, ?)",
          ...[newId(), id, uid, demoAccount("door").uid, startsAt],
        );
    }
  await page.goto(what === "list" ? "/admin/door/sessions" : `/admin/door/sessions/${id}`);
}

/** Opens the page at the door of somebody who holds a pass, a mug and a shirt. `change` is SQL that is run before. */
async function openAtDoor(page: Page, portal: Portal, change?: string) {
  const { uid } = await portal.accountLike("signed");
  await portal.pay(uid);
  if (change) await portal.query(change, uid);
  const [pass] = await portal.query<{ id: string }>(
    "SELECT id FROM holdings WHERE uid = ? AND item = pass_type",
    uid,
  );
  await page.goto(`/admin/door/${pass!.id}`);
}

const library: State[] = [
  { name: "plus gate signed out", open: "/plus/lectures", status: 401 },
  { name: "plus gate", as: "new", open: "/plus", status: 403 },
  { name: "plus", as: "subscriber", open: "/plus" },
  {
    name: "plus begun",
    like: "subscriber",
    open: async (page, portal, uid) => {
      await portal.query(
        "INSERT INTO watching SELECT ?, id, length_seconds / 3, created_at FROM recordings WHERE published_at > 0 LIMIT 3",
        uid,
      );
      await page.goto("/plus");
    },
  },
  { name: "plus lectures", as: "subscriber", open: "/plus/lectures" },
  { name: "plus nothing found", as: "subscriber", open: "/plus/lectures?search=nothing-like-it" },
  { name: "plus subscribe signed out", open: "/plus/subscribe" },
  { name: "plus subscribe", as: "draft", open: "/plus/subscribe" },
  { name: "plus subscribe, address not confirmed", as: "new", open: "/plus/subscribe" },
  { name: "plus subscription", as: "subscriber", open: "/plus/subscribe" },
  { name: "plus change card", as: "subscriber", open: "/plus/card" },
  {
    name: "plus receipt",
    as: "subscriber",
    open: async (page) => {
      await page.goto("/plus/subscribe");
      await follow(page, page.locator("main a[href^='/plus/receipt/']").first());
    },
  },
  { name: "plus not found", as: "subscriber", open: "/plus/video/unknown", status: 404 },
  ...["category", "video", "speaker"].map((kind) => ({
    name: `plus ${kind}`,
    as: "subscriber",
    open: async (page: Page) => {
      await page.goto("/plus");
      if (kind === "category") return follow(page, page.locator("a[href^='/plus/category/']").first());
      await follow(page, page.locator("main a[href^='/plus/video/']").first());
      if (kind === "speaker") await follow(page, page.locator("a[href^='/plus/speaker/']").first());
    },
  })),
];

const scheduleOf = async (page: Page, table: string) => {
  await page.goto("/admin/scheduling/import");
  await page.getByText("Or paste the table").click();
  await page.getByLabel("Table").fill(table);
  await press(page, "Show what would change");
};

const addPasskeys = (portal: Portal, uid: string) =>
  portal.query(
    "INSERT INTO passkeys VALUES (?1 || '1', ?1, 'key', 0, 'Safari on iOS', ?2), (?1 || '2', ?1, 'key', 7, 'Chrome on Windows', ?2)",
    ...[uid, Date.now()],
  );

/** Deletes the time at which a code was last typed, so that the portal asks for a code again. */
const forgetCode = (portal: Portal, uid: string) =>
  portal.query("UPDATE sessions SET factor_typed_at = NULL WHERE uid = ?", uid);

/** Sets a second factor up, logs out, and logs in again up to the page that asks for a code. */
async function typePassword(page: Page, portal: Portal, uid: string) {
  await setUpFactor(page);
  const [{ email }] = (await portal.query("SELECT email FROM users WHERE uid = ?", uid)) as [
    { email: string },
  ];
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoAccount("director").password);
  await press(page, "Log in");
  await page.waitForURL(/\/code/);
}

/** Gives a member of the staff (`person`) a second factor. An hour ago, another member (`asker`) asked to reset it. */
async function withResetAsked(portal: Portal, asker: string, person: string) {
  const { uid } = demoAccount(person);
  const now = Date.now();
  await portal.query("INSERT OR REPLACE INTO factors VALUES (?, 'sealed', 0, ?)", uid, now - 86_400_000);
  await portal.query(
    "INSERT OR REPLACE INTO factor_resets VALUES (?, ?, ?)",
    ...[uid, demoAccount(asker).uid, now - 3_600_000],
  );
}

/** The states of the programme's pages for staff. None of them applies anything. */
const programming: State[] = [
  { name: "programme", as: "director", open: "/admin/scheduling" },
  { name: "programme new session", as: "director", open: "/admin/scheduling/new?day=2023-02-18" },
  {
    name: "programme session",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/scheduling?day=2023-02-18");
      await follow(page, page.getByRole("link", { name: "Walking tour" }));
    },
  },
  {
    name: "programme session with entries",
    as: "director",
    open: async (page, portal) => {
      await openSession(page, portal, "given");
      const negotiating = "(SELECT id FROM programme_sessions WHERE title = 'Negotiating')";
      await portal.query(`DELETE FROM places WHERE session_id IN ${negotiating}`);
      await page.goto("/admin/scheduling?day=2022-12-17");
      await follow(page, page.getByRole("link", { name: "Negotiating" }));
      await page.getByText("must stay").waitFor();
    },
  },
  {
    name: "programme conflict",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/scheduling/new?day=2023-02-18");
      await page.getByLabel("Title").fill("One too many");
      await page.getByLabel("Room").selectOption("Sanders Theatre");
      await press(page, "Save");
    },
  },
  {
    name: "programme session refused",
    as: "director",
    open: async (page) => {
      await page.goto("/admin/scheduling/new?day=2023-02-18");
      await page.getByLabel("Title").fill("One too many");
      await page.getByLabel("places of the absent").fill("soon");
      await press(page, "Save");
      await page.locator(".error-summary").waitFor();
    },
  },
  { name: "programme rooms", as: "director", open: "/admin/scheduling/rooms" },
  { name: "programme import", as: "director", open: "/admin/scheduling/import" },
  {
    name: "programme plan",
    as: "director",
    open: async (page) =>
      scheduleOf(
        page,
        "day,start,end,title,room,track,capacity\n2023-02-18,13:30,14:30,Walking tour: Harvard Yard before the tourists,,,5\n2023-02-18,09:30,10:30,Late breakfast,Faculty Club,Plenary,\n2023-02-18,09:30,10:30,One too many,Sanders Theatre,,",
      ),
  },
];

/** Every screen in every state that is worth looking at. */
export const states: State[] = [
  ...library,
  ...signedOut,
  ...frames,
  ...closed,
  ...askedLater,
  ...homes,
  ...application,
  ...decisions,
  ...waiver,
  ...paying,
  ...details,
  ...emails,
  ...others,
  ...deciding,
  ...programming,
];

/** Signs the visitor of a state in, and leads the page to the state. */
export async function open(state: State, page: Page, portal: Portal) {
  const account = state.as ? demoAccount(state.as) : state.like && (await portal.accountLike(state.like));
  await page.context().clearCookies();
  if (account) await portal.signIn(page.context(), account);
  const { open } = state;
  if (typeof open === "string") {
    // A browser goes to another place of the open page without a request, so another page is opened first.
    if (open.includes("#")) await page.goto("about:blank");
    const response = await page.goto(open);
    expect(response?.status(), state.name).toBe(state.status ?? 200);
  } else await whereItLeads(page, () => open(page, portal, account ? account.uid : ""));
}

/** Calls `act`, and waits for the page that its last form or link leads to, so that the previous page is gone. */
async function whereItLeads(page: Page, act: () => Promise<unknown>) {
  const underWay = new Set<Request>();
  const begins = (request: Request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isPage && !request.redirectedFrom()) underWay.add(request);
  };
  const fails = (request: Request) => underWay.delete(request);
  const arrives = () => underWay.clear();
  page.on("request", begins).on("requestfailed", fails).on("domcontentloaded", arrives);
  try {
    await act();
    // A press begins its request a moment later.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect.poll(() => underWay.size, { message: "the page comes", intervals: [10, 20, 50] }).toBe(0);
  } finally {
    page.off("request", begins).off("requestfailed", fails).off("domcontentloaded", arrives);
  }
}

/** Opens the menu, which contains the header's links on a phone. */
async function openMenu(page: Page) {
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
}

/** Calls `act` while a table cannot be read. */
async function cannotRead(portal: Portal, table: string, act: () => Promise<unknown>) {
  await portal.query(`ALTER TABLE ${table} RENAME TO away_${table}`);
  try {
    await act();
  } finally {
    await portal.query(`ALTER TABLE away_${table} RENAME TO ${table}`);
  }
}

/** Opens somebody's submitted application again, as staff do. */
const openAgain = (portal: Portal, uid: string) =>
  portal.query(
    "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
    uid,
  );

/** Calls `act` while the directors look at the edition that is over. */
async function lookingBack(portal: Portal, act: () => Promise<unknown>) {
  const { uid } = demoAccount("director");
  await portal.query("UPDATE sessions SET edition = 'aconf_2022' WHERE uid = ?", uid);
  try {
    await act();
  } finally {
    await portal.query("UPDATE sessions SET edition = NULL WHERE uid = ?", uid);
  }
}

/** Calls `act` as if the waiting list had stopped. */
async function afterTheList(portal: Portal, act: () => Promise<unknown>) {
  await portal.query(
    `INSERT INTO waiting_lists (conference_id, sorted_by, by_hand, pass_type, refills, hours, stops_at)
      VALUES ('aconf_2023', 'score', '[]', 'goldPlus', 0, 48, 1)`,
  );
  try {
    await act();
  } finally {
    await portal.query("DELETE FROM waiting_lists WHERE conference_id = 'aconf_2023'");
  }
}

/** Calls `act` as if it were a year later, when no round is open any more. */
async function afterTheLastDeadline(portal: Portal, act: () => Promise<unknown>) {
  const year = 365 * 86_400_000;
  await portal.query("UPDATE rounds SET deadline = deadline - ?", year);
  try {
    await act();
  } finally {
    await portal.query("UPDATE rounds SET deadline = deadline + ?", year);
  }
}

/** Records that mail to somebody's address came back or was called spam, and opens a page. */
function cameBack(because: string, path: string) {
  return async (page: Page, portal: Portal, uid: string) => {
    await portal.query(
      "INSERT INTO unreachable_addresses (email_key, uid, because, said, at) SELECT email_key, uid, ?, '', 0 FROM users WHERE uid = ?",
      ...[because, uid],
    );
    await page.goto(path);
  };
}

/** Sets the counters as if strangers had tried too many passwords for an account, and tries to log in. */
async function holdUp(page: Page, portal: Portal) {
  const email = `${newId()}@example.org`;
  await portal.query(
    "INSERT INTO counters (key, count, expires_at) VALUES (?, 40, ?)",
    ...[`sign-in-budget:${sha256(email).slice(0, 32)}`, Date.now() + 3_600_000],
  );
  await page.goto("/");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("whatever it is");
  await press(page, "Log in");
}

const resetLink = async (portal: Portal) =>
  linkOnce(portal, "reset-password", (await portal.accountLike("new")).uid);

/** Opens a link from a mail, with which the reader of the mail can stop news and reminders. */
async function openStopLink(page: Page, portal: Portal) {
  const id = newId();
  await portal.query(
    `INSERT INTO outbox (id, event_key, kind, recipient, subject, body, created_at, failures)
      VALUES (?1, ?1, 'news', ?1 || '@example.org', 'News', 'Hello.', ?2, 0)`,
    ...[id, Date.now() + 600_000],
  );
  await page.goto("/dev/mailbox");
  const address = await page.locator(`a[href*="/unsubscribe/${id}."]`).first().getAttribute("href");
  await page.goto(new URL(address!, "http://localhost").pathname);
}

/** The path of a link that works once. The first part of the path is the link's purpose. */
async function linkOnce(portal: Portal, purpose: LinkPurpose, uid: string, email: string | null = null) {
  const token = newId();
  await portal.query(
    "INSERT INTO tokens (hash, purpose, uid, email, created_at, expires_at) VALUES (?, ?, ?, ?, 0, ?)",
    ...[sha256(token), purpose, uid, email, Date.now() + 600_000],
  );
  return `/${purpose}/${token}`;
}

/** Drafts another theme. First deletes what other states have drafted. */
async function editTheme(page: Page, portal: Portal) {
  await portal.query("DELETE FROM edition_revisions");
  await page.goto("/admin/editions/aconf_2023/conference");
  await page.getByLabel("Theme").fill("Bridges of Asia");
  await press(page, "Save");
  await page.getByText("1 change").first().waitFor();
}

/** Makes a plan by which these demo accounts leave the staff. */
async function handOver(page: Page, leaving: readonly string[]) {
  await page.goto("/admin/handover");
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  for (const name of leaving) await page.locator(`input[value="${demoAccount(name).uid}"]`).check();
  await press(page, "Make the plan");
  await page
    .getByRole("heading", { name: /leaves|There is a problem/ })
    .first()
    .waitFor();
}

/** Assigns an application to a reader. */
const assign = (portal: Portal, uid: string, staffUid: string) =>
  portal.query(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES ('aconf_2023', ?, ?, 'Lowest load.', 0)",
    ...[uid, staffUid],
  );

/** Writes the scores of a harsh, a mild and a usual reader. Two of them disagree about the last application. */
async function comparing(page: Page, portal: Portal) {
  const readers = [];
  for (const name of ["Harsh Reader", "Mild Reader", "Usual Reader"]) {
    const { uid } = await portal.accountLike("reviewer");
    await portal.query(
      "INSERT INTO staff (uid, name, abilities, created_at) VALUES (?, ?, '[\"read\"]', 0)",
      ...[uid, name],
    );
    readers.push(uid);
  }
  const given = [
    [300, 450, null],
    [null, 420, 360],
    [250, null, 330],
    [210, 370, null],
    [null, 480, 410],
    [180, null, 260],
    [500, 200, null],
  ];
  for (const scores of given) {
    const { uid } = await portal.accountLike("submitted");
    for (const [place, score] of scores.entries()) {
      if (score === null) continue;
      await portal.query(
        `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
          VALUES ('aconf_2023', ?, ?, '{}', ?, 'Waitlisted', 1, 0, 0)`,
        ...[uid, readers[place]!, score],
      );
      await portal.query(
        "INSERT INTO comments (id, conference_id, uid, staff_uid, text, created_at) VALUES (?, 'aconf_2023', ?, ?, ?, 0)",
        ...[
          `${uid} ${place}`,
          uid,
          readers[place]!,
          "The second essay says what she would do first, and why.",
        ],
      );
    }
  }
  await page.goto("/admin/scores");
}

async function distribute(page: Page, round = "all") {
  await page.goto("/admin/distribute-apps");
  await page.getByLabel("Round").selectOption(round);
  await page.getByLabel("Readers per application").selectOption("1");
  await page.getByLabel("All submitted").check();
  await press(page, "Make a plan");
}

/** Makes it look as if the password was typed long ago. */
const forgetPassword = (portal: Portal, uid: string) =>
  portal.query("UPDATE sessions SET authenticated_at = 0 WHERE uid = ?", uid);

async function changeEmail(page: Page, address: string) {
  await page.getByLabel("New e-mail").fill(address);
  await press(page, "Change email");
}

/** Opens the page that the first row of a table links to. */
async function openFirst(page: Page, path: string) {
  await page.goto(path);
  await follow(page, page.locator("tbody a").first());
}

async function openLinked(page: Page, path: string, link: string) {
  await page.goto(path);
  await follow(page, page.getByRole("link", { name: link }).first());
}

/** Presses a link, and waits for the page that it leads to. */
async function follow(page: Page, link: Locator) {
  const before = page.url();
  await link.click();
  await page.waitForURL((url) => String(url) !== before, { waitUntil: "domcontentloaded" });
}

/** Gives somebody an award of this many per cent. */
const award = (portal: Portal, uid: string, percent: number) =>
  portal.query(
    `INSERT INTO grants (id, conference_id, kind, title, uid, percent, max_uses, created_by, created_at)
      VALUES (?, 'aconf_2023', 'award', 'Diversity award', ?, ?, 1, 'x', 0)`,
    ...[newId(), uid, percent],
  );

async function takeFree(page: Page, portal: Portal, uid: string) {
  await award(portal, uid, 100);
  await page.goto("/register");
  const take = page.getByRole("button", { name: "Take the pass" });
  if (!(await take.isVisible())) await press(page, "Continue to payment");
  await take.click();
  await page.getByText(/^You(?:r Harvard| have the)/).waitFor();
}

const openPayment = async (page: Page) => {
  await page.goto("/admin/payments?search=goldplus@");
  await follow(page, page.getByRole("rowheader").getByRole("link").first());
};

/** Records on a payment's page that, according to a letter, the bank has taken the money back. */
async function takenByBank(page: Page, portal: Portal) {
  const { uid } = await portal.accountLike("signed");
  await portal.pay(uid);
  await page.goto(`/admin/payments/${await newestPayment(portal, uid)}`);
  await page.getByText("The bank has taken it back", { exact: true }).click();
  await page
    .getByLabel("What the bank wrote")
    .fill("Letter of 14 December, 88-1204: the cardholder disputes it");
  await press(page, "Record that the bank has taken it back");
}

/** Asks to refund a line of somebody's payment, up to the page that asks whether this is right. */
async function askToGiveBack(page: Page, portal: Portal, title: string) {
  const { uid } = await portal.accountLike("signed");
  await portal.pay(uid);
  await page.goto(`/admin/payments/${await newestPayment(portal, uid)}`);
  await page.getByText("Refund", { exact: true }).click();
  await page.getByRole("checkbox", { name: title }).check();
  await page.getByLabel("Reason").fill("Visa refused by the embassy");
  await press(page, "Continue");
  await page.getByText("The delegate is told by mail.").waitFor();
}

async function askAboveTheLimit(page: Page, portal: Portal) {
  await askToGiveBack(page, portal, "Harvard Conference ticket");
  await press(page, "Change this");
  await page.getByLabel("Amount in dollars").fill("550");
  await press(page, "Continue");
  await page.getByText("so you only propose it").waitFor();
}

/** Inserts an outgoing that the treasurer proposed: a refund of the payment or, without a payment, awards. */
const proposed = (
  portal: Portal,
  paymentId: string | null,
  request: { does: string; amountCents?: number; [more: string]: unknown },
) =>
  portal.query(
    `INSERT INTO outgoings (id, conference_id, kind, payment_id, request, amount_cents, limit_cents, state,
        proposed_by, proposed_from, proposed_at)
      VALUES (?, 'aconf_2023', ?, ?, ?, ?, 50000, 'proposed', ?, '', ?)`,
    ...[newId(), request.does, paymentId, JSON.stringify(request), request.amountCents ?? 550_00],
    ...[demoAccount("treasurer").uid, Date.now()],
  );

async function openDialog(page: Page, path = "/payment-info") {
  await page.goto(path);
  await openMenu(page);
  await page.getByRole("link", { name: "Change email" }).click();
  await page.getByRole("dialog").waitFor();
}

/** Inserts a delegate's request that the owner of this address pays for the in-person pass and a mug. */
const asked = (portal: Portal, uid: string, email: string) =>
  portal.query(
    `INSERT INTO payer_requests (id, conference_id, uid, pass_type, add_ons, email, email_key, created_at)
      VALUES (?, 'aconf_2023', ?, 'goldPlus', '{"h2023mug":true}', ?, ?, 0)`,
    ...[newId(), uid, email, email],
  );

/** Offers somebody's pass to another person. Returns the id of the transfer. */
async function offered(portal: Portal, uid: string, to: { uid: string; email: string }): Promise<string> {
  const id = newId();
  await portal.query(
    `INSERT INTO transfers (id, conference_id, holding_id, from_uid, email, to_uid, state, created_at, expires_at)
      SELECT ?, conference_id, id, uid, ?, ?, 'open', ?, ? FROM holdings
      WHERE uid = ? AND item = pass_type AND state = 'held'`,
    ...[id, to.email, to.uid, Date.parse("2022-12-17T15:00Z"), Date.parse("2022-12-24T15:00Z"), uid],
  );
  return id;
}

/** Buys a pass, and then add-ons for it, which have a bill of their own. */
async function buyLater(page: Page, portal: Portal, uid: string) {
  await portal.pay(uid);
  await page.goto("/register/add-ons?addOns.h2023execsem=true&addOns.h2023hatwhite=true");
  await fillCard(page, CARD.cardNumber);
  await press(page, /^Pay/);
  await page.getByText("$105 paid").waitFor();
}

/** Inserts batches of the processor as the cron reads them. Some agree with our payments, and some do not. */
async function settleBatches(portal: Portal) {
  const now = Date.now();
  const [payment] = await portal.query("SELECT id FROM payments WHERE state = 'captured' LIMIT 1");
  const object = `payments/${payment!["id"]}`;
  const batch = (daysAgo: number, state: string, charged: number, back: number) =>
    portal.query(
      "INSERT INTO settlement_batches VALUES ('simulator', ?, ?, ?, ?, ?, 2) ON CONFLICT DO NOTHING",
      ...[`SIM-${daysAgo}`, now - daysAgo * 86_400_000, state, charged, back],
    );
  const line = (id: string, batchId: string | null, kind: string, ...sums: (number | string | null)[]) =>
    portal.query(
      "INSERT INTO settlement_lines VALUES ('simulator', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      ...[id, batchId, "abcdefghijklmnopqrst", kind, ...sums, now],
    );
  await batch(1, "settled", 115_900, 3000);
  await line("one", "SIM-1", "charge", 111_000, 111_000, object);
  await line("two", "SIM-1", "charge", 4900, 4900, "subscriptions/of-somebody");
  await line("three", "SIM-1", "refund", 3000, 3000, object);
  await batch(2, "settled", 61_799, 44_500);
  await line("four", "SIM-2", "charge", 49_499, 49_500, object);
  await line("five", "SIM-2", "charge", 12_300, null, null);
  await line("six", "SIM-2", "refund", 44_500, 0, object);
  await batch(3, "settled", 55_000, 0);
  await line("seven", "SIM-3", "charge", 49_500, 49_500, object);
  await batch(4, "failed", 15_000, 0);
  await line("eight", null, "charge", null, 55_000, object);
}

/** Inserts an open invoice. Returns the id of its payment. */
async function writeInvoice(portal: Portal, uid: string, isTaxed = false): Promise<string> {
  const id = `i${uid.slice(1)}`;
  const now = Date.parse("2022-12-17T15:00:00Z");
  const lines = [
    { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
    { id: "h2023mug", title: "Mug", variant: null, cents: 2_500 },
  ];
  for (const [sql, parameters] of paymentStatements({
    ...{ id, uid, addOns: '{"h2023mug":true}', amountCents: 52_000, lines: JSON.stringify(lines) },
    ...{ state: "reserved", means: "invoice", leaseUntil: Date.now() + 1e9, createdAt: now },
  }))
    await portal.query(sql, ...parameters);
  await portal.query(
    `INSERT INTO invoices SELECT ?1, 'aconf_2023', coalesce(max(number), 0) + 1, 'University of Ghana', 'Bursary
Legon, Accra', json_object(?1, 'Kofi Mensah'), 'Harvard Conference 2023, 17–19 February 2023', 'HPAIR
PO Box 380 000', 'Example Savings Bank
account 0000 123 456', ?, ?, ?, ?, ?, 1 FROM invoices`,
    ...[id, ...(isTaxed ? ["Prices include VAT.", 770, "CHE-123.456.789"] : ["No tax is charged.", 0, ""])],
    ...[now, now + 14 * 86_400_000],
  );
  return id;
}

const bankFileOf = async (page: Page, text: string) => {
  await page.goto("/admin/payments/bank");
  await page.getByText("Or paste its text").click();
  await page.getByLabel("Text of the file").fill(text);
  await press(page, "Show what it pays");
  await page.getByRole("link", { name: "Another file" }).waitFor();
};

/** Writes invoices, and returns a bank's file with lines of each kind for them. */
async function bankLinesFor(portal: Portal): Promise<string> {
  const numbers: string[] = [];
  for (const state of ["open", "open", "open", "ended", "waiting"]) {
    const id = await writeInvoice(portal, (await portal.accountLike("signed")).uid);
    if (state === "ended") await portal.query("UPDATE payments SET state = 'released' WHERE id = ?", id);
    if (state === "waiting") await takeMoney(portal, id, "waiting");
    const [invoice] = await portal.query<{ number: number }>(
      "SELECT number FROM invoices WHERE order_id = ?",
      id,
    );
    numbers.push(`A2023-${String(invoice!.number).padStart(4, "0")}`);
  }
  const [exact, less, more, ended, waiting] = numbers;
  const rows: [text: string, cents: number, reference?: string][] = [
    [`Invoice ${exact}`, 52_000],
    [`Mei Chen ${less}`, 50_000],
    [`${more}`, 55_000],
    [`${ended}`, 52_000],
    [`${waiting}`, 52_000, "TX 88-1"],
    [`${waiting} again`, 52_000],
    [`${exact} and ${less}`, 104_000],
    ["A2023-9999", 52_000],
    ["A2022-0001", 52_000],
    ["Tuition of a guest", 1000],
    ["Printing", -2000],
  ];
  const mark = newId().slice(0, 6);
  const transfers = rows.map(([text, cents, reference], index) => ({
    ...{ day: "2022-12-16", who: "University of Ghana", text, cents },
    reference: reference ?? `TX ${index}-${mark}`,
  }));
  return `${bankFile("british", transfers).slice(1)}\n40/12/2022,"Nobody can read this",TX 9,,"5.00",`;
}

/**
 * Records money for an invoice, as if the treasurer had typed it. If the money is unwanted, the invoice has already
 * ended.
 */
async function takeMoney(portal: Portal, id: string, state: "waiting" | "unwanted") {
  if (state === "unwanted") await portal.query("UPDATE payments SET state = 'released' WHERE id = ?", id);
  await portal.query(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, state, recorded_by,
      recorded_at, limit_cents, created_at, booking) VALUES (?, 'aconf_2023', ?, 'bank transfer', 'TX 88-1', '2022-12-16', 52000,
      ?, ?, ?, 50000, unixepoch() * 1000, ${BOOKED})`,
    ...[id.split("").reverse().join(""), id, state, demoAccount("treasurer").uid, 1_671_290_000_000],
  );
}

/** Types, on the page of an invoice, that all but $20 has come in. Stops before this is recorded. */
async function sayPart(page: Page) {
  const amount = page.getByLabel("Amount in dollars");
  await amount.fill(String(Number(await amount.inputValue()) - 20));
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  await page.getByLabel("Reference").fill("TX 88-1");
  await page.getByLabel("Day on which it came in").fill("2022-12-16");
  await press(page, "Continue");
  await page.getByRole("button", { name: /^Record/ }).waitFor();
}

/** Records a part of an invoice, and leaves the staff's page of the invoice open. Returns the id of the order. */
async function payPart(page: Page, portal: Portal, uid: string): Promise<string> {
  const id = await writeInvoice(portal, uid);
  await page.goto(`/admin/payments/invoices/${id}`);
  await sayPart(page);
  await press(page, /^Record/);
  const [waiting] = await portal.query<{ id: string }>(
    "SELECT id FROM takings WHERE order_id = ? AND state = 'waiting'",
    id,
  );
  // For money above the limit, a second person has to confirm what the first person recorded. The test stores the
  // treasurer as the first person, so that the visitor can confirm.
  if (waiting) {
    await portal.query(
      "UPDATE takings SET recorded_by = ? WHERE id = ?",
      demoAccount("treasurer").uid,
      waiting.id,
    );
    await page.reload();
    await press(page, /^Confirm/);
  }
  await page.getByText("Paid a part of the invoice").first().waitFor();
  return id;
}

/** Like `payPart`, for a delegate who is signed in before and after it. */
async function partPaid(page: Page, portal: Portal, uid: string, { isWrittenOff = false } = {}) {
  const own = await page.context().cookies();
  await portal.signIn(page.context(), demoAccount("director"));
  const id = await payPart(page, portal, uid);
  if (isWrittenOff) await writeOff(page);
  await page.context().addCookies(own);
  return id;
}

async function writeOff(page: Page) {
  await page.getByText("Write off the rest").click();
  await page.getByLabel("Why nobody has to pay it").fill("The bank of the sender kept a fee.");
  await press(page, /^Write off \$/);
  await page.getByText("Written off").first().waitFor();
}

/** SQL for a booking on the day of the demo, at the time at which the row was created. */
const THEN = "json_object('at', created_at, 'on', '2022-12-17')";

/**
 * Makes an invoice with a mug, paid by bank transfer. A refund then ends the mug and gives its price back as credit.
 * Returns the ids of the payment and the refund.
 */
async function giveMugBack(portal: Portal, uid: string): Promise<{ id: string; refund: string }> {
  const [id, refund] = [await writeInvoice(portal, uid, true), newId()];
  for (const sql of [
    "UPDATE orders SET means = 'bank transfer' WHERE id = ?",
    `UPDATE payments SET state = 'captured', resolved_at = created_at, booking = ${THEN} WHERE id = ?`,
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by,
      lease_until, created_at) SELECT '${refund}', conference_id, id, 'credit', 2500, 0, 'Asked for', 'pending',
      delegate_uid, 0, created_at FROM payments WHERE id = ?`,
    `INSERT INTO refund_lines (refund_id, holding_id, cents, ends)
      SELECT '${refund}', id, cents, 1 FROM holdings WHERE item = 'h2023mug' AND payment_id = ?`,
  ])
    await portal.query(sql, id);
  await portal.query(`UPDATE refunds SET state = 'done', booking = ${THEN} WHERE id = ?`, refund);
  return { id, refund };
}

/**
 * Before anybody opens a page, makes a payment that a bank has taken back. `booked` is SQL for its booking. Returns the
 * payment's id.
 */
async function bankTookBack(portal: Portal, uid: string, booked: string): Promise<string> {
  await portal.pay(uid);
  const [id, refund] = [await newestPayment(portal, uid), newId()];
  await portal.query(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, bank_state, state,
      requested_by, lease_until, created_at, resolved_at)
    SELECT ?, conference_id, id, 'money', amount_cents, 0, 'A letter', 'open', 'pending', ?, 0, created_at, created_at
    FROM payments WHERE id = ?`,
    ...[refund, demoAccount("director").uid, id],
  );
  await portal.query(
    `INSERT INTO refund_lines (refund_id, holding_id, cents, ends)
      SELECT ?, id, cents, 0 FROM holdings WHERE payment_id = ? AND cents > 0`,
    ...[refund, id],
  );
  await portal.query(`UPDATE refunds SET state = 'done', booking = ${booked} WHERE id = ?`, refund);
  return id;
}

async function newestPayment(portal: Portal, uid: string): Promise<string> {
  const [payment] = await portal.query<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ? ORDER BY created_at DESC",
    uid,
  );
  return payment!.id;
}

/** Continues to the card's fields. Without scripts, add-ons are chosen first, and the card is on the next page. */
async function toCard(page: Page) {
  const card = page.getByLabel("Card number");
  if (!(await card.isVisible())) await press(page, "Continue to payment");
  await card.waitFor();
}

async function fillCard(page: Page, cardNumber: string) {
  await toCard(page);
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
}

async function pay(page: Page, cardNumber: string, path = "/register?addOns.h2023mug=true") {
  await page.goto(path);
  await fillCard(page, cardNumber);
  await press(page, /^Pay/);
  await page.getByRole("alert").or(page.getByText("Being checked")).waitFor();
}

/** Posts a form as a browser without scripts does. */
async function submitPlainly(page: Page, button: string) {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button }) });
  await form.evaluate((form: HTMLFormElement) => form.submit());
}

/**
 * Writes actions into the audit log, for each kind of sentence: with and without a person, a thing, times and further
 * details.
 */
async function writeActs(portal: Portal) {
  const [director, treasurer] = [demoAccount("director").uid, demoAccount("treasurer").uid];
  const { uid } = demoAccount("goldplus");
  const payment = `payments/${await newestPayment(portal, uid)}`;
  const [from, to] = ["2022-12-20T05:00Z", "2022-12-22T05:00Z"].map((time) => Date.parse(time));
  const release = Date.parse("2023-01-04T05:00Z");
  const acts: [actor: string | null, action: AuditAct, object: string, detail: Record<string, unknown>][] = [
    [null, "payment captured", payment, {}],
    [treasurer, "refund", payment, { amountCents: 44_500, refund: newId(), ends: ["jacket"] }],
    [null, "payment refunded", payment, { refund: newId() }],
    [director, "openDocument", `aconf_2023/${uid}`, { documentId: newId(), questionId: "resume" }],
    [
      director,
      "scheduleRound",
      "rounds/aconf_2023/regular",
      { from: { deadline: from, decisionRelease: release }, to: { deadline: to, decisionRelease: release } },
    ],
    [director, "saveEdition", "editions/aconf_2023", { revision: 1 }],
    [
      director,
      "changeStaff",
      `staff/${treasurer}`,
      { abilities: ["read", "money"], capacity: 2, onLeave: false },
    ],
    [director, "reopenApplication", `aconf_2023/${uid}`, { reason: "The wrong resume." }],
    [treasurer, "exportEnd", "exports/payments.csv", { rows: 2, isWhole: true }],
  ];
  for (const [index, [actor, action, object, detail]] of acts.entries())
    await portal.query(
      "INSERT INTO audit (id, at, actor_uid, action, object, detail) VALUES (?, ?, ?, ?, ?, ?)",
      ...[newId(), Date.now() - index * 60_000, actor, action, object, JSON.stringify(detail)],
    );
}
