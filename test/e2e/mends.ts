import { expect, type Locator, type Page } from "@playwright/test";
import { codeOn } from "./authenticator.ts";
import { CARD, demoAccount, newId, type Portal, pdf } from "./support.ts";

/**
 * How the refusal of a state is mended, so that the form can be sent again. With "fields", the fields to which its
 * errors lead are filled in. A function mends the refusal in another way. `never` is the reason why the refusal cannot
 * be mended.
 */
type Mend = "fields" | ((page: Page, portal: Portal) => Promise<unknown>) | { never: string };

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

const logIn = async (page: Page, portal: Portal) => {
  const { email, password } = await portal.accountLike("draft");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Log in");
};

/** Types the card again: the portal never sends it back. */
const payAgain = async (page: Page) => {
  await typeAgain(page.locator("main"));
  await press(page, /^Pay/);
};

/** Deletes the draft after mending, since the other states must not begin with what one state saved. */
const inTheEdition = (mend: (page: Page) => Promise<unknown>) => async (page: Page, portal: Portal) => {
  await mend(page);
  await page.waitForURL(/[?&]saved/);
  await portal.query("DELETE FROM edition_revisions");
};

/** How to mend every state in which a form is refused, by the state's name. */
export const MENDS: Record<string, Mend> = {
  "manage staff last day": async (page) => {
    await page.getByLabel("Last day at the door").fill("2023-02-17");
    await press(page, "Add");
  },
  "account no reason": "fields",
  "admin bank file none": async (page) => {
    await page.getByLabel("Text of the file").fill("Date,Memo,Amount\n12/16/2022,Printing,-20.00");
    await press(page, "Show what it pays");
  },
  "admin bank lines none ticked": async (page) => {
    await page.getByRole("checkbox").first().check();
    await press(page, "Record the ticked payments");
  },
  "admin grants refused": async (page, portal) => {
    const { email } = await portal.accountLike("signed");
    await page.locator("#awards").getByLabel("People", { exact: true }).fill(email);
    await press(page, "Give the awards");
  },
  "admin invoice, a rest without a reason": "fields",
  "admin invoice with too much": async (page) => {
    await page.getByLabel("Amount in dollars").fill("520");
    await press(page, "Continue");
  },
  "admin invoice, other money was recorded first": async (page) => {
    await page.getByRole("radio", { name: "It is not for this invoice" }).check();
    await press(page, "Continue");
  },
  "admin invoicing refused": async (page) => {
    await page.getByLabel("Tax number").fill("CHE-123.456.789");
    await page.getByLabel("Taxes").fill("Prices include VAT.");
    await press(page, "Propose");
    // There can be only one proposal at a time. It is withdrawn, so that the next visitor finds the form.
    await press(page, "Withdraw");
  },
  "admin payment wrong": "fields",
  "building blocks": { never: "it is no form" },
  "change email dialog wrong password": async (page) => {
    await page.getByLabel("Password").fill(demoAccount("goldplus").password);
    await press(page, "Change email");
  },
  "change email refused": "fields",
  "change password wrong": "fields",
  // The errors lead to the pages of the sections, and each section has the fields that are missing.
  "check refused": async (page) => {
    await page.locator(".error-summary").getByRole("link", { name: "About you" }).click();
    await page.waitForURL(/\/application\/about/);
    await mendFields(page);
  },
  "desk incomplete": "fields",
  "details wrong": "fields",
  "scores wrong day": async (page) => {
    await page.getByLabel("Ask them to finish by").fill("2030-02-16");
    await press(page, /^Remind/);
  },
  "desk director award wrong": async (page) => {
    await page.getByLabel("Award", { exact: true }).fill("");
    await press(page, "Waitlisted");
  },
  "desk director award without a decision": async (page) => {
    await press(page, "Waitlisted");
  },
  "distribute nobody ticked": async (page) => {
    await page
      .getByLabel(/^Capacity of/)
      .first()
      .fill("2");
    await page.getByLabel("Everybody who reads").check();
    await press(page, "Make a plan");
  },
  "distribute wrong": async (page) => {
    await page.getByLabel("Round").selectOption("all");
    await press(page, "Make a plan");
  },
  "code after the password wrong": async (page) => {
    await page.getByLabel("Code").fill(codeOn(page));
    await press(page, "Continue");
  },
  "documents asked for no scholarship": "fields",
  "documents checked": "fields",
  "documents refused": "fields",
  // With scripts the page refuses the file beside its field, and never sends it.
  "documents too large": async (page) => {
    await page.getByLabel("File").setInputFiles(pdf("resume.pdf"));
    await press(page, "Upload Resume");
    await page.getByText("Document saved.").waitFor();
  },
  "edition new wrong name with dates": async (page, portal) => {
    await page.getByLabel("Name in addresses").fill("aconf_2024");
    await press(page, "Create the draft");
    await page.waitForURL(/aconf_2024/);
    await portal.query("DELETE FROM edition_revisions");
  },
  "desk correct the same": "fields",
  "documents, another file meanwhile": (page) => press(page, "Remove Resume"),
  "edition preview wrong": "fields",
  "edition rounds wrong": inTheEdition((page) => mendFields(page)),
  "edition section meanwhile": inTheEdition((page) => press(page, /^Save$/)),
  "edition section wrong": inTheEdition((page) => mendFields(page)),
  "exchange an add-on refused": async (page) => {
    await page.getByLabel("New size or kind").selectOption("L");
    await press(page, /^Exchange/);
  },
  "give up the pass unconfirmed": "fields",
  "handover nobody": async (page) => {
    await page.locator(`input[value="${demoAccount("reviewer").uid}"]`).check();
    await press(page, "Make the plan");
  },
  "home create account taken": async (page) => {
    await page.getByLabel("E-mail").fill(`${newId()}@university.example`);
    await page.getByLabel("Password").fill(VALUES["password"]!);
    await press(page, "Create account");
  },
  "home create account wrong": "fields",
  "home held up": logIn,
  "home log in empty": logIn,
  "home log in wrong": logIn,
  "invoice asked for wrongly": "fields",
  "mail wrong": "fields",
  "money after a pause, password wrong": async (page) => {
    await page.getByLabel("Password").fill(demoAccount("treasurer").password);
    await press(page, "Log in");
  },
  "manage staff both": async (page) => {
    await page.getByRole("checkbox", { name: "Money" }).uncheck();
    await press(page, "Add");
  },
  "manage staff wrong": "fields",
  "more add-ons nothing chosen": async (page) => {
    await page.locator("main").getByRole("checkbox", { name: "Executive seminars" }).check();
    await press(page, /^(Continue|Pay)/);
  },
  "paying invoice wrong": "fields",
  "paying not now none": async (page) => {
    await page.getByRole("group", { name: "Who do you not want to pay for?" }).getByRole("checkbox").check();
    await press(page, "I will not pay for these");
  },
  "programme session refused": async (page, portal) => {
    await page.getByLabel("places of the absent").fill("");
    await press(page, "Save");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await portal.query("DELETE FROM programme_sessions WHERE title = 'One too many'");
  },
  "programme conflict": async (page, portal) => {
    await page.getByLabel("Room").selectOption({ index: 0 });
    await press(page, "Save");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await portal.query("DELETE FROM programme_sessions WHERE title = 'One too many'");
  },
  "register code wrong": async (page) => {
    await page.getByLabel("Code", { exact: true }).fill("");
    if (!(await page.getByLabel("Card number").isVisible())) await press(page, "Continue to payment");
    await page.getByLabel("Card number").waitFor();
    await payAgain(page);
  },
  "register declined": payAgain,
  "register empty": "fields",
  "register sold meanwhile": payAgain,
  "register wrong": "fields",
  "release schedule wrong": "fields",
  "reset password too short": "fields",
  "letters for a visa wrong": async (page) => {
    await page.getByLabel("Passport number").fill("X12345678");
    await page.getByLabel("Nationality").selectOption("JP");
    await page.getByLabel("Date of birth").fill("2001-02-03");
    await press(page, "Get the letter");
  },
  "letters of one for staff without a reason": async (page) => {
    await page
      .getByLabel(/^(Reason|Why)/)
      .first()
      .fill("Given to the wrong person");
    await press(page, "Withdraw");
  },
  "second factor set up wrong": async (page) => {
    await page.getByLabel("Code", { exact: true }).fill(codeOn(page));
    await press(page, "Turn on");
  },
  "second factors of the staff wrong": async (page, portal) => {
    await page.getByLabel("From").fill("2023-01-10T00:00");
    await press(page, "Save");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await portal.query("DELETE FROM settings WHERE key = 'factorRule'");
  },
  "section about checked": "fields",
  "section about without a last name": "fields",
  "section answered before": "fields",
  "section choice answered before": "fields",
  "section education checked": "fields",
  "section essays checked": "fields",
  "section participation checked": "fields",
  "section scholarship checked": "fields",
  "section several of many": "fields",
  "staff speaker no picture": "fields",
  "staff speaker two pictures": "fields",
  "transfer wrong": "fields",
  "upload decisions wrong": async (page) => {
    await page.getByLabel("Table").fill("email,decision\nsubmitted@hpair.example,Accepted");
    await press(page, "Show what would change");
  },
  "verify email too often": { never: "one has to wait" },
  "virtual summit declined": payAgain,
  "waiver incomplete": async (page) => {
    await mendFields(page);
    // Without scripts another page asks to confirm.
    await page.waitForURL(({ pathname }) => pathname !== "/waiver");
    if (page.url().includes("/confirm")) await press(page, "Accept the terms");
  },
};

