import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { dollars } from "~/values/money.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

/**
 * The demo has one person of each role. `pages.test.ts` tests what each of them may open. This file tests what each may
 * do.
 */
const ROLES = ["reviewer", "decisions", "treasurer", "content", "door", "director"] as const;
type Role = (typeof ROLES)[number];

const READ = "This needs the ability “Read”. Ask a director.";
const DECIDE = "This needs the ability “Decide”. Ask a director.";
const MONEY = "This needs the ability “Money”. Ask a director.";
const CONTENT = "This needs the ability “Content”. Ask a director.";
const DOOR = "This needs the ability “Door”. Ask a director.";
const EVERYTHING = "Only directors can do this. If you need it done, ask a director.";

const WHO: Record<string, Role[]> = {
  [READ]: ["reviewer", "decisions", "treasurer", "director"],
  [DECIDE]: ["decisions", "director"],
  [MONEY]: ["treasurer", "director"],
  [CONTENT]: ["content", "director"],
  [DOOR]: ["door", "director"],
  [EVERYTHING]: ["director"],
};

const idIn = async (table: string) =>
  (await row<{ id: string }>(`SELECT id FROM ${table} WHERE id = (SELECT min(id) FROM ${table})`)).id;

const edition = `/admin/editions/${CONFERENCE}`;
const speaker = `/staff/speakers/${await idIn("speakers")}`;
const video = `/staff/videos/${await idIn("recordings")}`;

/** Each route of the staff that takes posts: an address of it, and the sentence for people without the ability. */
const POSTED: Record<string, [string, string]> = {
  "routes/_admin.admin.accounts.$uid": [`/admin/accounts/${demoUid("gold")}`, EVERYTHING],
  "routes/_admin.admin.delegates.$uid": [`/admin/delegates/${demoUid("submitted")}`, READ],
  "routes/_admin.admin.delegates.$uid_.correct": [
    `/admin/delegates/${demoUid("submitted")}/correct?question=lastName`,
    DECIDE,
  ],
  "routes/_admin.admin.delegates.$uid_.deadline": [`/admin/delegates/${demoUid("new")}/deadline`, DECIDE],
  "routes/_admin.admin.delegates.$uid_.letters": [`/admin/delegates/${demoUid("goldplus")}/letters`, DECIDE],
  "routes/_admin.admin.delegates.find": ["/admin/delegates/find", DECIDE],
  "routes/_admin.admin.delegates.letters": ["/admin/delegates/letters", DECIDE],
  "routes/_admin.admin.delegates.selection": ["/admin/delegates/selection", DECIDE],
  "routes/_admin.admin.distribute-apps.$plan": ["/admin/distribute-apps/none", DECIDE],
  "routes/_admin.admin.distribute-apps._index": ["/admin/distribute-apps?index", DECIDE],
  "routes/_admin.admin.door.practice": ["/admin/door/practice", DOOR],
  "routes/_admin.admin.door.$holding": ["/admin/door/none", DOOR],
  "routes/_admin.admin.door.sessions.$session": ["/admin/door/sessions/none", DOOR],
  "routes/_admin.admin.editions_.$id": [edition, EVERYTHING],
  "routes/_admin.admin.editions_.$id_.$part": [`${edition}/rounds`, CONTENT],
  "routes/_admin.admin.editions_.$id_.publish": [`${edition}/publish`, CONTENT],
  "routes/_admin.admin.editions_.$id_.questions_.$section": [`${edition}/questions/about`, CONTENT],
  "routes/_admin.admin.editions_.new": ["/admin/editions/new", CONTENT],
  "routes/_admin.admin.grants": ["/admin/grants", MONEY],
  "routes/_admin.admin.handover.$plan": ["/admin/handover/none", EVERYTHING],
  "routes/_admin.admin.handover._index": ["/admin/handover?index", EVERYTHING],
  "routes/_admin.admin.mail": ["/admin/mail", CONTENT],
  "routes/_admin.admin.mail_.decisions": ["/admin/mail/decisions", DECIDE],
  "routes/_admin.admin.mail_.unreachable": ["/admin/mail/unreachable", DECIDE],
  "routes/_admin.admin.manage-staff.$uid": [`/admin/manage-staff/${demoUid("reviewer")}`, EVERYTHING],
  "routes/_admin.admin.manage-staff.second-factor": ["/admin/manage-staff/second-factor", EVERYTHING],
  "routes/_admin.admin.manage-staff._index": ["/admin/manage-staff?index", EVERYTHING],
  "routes/_admin.admin.payments.$id": [`/admin/payments/${await idIn("payments")}`, MONEY],
  "routes/_admin.admin.payments.person.$uid": [`/admin/payments/person/${demoUid("goldplus")}`, MONEY],
  "routes/_admin.admin.payments.person.$uid_.desk": [
    `/admin/payments/person/${demoUid("goldplus")}/desk`,
    MONEY,
  ],
  "routes/_admin.admin.payments.bank": ["/admin/payments/bank", MONEY],
  "routes/_admin.admin.payments.invoices.$id": ["/admin/payments/invoices/none", MONEY],
  "routes/_admin.admin.payments.invoicing": ["/admin/payments/invoicing", MONEY],
  "routes/_admin.admin.release_.$round": ["/admin/release/early", DECIDE],
  "routes/_admin.admin.scheduling.$id": [`/admin/scheduling/${await idIn("programme_sessions")}`, CONTENT],
  "routes/_admin.admin.scheduling.import": ["/admin/scheduling/import", CONTENT],
  "routes/_admin.admin.scheduling.import_.$plan": ["/admin/scheduling/import/none", CONTENT],
  "routes/_admin.admin.scheduling.new": ["/admin/scheduling/new", CONTENT],
  "routes/_admin.admin.scheduling.rooms": ["/admin/scheduling/rooms", CONTENT],
  "routes/_admin.admin.scores": ["/admin/scores", DECIDE],
  "routes/_admin.admin.waiting": ["/admin/waiting", DECIDE],
  "routes/_admin.admin.subscriptions.$id": [`/admin/subscriptions/${await idIn("subscriptions")}`, MONEY],
  "routes/_admin.admin.upload-decisions": ["/admin/upload-decisions", DECIDE],
  "routes/_admin.admin.upload-decisions_.$id": ["/admin/upload-decisions/none", DECIDE],
  "routes/_admin.notifications.$id": [`/notifications/${await idIn("notifications")}`, CONTENT],
  "routes/_admin.notifications._index": ["/notifications?index", CONTENT],
  "routes/_admin.staff.sorting": ["/staff/sorting", CONTENT],
  "routes/_admin.staff.speakers.$id": [speaker, CONTENT],
  "routes/_admin.staff.speakers.new": ["/staff/speakers/new", CONTENT],
  "routes/_admin.staff.videos.$id": [video, CONTENT],
  "routes/_admin.staff.videos.categories": ["/staff/videos/categories", CONTENT],
  "routes/_admin.staff.videos.new": ["/staff/videos/new", CONTENT],
};

