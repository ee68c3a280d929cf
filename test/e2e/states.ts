import { expect, type Page } from "@playwright/test";
import type { LinkPurpose } from "../../app/domain/types.ts";
import { CARD, demoAccount, newId, type Portal, pdf, sha256 } from "./support.ts";

/** One screen in one state: who looks at it, and how to get there. */
export type State = {
  name: string;
  /** A demo account to look at it with; `like` for a new one in its state, which may be changed. */
  as?: string;
  like?: string;
  open: string | ((page: Page, portal: Portal, uid: string) => Promise<unknown>);
  /** What the server answers, where it is not 200. */
  status?: number;
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

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
  { name: "gate", open: "/application", status: 401 },
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
  { name: "reset password link used", open: "/reset-password/used", status: 404 },
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

const SECTIONS = ["about", "education", "participation", "essays", "scholarship"];

const application: State[] = [
  { name: "application new", as: "new", open: "/application" },
  { name: "application draft", as: "draft", open: "/application" },
  { name: "application submitted", as: "submitted", open: "/application" },
  ...SECTIONS.flatMap((section) => [
    { name: `section ${section}`, as: "new", open: `/application/${section}` },
    { name: `section ${section} checked`, as: "draft", open: `/application/${section}?check` },
  ]),
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
  { name: "documents checked", as: "draft", open: "/application/documents?check" },
  {
    name: "documents stored",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/scholarship");
      await page.getByLabel("Yes").check();
      await press(page, "Save and continue");
      await page
        .getByLabel("File")
        .last()
        .setInputFiles(pdf("A rather long name of a resume, final version 3.pdf"));
      await press(page, "Upload Resume");
      await page.getByText("Document saved.").waitFor();
    },
  },
  {
    name: "documents refused",
    like: "draft",
    open: async (page) => {
      await page.goto("/application/documents");
      await page.getByLabel("File").setInputFiles({ ...pdf("resume.txt"), mimeType: "text/plain" });
      await press(page, "Upload Resume");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "check", as: "draft", open: "/application/check" },
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
  { name: "decision none yet", as: "submitted", open: "/decision" },
  { name: "decision accepted", as: "accepted", open: "/decision" },
  { name: "decision deferred", as: "deferred", open: "/decision" },
  { name: "decision rejected", as: "rejected", open: "/decision" },
  {
    name: "decision waitlisted",
    like: "accepted",
    open: async (page, portal, uid) => {
      await portal.decide(uid, "Waitlisted");
      await page.goto("/decision");
    },
  },
];

const waiver: State[] = [
  { name: "waiver not yet", as: "new", open: "/waiver" },
  { name: "waiver", as: "accepted", open: "/waiver" },
  { name: "waiver refused", as: "accepted", open: "/waiver?refused" },
  { name: "waiver accepted", as: "signed", open: "/waiver" },
  {
    name: "waiver incomplete",
    as: "accepted",
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
  { name: "register pay", as: "signed", open: "/register" },
  { name: "register pay regular", as: "regular", open: "/register" },
  {
    name: "register chosen and typed",
    as: "signed",
    open: async (page) => {
      await page.goto("/register?addOns.h2023mug=true&addOns.h2023shirtblack=M");
      await page.getByLabel("Card number").fill("3782 822463 10005");
    },
  },
  {
    name: "register wrong",
    as: "signed",
    open: async (page) => {
      await page.goto("/register");
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
  { name: "virtual summit pay", as: "signed", open: "/virtual-summit" },
  { name: "virtual summit included", as: "goldplus", open: "/virtual-summit" },
  { name: "virtual summit held", as: "gold", open: "/virtual-summit" },
  { name: "virtual summit not accepted", as: "rejected", open: "/virtual-summit" },
  { name: "payments none", as: "new", open: "/payment-info" },
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
  {
    name: "payment not made",
    like: "signed",
    open: async (page, portal, uid) => {
      await pay(page, "4000000000000002");
      await page.goto(`/payment/${await newestPayment(portal, uid)}`);
    },
  },
];

const emails: State[] = [
  { name: "change email", as: "goldplus", open: "/change-email" },
  {
    name: "change email refused",
    as: "goldplus",
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
      await page.getByText("Your e-mail is now").waitFor();
    },
  },
  {
    name: "change email dialog",
    as: "goldplus",
    open: async (page) => openDialog(page),
  },
  {
    name: "change email dialog wrong password",
    like: "goldplus",
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
    open: async (page) => {
      await openDialog(page, "/admin");
      await changeEmail(page, `${newId()}@student-union.university.example`);
      await page.getByText("Your e-mail is now").waitFor();
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
  { name: "developers", open: "/developers" },
  { name: "receipt", as: "goldplus", open: (page) => openLinked(page, "/payment-info", "Receipt") },
  { name: "admin payments", as: "director", open: "/admin/payments" },
  { name: "admin payments none", as: "director", open: "/admin/payments?search=nobody" },
  { name: "admin payment", as: "director", open: (page) => openPayment(page) },
  {
    name: "admin payment wrong",
    as: "director",
    open: async (page) => {
      await openPayment(page);
      await page.getByLabel("Amount in dollars").fill("all of it");
      await press(page, "Refund");
    },
  },
  {
    name: "admin payment refunded",
    as: "director",
    open: async (page, portal) => {
      const { uid, email } = await portal.accountLike("signed");
      await portal.pay(uid);
      await page.goto(`/admin/payments?search=${email}`);
      await page.getByRole("rowheader").getByRole("link").first().click();
      await page.getByLabel("Reason").fill("Visa refused by the embassy");
      await press(page, "Refund");
    },
  },
  { name: "admin checks", as: "director", open: "/admin/checks" },
  { name: "admin checks as reviewer", as: "reviewer", open: "/admin/checks", status: 403 },
  { name: "scheduling", as: "goldplus", open: "/scheduling" },
  { name: "not found", as: "new", open: "/no/such/page", status: 404 },
];

/** Every screen in every state worth looking at. */
export const states: State[] = [
  ...signedOut,
  ...homes,
  ...application,
  ...decisions,
  ...waiver,
  ...paying,
  ...emails,
  ...others,
];

/** Leads a page to a state, its visitor signed in. */
export async function open(state: State, page: Page, portal: Portal) {
  const account = state.as ? demoAccount(state.as) : state.like && (await portal.accountLike(state.like));
  await page.context().clearCookies();
  if (account) await portal.signIn(page.context(), account);
  if (typeof state.open === "string") {
    const response = await page.goto(state.open);
    expect(response?.status(), state.name).toBe(state.status ?? 200);
  } else await state.open(page, portal, account ? account.uid : "");
}

const resetLink = (portal: Portal) => linkOnce(portal, "reset-password", demoAccount("new").uid);

/** A link that works once; its path is its purpose. */
async function linkOnce(portal: Portal, purpose: LinkPurpose, uid: string, email: string | null = null) {
  const token = newId();
  await portal.query(
    "INSERT INTO tokens (hash, purpose, uid, email, created_at, expires_at) VALUES (?, ?, ?, ?, 0, ?)",
    ...[sha256(token), purpose, uid, email, Date.now() + 600_000],
  );
  return `/${purpose}/${token}`;
}

/** The password was typed long ago. */
const forgetPassword = (portal: Portal, uid: string) =>
  portal.query("UPDATE sessions SET authenticated_at = 0 WHERE uid = ?", uid);

async function changeEmail(page: Page, address: string) {
  await page.getByLabel("New e-mail").fill(address);
  await press(page, "Change email");
}

async function openLinked(page: Page, path: string, link: string) {
  await page.goto(path);
  await page.getByRole("link", { name: link }).first().click();
}

const openPayment = async (page: Page) => {
  await page.goto("/admin/payments?search=goldplus@");
  await page.getByRole("rowheader").getByRole("link").first().click();
};

async function openDialog(page: Page, path = "/payment-info") {
  await page.goto(path);
  await page.getByRole("link", { name: "Change email" }).click();
  await page.getByRole("dialog").waitFor();
}

async function newestPayment(portal: Portal, uid: string): Promise<string> {
  const [payment] = await portal.query<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ? ORDER BY created_at DESC",
    uid,
  );
  return payment!.id;
}

async function pay(page: Page, cardNumber: string) {
  await page.goto("/register?addOns.h2023mug=true");
  await page.getByLabel("Card number").fill(cardNumber);
  await page.getByLabel("Expiry date").fill(CARD.expirationDate);
  await page.getByLabel("Security code").fill(CARD.cardCode);
  await press(page, /^Pay/);
  await page.getByRole("alert").or(page.getByText("Being checked")).waitFor();
}

/** Posts a form as a browser without scripts does. */
async function submitPlainly(page: Page, button: string) {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button }) });
  await form.evaluate((form: HTMLFormElement) => form.submit());
}
