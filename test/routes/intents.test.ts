import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { readyToPay } from "../support/people.ts";
import { changingNothing } from "../support/storage.ts";

const CARD = {
  ...{ firstName: "Mei", lastName: "Chen", cardNumber: "4111 1111 1111 1111", expirationDate: "12/30" },
  ...{ cardCode: "123", passType: "goldPlus", intendedPassCost: "495", price: "49" },
};

/** Every form whose button names an act. */
const FORMS: [account: string, path: string, fields: Record<string, string>][] = [
  ["director", `/admin/accounts/${demoUid("new")}`, { reason: "x" }],
  ["director", "/admin/mail", { audience: "drafts", subject: "x", body: "x" }],
  ["director", "/admin/mail/decisions", { decision: "Accepted", version: "x", subject: "x", body: "x" }],
  ["director", "/admin/release/early", {}],
  ["director", `/admin/manage-staff/${demoUid("reviewer")}`, { role: "director", capacity: "2" }],
  ["director", "/admin/manage-staff", { people: "x@uni.example", role: "reviewer", capacity: "1" }],
  ["director", "/admin/distribute-apps/none", {}],
  ["director", "/admin/waiting", { sortedBy: "score", passType: "goldPlus", hours: "48" }],
  ["director", "/admin/scores", { by: "2023-02-16" }],
  ["director", "/admin/handover/none", {}],
  ["director", "/admin/upload-decisions/none", {}],
  ["director", "/admin/payments/bank", { table: "Date,Memo,Amount\n12/16/2022,x,5" }],
  ["director", "/admin/scheduling/none", {}],
  ["director", "/admin/scheduling/import/none", {}],
  ["director", "/admin/scheduling/rooms", { kind: "room", title: "A new room" }],
  ["director", "/staff/speakers/none", {}],
  ["director", "/staff/speakers/none?picture=profile", {}],
  ["director", "/staff/videos/none", {}],
  ["director", "/staff/videos/none?picture=thumbnail", {}],
  ["director", "/staff/videos/categories", { title: "A new category" }],
  ["director", "/notifications", { message: "x", severity: "INFO", showFrom: "2022-12-17T10:00" }],
  ["director", "/notifications/none", { message: "x", severity: "INFO", showFrom: "2022-12-17T10:00" }],
  ["director", `/admin/delegates/${demoUid("submitted")}`, { comment: "x" }],
  ["draft", "/application/about", { version: "0", firstName: "Mei" }],
  ["draft", "/application/documents?question=resume", {}],
  ["new", "/plus/subscribe", CARD],
  ["subscriber", "/plus/video/none", {}],
];

test.each(
  FORMS,
)("%s at %s: an unknown act is refused, and nothing is done", async (account, path, fields) => {
  const browser = await signedIn(account);
  await changingNothing(async () => {
    for (const intent of ["", "enabled", "DELETE", "constructor"])
      expect((await browser.post(path, { ...fields, intent })).status, intent).toBe(400);
  });
});

test("paying is an act like any other: a misspelt one charges nothing", async () => {
  const { browser } = await readyToPay();
  await changingNothing(async () => {
    expect((await browser.post("/register", { ...CARD, intent: "payy" })).status).toBe(400);
  });
});

test.each([
  `/admin/accounts/${demoUid("new")}`,
  "/admin/release/early",
  "/admin/distribute-apps/none",
])("%s needs its act named", async (path) => {
  const browser = await signedIn("director");
  await changingNothing(async () => {
    expect((await browser.post(path, { reason: "x" })).status).toBe(400);
  });
});