test("the table of acts is complete", () => {
  const posted = Object.values(build.routes).filter(
    (route) => /^routes\/_?admin\./.test(route!.id) && route!.module.action,
  );
  // Every member of the staff may choose the edition that they look at.
  const others = posted.map((route) => route!.id).filter((id) => id !== "routes/admin.edition");
  expect(others.sort()).toEqual(Object.keys(POSTED).sort());
});

test.each(Object.entries(POSTED))("%s can be posted to by who has the ability", async (_, [path, needed]) => {
  await changingNothing(
    async () => {
      for (const role of ROLES) {
        const answer = await (await signedIn(role)).post(path, { intent: "none" });
        const html = await answer.text();
        const refused = answer.status === 403 && html.includes(needed);
        expect([role, answer.status < 500, refused]).toEqual([role, true, !WHO[needed]!.includes(role)]);
      }
    },
    // Refusals are recorded. The form of an edition is kept if it was posted but not saved.
    { but: ["sessions", "audit", "edition_forms"] },
  );
});

test("a refusal is written down, for each page and once", async () => {
  const { uid, browser } = await colleague("treasurer");
  for (const path of ["/admin/release", "/admin/release", "/admin/mail/decisions", "/staff/videos"])
    expect((await browser.get(path)).status).toBe(403);
  await expect
    .poll(() => rows("SELECT object FROM audit WHERE actor_uid = ? ORDER BY object", uid))
    .toEqual([
      { object: "pages/admin/mail/decisions" },
      { object: "pages/admin/release" },
      { object: "pages/staff/videos" },
    ]);
});

/* ------------------------------------------------------------------ acts within a page */