/**
 * A form on the page was refused. Mends it as a person would, and sends it again.
 *
 * @returns the earlier errors that the page still shows.
 */
export async function mend(state: string, page: Page, portal: Portal): Promise<string[]> {
  const how = MENDS[state];
  if (how === undefined) throw new Error("It refuses something: say in test/e2e/mends.ts how that is mended");
  if (typeof how === "object") return [];
  const before = await errorsOn(page);
  await (how === "fields" ? mendFields(page) : how(page, portal));
  const stillThere = async () => (await errorsOn(page)).filter((error) => before.includes(error));
  await expect
    .poll(async () => (await stillThere()).length, { timeout: 5_000 })
    .toBe(0)
    .catch(() => undefined);
  return stillThere();
}

/** The lines of all summaries of errors on a page. */
const errorsOn = async (page: Page): Promise<string[]> =>
  (await page.locator(".error-summary").allInnerTexts())
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "" && line !== "There is a problem");

/** The text for each field by its name. A field that is missing here gets a few words. */
const VALUES: Record<string, string> = {
  ...CARD,
  amount: "10",
  at: "2022-12-17T10:00",
  conditions: "level = Other",
  // The times as the edition has them.
  deadline: "2023-05-01T23:59",
  decisionRelease: "2022-11-30T13:00",
  email: `${newId()}@university.example`,
  recipientEmail: `${newId()}@university.example`,
  newEmail: `${newId()}@university.example`,
  oldPassword: demoAccount("goldplus").password,
  password: "a-long-enough-password-23",
  newPassword: "a-long-enough-password-23",
  people: "Bo Lin <bo.lin@university.example>",
  dateOfBirth: "2001-07-19",
  phone: "+852 5123 4567",
  emergencyPhone: "+852 5123 4568",
  graduationYear: "2024",
};

