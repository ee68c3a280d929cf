import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { LONGEST_REASON } from "~/reviews/review.ts";
import { Browser, signedIn } from "../support/browser.ts";
import type { Form } from "../support/page.ts";
import { row, run } from "../support/storage.ts";

// A form that is answered with an error comes back as it was posted. So if somebody corrects the one mistake and
// presses again, the portal gets what they typed, and not the values with which the form was first shown.

const one = async (table: string, where = "true") =>
  (await row<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} LIMIT 1`)).id;
const payment = `/admin/payments/${await one("payments", `delegate_uid = '${demoUid("goldplus")}'`)}`;
const invoice = payment.replace("/payments/", "/payments/invoices/");
await run(
  "INSERT INTO invoices SELECT id, conference_id, 1, 'Somebody', 'Somewhere', '{}', '', '', '', '', 0, '', 0, 0, NULL FROM payments WHERE delegate_uid = ?",
  demoUid("goldplus"),
);
const subscription = `/admin/subscriptions/${await one("subscriptions", `uid = '${demoUid("subscriber")}'`)}`;
const desk = `/admin/delegates/${demoUid("submitted")}`;
const order = `/admin/payments/person/${demoUid("submitted")}`;

type Wrong = Record<string, string | null>;
/**
 * The account (null for a visitor without one), the address, the button, and the values that are posted in place of the
 * right ones. A null value leaves its field out of the post. Some forms come back although no value is wrong.
 */
type Row = [who: string | null, path: string, button: string, wrong: Wrong];

const tooLong = "x".repeat(20_000);
const CARD = { cardNumber: "1", expirationDate: "1", cardCode: "1" };

const sender = { address: "1 Example Street", signatory: "Somebody", office: null, signature: null };
await run(
  "UPDATE editions SET site = ? WHERE conference_id = 'aconf_2023'",
  JSON.stringify({
    ...{
      name: "A",
      shortName: "A",
      accent: "",
      logo: null,
      supportEmail: "a@hpair.example",
      liveDataUrl: "/",
    },
    ...{ plan: { title: "Lectures", cents: 4900, months: 12 }, letters: sender },
  }),
);
await run(
  `INSERT INTO letters (id, conference_id, uid, kind, about, code, content, issued_at, issued_by)
    VALUES ('cccccccccccccccccccc', 'aconf_2023', ?1, 'acceptance', '', '0123456789AB', ?2, 0, ?1)`,
  demoUid("goldplus"),
  JSON.stringify({
    ...{ conference: "A conference", name: "Somebody", initials: "S", date: "1 January 2023", zone: "UTC" },
    ...{ sentences: ["We confirm it."], facts: [], text: null, values: {}, sender },
  }),
);

/** For each route, its forms that have something to fill in. */
const FORMS: Record<string, Row[]> = {
  "_admin.admin.payments.$id": [
    ["director", payment, "Record that the bank has taken it back", { "bank-reason": "x".repeat(301) }],
    ["director", payment, "Continue", { reason: "" }],
    ["director", payment, "Continue", { amount: "nonsense" }],
    ["director", payment, "Continue", { amount: "99999" }],
    ["director", payment, "Exchange", { seen: "XL" }],
  ],
  "_admin.admin.delegates.$uid_.correct": [
    [
      "director",
      `/admin/delegates/${demoUid("submitted")}/correct?question=lastName`,
      "Correct the answer and write to the delegate",
      { lastName: "Li", reason: "" },
    ],
  ],
  "_admin.admin.delegates.$uid_.deadline": [
    [
      "director",
      `/admin/delegates/${demoUid("new")}/deadline`,
      "Set the deadline and write to them",
      { deadline: "2022-12-01T12:00", reason: "Ill" },
    ],
  ],
  "_delegate.letters.visa": [["goldplus", "/letters/visa", "Get the letter", { passport: "?" }]],
  "_admin.admin.delegates.$uid_.letters": [
    [
      "director",
      `/admin/delegates/${demoUid("goldplus")}/letters`,
      "Withdraw: letter of acceptance",
      { "reason-cccccccccccccccccccc": "x".repeat(501) },
    ],
  ],
  "_admin.admin.delegates.selection": [
    ["director", "/admin/delegates/selection", "Show the plan", { reader: "" }],
    ["director", "/admin/delegates/selection", "Save", { name: "" }],
  ],
  "_delegate.details": [["submitted", "/details", "Save details", { emergencyName: "" }]],
  "_delegate.payment.$id_.exchange": [
    ["goldplus", `${payment.replace("/admin/payments/", "/payment/")}/exchange`, "Exchange", { seen: "XL" }],
  ],
  "_delegate.payment.$id_.withdraw": [
    [
      "goldplus",
      `${payment.replace("/admin/payments/", "/payment/")}/withdraw`,
      "Give up the pass",
      { confirmed: null },
    ],
  ],
  "_delegate.payment.$id_.transfer": [
    [
      "goldplus",
      `${payment.replace("/admin/payments/", "/payment/")}/transfer`,
      "Offer the pass",
      { recipientEmail: "nobody" },
    ],
  ],
  "_delegate.register_.payer": [["signed", "/register/payer", "Ask them to pay", { payerEmail: "nobody" }]],
  "_delegate.virtual-summit_.payer": [
    ["deferred", "/virtual-summit/payer", "Ask them instead", { payerEmail: "nobody" }],
  ],
  "_delegate.register_.invoice": [["signed", "/register/invoice", "Continue", { buyerName: "" }]],
  "_delegate.virtual-summit_.invoice": [
    ["deferred", "/virtual-summit/invoice", "Continue", { buyerAddress: "" }],
  ],
  "_admin.admin.payments.invoicing": [["director", "/admin/payments/invoicing", "Propose", { tax: "" }]],
  "_admin.admin.payments.bank": [["director", "/admin/payments/bank", "Show what it pays", { table: "x" }]],
  "_admin.admin.payments.invoices.$id": [["director", invoice, "Continue", { amount: "much" }]],
  "_admin.admin.payments.person.$uid_.desk": [
    ["director", `/admin/payments/person/${demoUid("signed")}/desk`, "Continue", { reference: "" }],
  ],
  "_admin.admin.grants": [
    ["director", "/admin/grants", "Give the awards", { "award-people": "nobody", "award-size": "50%" }],
    ["director", "/admin/grants", "Add the code", { "code-code": "x" }],
    ["director", "/admin/grants", "Add the budget", { "budget-amount": "a lot" }],
  ],
  "_admin.admin.payments.person.$uid": [["director", order, "Give the award", { "award-size": "half" }]],
  "_admin.admin.waiting": [["director", "/admin/waiting", "Save", { hours: "soon" }]],
  "_admin.admin.scores": [["director", "/admin/scores", "Remind 2 readers", { by: "x" }]],
  "_admin.admin.subscriptions.$id": [["director", subscription, "End and refund $49", { reason: tooLong }]],
  "_admin.admin.accounts.$uid": [
    ["director", `/admin/accounts/${demoUid("gold")}`, "Disable", { reason: tooLong }],
  ],
  "_admin.admin.delegates.$uid": [
    ["director", desk, "Save and next", { recommendation: null }],
    ["director", desk, "Open again", { reopen: "x".repeat(LONGEST_REASON + 1) }],
    ["director", desk, "Comment", { comment: tooLong }],
  ],
  "_admin.admin.distribute-apps._index": [
    ["director", "/admin/distribute-apps", "Make a plan", { seed: "x" }],
  ],
  "_admin.admin.editions_.$id_.$part": [
    ["director", "/admin/editions/aconf_2023/rounds", "Save", { "0.title": "" }],
    ["director", "/admin/editions/aconf_2023/passes", "Save", { "0.cents.early": "x" }],
    ["director", "/admin/editions/aconf_2023/site", "Save", { "0.accent": "red" }],
    ["director", "/admin/editions/aconf_2023/mails", "Save", { "0.subject": "" }],
  ],
  "_admin.admin.editions_.$id_.questions_.$section": [
    ["director", "/admin/editions/aconf_2023/questions/about", "Save", { "0.text": "" }],
  ],
  "_admin.admin.editions_.new": [["director", "/admin/editions/new", "Continue", { id: "x" }]],
  "_admin.admin.handover._index": [["director", "/admin/handover", "Make the plan", {}]],
  "_admin.admin.mail": [["director", "/admin/mail", "Show who it goes to", { subject: "" }]],
  "_admin.admin.mail_.decisions": [
    ["director", "/admin/mail/decisions?change=Accepted", "Save", { subject: "" }],
  ],
  "_admin.admin.manage-staff.$uid": [
    ["director", `/admin/manage-staff/${demoUid("reviewer")}`, "Save", { institution: tooLong }],
  ],
  "_admin.admin.manage-staff.second-factor": [
    ["director", "/admin/manage-staff/second-factor", "Save", { from: "x" }],
  ],
  "_admin.admin.manage-staff._index": [["director", "/admin/manage-staff", "Add", { people: "x" }]],
  "_admin.admin.release_.$round": [["director", "/admin/release/early", "Save schedule", { deadline: "" }]],
  "_admin.admin.scheduling.$id": [
    ["director", `/admin/scheduling/${await one("programme_sessions")}`, "Save", { title: "" }],
  ],
  "_admin.admin.scheduling.new": [["director", "/admin/scheduling/new", "Save", { title: "" }]],
  "_admin.admin.scheduling.import": [
    ["director", "/admin/scheduling/import", "Show what would change", { table: "x" }],
  ],
  "_admin.admin.scheduling.rooms": [
    ["director", "/admin/scheduling/rooms", "Save", { title: "" }],
    ["director", "/admin/scheduling/rooms", "Add room", { title: "" }],
    ["director", "/admin/scheduling/rooms", "Add track", { title: "" }],
  ],
  "_admin.admin.upload-decisions": [
    ["director", "/admin/upload-decisions", "Show what would change", { table: "x" }],
  ],
  "_admin.notifications._index": [
    ["director", "/notifications", "Publish", { message: "" }],
    ["director", "/notifications", "Preview", {}],
  ],
  "_admin.notifications.$id": [
    ["director", `/notifications/${await one("notifications")}`, "Save", { message: "" }],
    ["director", `/notifications/${await one("notifications")}`, "Preview", {}],
  ],
  "_admin.staff.speakers.new": [["director", "/staff/speakers/new", "Add speaker", { name: "" }]],
  "_admin.staff.speakers.$id": [
    ["director", `/staff/speakers/${await one("speakers")}`, "Save", { name: "" }],
    ["director", `/staff/speakers/${await one("speakers")}`, "Save", { version: "7" }],
  ],
  "_admin.staff.videos.new": [["director", "/staff/videos/new", "Add video", { title: "" }]],
  "_admin.staff.videos.$id": [
    ["director", `/staff/videos/${await one("recordings")}`, "Save", { title: "" }],
    ["director", `/staff/videos/${await one("recordings")}`, "Save", { version: "7" }],
  ],
  "_admin.staff.videos.categories": [
    ["director", "/staff/videos/categories", "Save Health", { title: "" }],
    ["director", "/staff/videos/categories", "Add category", { title: "" }],
  ],
  "_delegate._index": [
    [null, "/", "Log in", { email: "x" }],
    [null, "/?form=create", "Create account", { email: "x" }],
    [null, "/?form=forgot", "Send link", { email: "x" }],
  ],
  "_delegate.application.$section": [["draft", "/application/about", "Save draft", { version: "7" }]],
  "_delegate.change-email": [["gold", "/change-email", "Change email", { newEmail: "x" }]],
  "_delegate.register": [["signed", "/register?addOns.h2023mug=true", "Pay $520", CARD]],
  "_delegate.register_.add-ons": [["goldplus", "/register/add-ons?addOns.h2023mug=true", "Pay $25", CARD]],
  "_delegate.virtual-summit": [["signed", "/virtual-summit", "Pay $150", CARD]],
  "_delegate.waiver": [
    [
      "accepted",
      "/waiver?next=/register",
      "I accept to the terms and conditions outlined above.",
      { date: "" },
    ],
  ],
  "_plus.plus.card": [["subscriber", "/plus/card", "Save card", CARD]],
  "_plus.plus.subscribe": [
    [null, "/plus/subscribe", "Create account", { email: "x" }],
    [null, "/plus/subscribe?form=sign-in", "Log in", { email: "x" }],
    ["signed", "/plus/subscribe", "Pay $49", CARD],
  ],
};

/** Actions whose forms have nothing but buttons, a password or a file. */
const NOTHING_TO_FILL_IN = [
  ..."_admin.admin.editions_.$id _admin.admin.editions_.$id_.publish".split(" "),
  ..."_admin.admin.handover.$plan _delegate.application._index".split(" "),
  ..."_admin.admin.distribute-apps.$plan _admin.admin.scheduling.import_.$plan".split(" "),
  ..."_admin.admin.upload-decisions_.$id _admin.staff.sorting _delegate.$".split(" "),
  ..."_delegate.application.check _delegate.application.documents _delegate.payment.$id".split(" "),
  // Saved selections are removed with a button; the demo has none.
  "_admin.admin.delegates.find",
  ..."_delegate.transfer.$id _delegate.payment.$id_.invoice".split(" "),
  // The demo has nobody who is asked to pay; see test/money/payers/group.test.ts and group-invoice.test.ts.
  ..."_delegate.paying _delegate.paying_.invoice".split(" "),
  ..."_delegate.verify-email _delegate.verify-email_.$token _plus.plus.video.$id".split(" "),
  "_admin.admin.mail_.unreachable",
  // A letter is asked for with one button.
  "_delegate.letters._index",
  "_admin.admin.delegates.letters",
  // A person at the door is let in with one button.
  ..."door.$token _admin.admin.door.$holding _admin.admin.door.practice".split(" "),
  "_admin.admin.door.sessions.$session",
  // In the demo no place is kept for anybody; see test/decisions/offers.test.ts.
  "_delegate.decision",
  // The demo has no add-on for this pass. The page is the same as that of the other pass.
  "_delegate.virtual-summit_.add-ons",
  ..."_programme.scheduling _programme.scheduling_.agenda".split(" "),
  ..."invitation.$token known-device.$token reset-password.$token revert-email.$token".split(" "),
  "unsubscribe.$token",
  "_delegate.mails._index",
  ..."_delegate.change-password _delegate.code _delegate.devices _delegate.second-factor".split(" "),
];

test("every page with a form is in this file", () => {
  const withForms = Object.entries(build.routes)
    .filter(([, { module }]) => module.default && module.action)
    .map(([id]) => id.replace("routes/", ""));
  expect(withForms.sort()).toEqual([...Object.keys(FORMS), ...NOTHING_TO_FILL_IN].sort());
});

/** Fields that are not compared: they are never sent back, differ each time, or are added up by the server. */
const SECRET = ["formToken", "owner", "password", "cardNumber", "expirationDate", "cardCode", "total"];

/** Fields that say which state of the row the form has shown. */
const AS_STORED = ["version", "seen"];

const TYPED: Record<string, string> = {
  date: "2023-02-03",
  "datetime-local": "2023-02-03T10:20",
  email: "somebody.else@hpair.example",
  textarea: "Line one\nand <two> & more",
};

/**
 * The fields of a form, filled in with other values than those that the page showed. Hidden fields keep their values.
 * `wrong` gives a field another value, or leaves it out (null).
 */
function filledIn({ fields, choices, typed }: Form, wrong: Wrong): [string, string][] {
  const isChosen = (name: string, value: string) =>
    fields.some((field) => field[0] === name && field[1] === value);
  const other = (kind: string, name: string) =>
    choices.findLast(
      (choice) => choice.kind === kind && choice.name === name && !isChosen(name, choice.value),
    );
  const kindOf = (name: string) => choices.find((choice) => choice.name === name)?.kind;
  const kept = fields
    .filter(([name]) => kindOf(name) !== "checkbox" && kindOf(name) !== "radio")
    .map(([name, value]): [string, string] => {
      const control = typed.find((one) => one.name === name);
      if (control) return [name, TYPED[control.kind] ?? "something else"];
      return [name, kindOf(name) === "option" ? (other("option", name)?.value ?? value) : value];
    });
  const radios = [...new Set(choices.filter(({ kind }) => kind === "radio").map(({ name }) => name))];
  const checked = choices.filter(({ kind, name, value }) => kind === "checkbox" && !isChosen(name, value));
  return [
    ...kept,
    ...radios.map((name): [string, string] => [name, other("radio", name)!.value]),
    ...checked.map(({ name, value }): [string, string] => [name, value]),
  ]
    .filter(([name]) => wrong[name] !== null)
    .map(([name, value]): [string, string] => [name, wrong[name] ?? value]);
}

const compared = (fields: [string, string][], wrong: Wrong) =>
  // After a clash, the form contains the version that is stored now. So the field of the version is not compared. Empty
  // fields for more speakers are not compared either.
  fields
    .filter(
      ([name, value]) =>
        !SECRET.includes(name) &&
        !(AS_STORED.includes(name) && name in wrong) &&
        (name !== "speaker" || value !== ""),
    )
    .toSorted((one, other) => (one.join() < other.join() ? -1 : 1));

test.each(
  Object.entries(FORMS).flatMap(([route, forms]) => forms.map((form) => [route, ...form] as const)),
)("%s: %s at %s presses %s with %o", async (_route, who, path, button, wrong) => {
  const browser = who ? await signedIn(who) : new Browser();
  const page = await browser.open(path);
  const form = page.form(button);
  const fields = filledIn(form, wrong);
  const { name, value } = form.buttons.find(({ text }) => text === button)!;
  const answer = await browser.submit(form.action || path, name ? [...fields, [name, value]] : fields);
  expect([200, 400, 401, 409]).toContain(answer.status);
  // If several forms have this button, the form at the same position among them is compared.
  const withButton = ({ forms }: { forms: Form[] }) =>
    forms.filter(({ buttons }) => buttons.some((one) => one.name === name && one.value === value));
  const again = withButton(answer)[withButton(page).indexOf(form)]!;
  expect(compared(again.fields, wrong)).toEqual(compared(fields, wrong));
});