test("only who decides opens an application again, also if it was given to the treasurer to read", async () => {
  const applicant = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  const path = `/admin/delegates/${applicant.uid}`;
  const [treasurer, decider] = [await colleague("treasurer"), await colleague("decisions")];
  await run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
    CONFERENCE,
    applicant.uid,
    treasurer.uid,
  );
  const page = await treasurer.browser.open(path);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("Open again");
  const fields = { intent: "reopen", reopen: "A passport was missing." };
  const refused = await treasurer.browser.post(path, fields);
  expect([refused.status, (await refused.text()).includes(DECIDE)]).toEqual([403, true]);
  expect((await decider.browser.open(path)).text).toContain("Open again");
  expect((await decider.browser.post(path, fields)).status).toBe(302);
});

/* ------------------------------------------------------------------ what is shown */

/** The parts of the hub, and the roles that see each part. */
const HUB: [string, Role[]][] = [
  ["What needs to be done", ["decisions", "treasurer", "content", "director"]],
  // Some staff may read, but have nothing to read and have other work. They do not see this part.
  ["My delegates", ["reviewer", "decisions", "director"]],
  ["/admin/applications.csv", ["decisions", "director"]],
  ["begun and not submitted", ["decisions", "director"]],
  ["Load per reviewer", ["decisions", "director"]],
  ["show=everyone&amp;round=", ["decisions", "director"]],
  ["/admin/registrations.csv", ["treasurer", "door", "director"]],
  ["/admin/emergency-contacts.csv", ["door", "director"]],
  ["Money in, less money out", ["treasurer", "director"]],
  ["1 paid, $", ["treasurer", "director"]],
];

test.each(HUB)("“%s” is on the hub of %j alone, and is sent to nobody else", async (words, seenBy) => {
  await run(
    `INSERT OR IGNORE INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      VALUES ('aconf_2023', ?, ?, 'test', 0)`,
    demoUid("submitted"),
    demoUid("decisions"),
  );
  for (const role of ROLES) {
    const browser = await signedIn(role);
    const html = (await browser.open("/admin")).html.replaceAll("<!-- -->", "");
    expect([role, html.includes(words)]).toEqual([role, seenBy.includes(role)]);
  }
});

test("the hub says what was paid and handed in to nobody who may not know it", async () => {
  const sent = async (role: Role) => (await (await signedIn(role)).open("/admin")).text;
  const { cents } = await row<{ cents: number }>(
    "SELECT sum(amount_cents) AS cents FROM payments WHERE state = 'captured' AND pass_type = 'goldPlus'",
  );
  const money = dollars(cents);
  for (const role of ["treasurer", "director"] as const) expect(await sent(role)).toContain(money);
  for (const role of ["reviewer", "decisions", "content", "door"] as const)
    expect([role, (await sent(role)).includes(money)]).toEqual([role, false]);
  for (const role of ["decisions", "director"] as const)
    expect(await sent(role)).toContain("Applications submitted");
  for (const role of ["reviewer", "treasurer", "content", "door"] as const)
    expect([role, (await sent(role)).includes("Applications submitted")]).toEqual([role, false]);
});

const LINK = /(?:href|action)="(\/(?:admin|staff|notifications)[^"]*)"/g;

/** Follows every link to the staff's pages, beginning with the pages in `from`. Returns the status of each address. */
async function leadsOf(browser: Browser, from: string[]): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const waiting = [...from];
  for (let path = waiting.shift(); path !== undefined && seen.size < 150; path = waiting.shift()) {
    const address = path.replaceAll("&amp;", "&").split("#")[0]!;
    if (seen.has(address) || /^\/notifications\/[^/]+\/dismiss|^\/admin\/edition$/.test(address)) continue;
    const answer = await browser.get(address);
    seen.set(address, answer.status);
    // A preview shows the pages of a delegate, and the links on them are not for the staff.
    const isPage = answer.status === 200 && !address.includes("/preview/");
    const html = await answer.text();
    if (isPage) waiting.push(...[...html.matchAll(LINK)].map(([, href]) => href!));
  }
  return seen;
}

test.each(ROLES)("from no page of the %s a link leads to a refusal", async (role) => {
  const found = await leadsOf(await signedIn(role), ["/admin"]);
  expect([...found].filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
  expect(found.size).toBeGreaterThan(1);
});

test("pages that need two abilities keep the words and drop the link for who has one", async () => {
  const { browser } = await colleague(["decide"]);
  const plain = { ...Object.fromEntries(await leadsOf(browser, ["/admin"])) };
  expect(Object.values(plain)).not.toContain(403);
  expect(Object.keys(plain)).toContain("/admin/release/early");
  const round = await browser.open("/admin/release/early");
  expect(round.html).not.toContain("/admin/delegates?");
  expect((await (await signedIn("decisions")).open("/admin/release/early")).html).toContain(
    "/admin/delegates?",
  );
});