/** Fields whose values a page never sends back, so that people type them again. */
const NEVER_SENT_BACK = [...Object.keys(CARD), "oldPassword", "password", "newPassword"];

/** Fills in each field that an error leads to, and sends the form. */
async function mendFields(page: Page) {
  const links = page.locator(".error-summary a[href*='#']");
  const ids = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).hash.slice(1)));
  let form: Locator | undefined;
  for (const id of ids) {
    const field = page.locator(`[id="${id}"]`);
    await fillIn(field);
    form = page.locator("form").filter({ has: field }).last();
  }
  if (!form) throw new Error("no error leads to a field");
  await typeAgain(form);
  const buttons = form.getByRole("button").and(page.locator("[type=submit], button:not([type])"));
  const primary = buttons.and(page.locator(":not(.secondary):not(.quiet)"));
  await ((await primary.count()) > 0 ? primary : buttons).first().click();
}

async function typeAgain(form: Locator) {
  for (const name of NEVER_SENT_BACK) {
    const field = form.locator(`[name="${name}"]`).filter({ visible: true });
    if ((await field.count()) > 0 && (await field.inputValue()) === "") await field.fill(VALUES[name]!);
  }
}

async function fillIn(field: Locator) {
  const { kind, name, accept } = await field.evaluate((element) => ({
    kind: element instanceof HTMLInputElement ? element.type : element.localName,
    name: element.getAttribute("name") ?? "",
    accept: element.getAttribute("accept") ?? "",
  }));
  if (kind === "select") return void (await field.selectOption({ index: 1 }));
  if (kind === "checkbox" || kind === "radio") return void (await field.check());
  if (kind === "file")
    return void (await field.setInputFiles(accept.includes("image") ? PICTURE : pdf("resume.pdf")));
  if (kind === "fieldset" || kind === "div")
    return void (await field.locator("input").filter({ visible: true }).last().check());
  await field.fill(VALUES[name.split(".").at(-1)!] ?? "As it should be");
}

/** A picture with a single pixel. */
const PICTURE = {
  name: "face.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
