import { env } from "cloudflare:workers";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { accessMessages } from "~/access/messages.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { messages } from "~/values/messages.ts";
import { Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { linkIn, mailsWhere } from "../support/mails.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, PASSWORD, readyToPay } from "../support/people.ts";
import {
  ACCOUNT_ROUTES,
  FUNCTION_ROUTES,
  LOOKUP,
  Program,
  programAs,
  SEND_MAIL,
  SIGN_IN,
  SIGN_UP,
} from "../support/programs.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse } from "../support/worker.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await restoreClock();
});

/** Runs `work` while a table is missing. */
async function without<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    return await work();
  } finally {
    await run(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

/* ------------------------------------------------------------------ every page, everybody */

const { id: documentId } = await row<{ id: string }>(
  "SELECT id FROM documents WHERE uid = ?",
  demoUid("goldplus"),
);
const { id: paymentId } = await row<{ id: string }>(
  "SELECT id FROM payments WHERE delegate_uid = ?",
  demoUid("goldplus"),
);

// The pass is offered to somebody who cannot accept it any more.
await run(
  `INSERT INTO transfers (id, conference_id, holding_id, from_uid, email, to_uid, state, created_at, expires_at)
    SELECT 'offer', conference_id, id, uid, 'door@hpair.example', ?, 'open', 0, 4e12 FROM holdings
    WHERE payment_id = ? AND item = pass_type`,
  demoUid("door"),
  paymentId,
);

await run(
  `INSERT INTO outbox (id, event_key, kind, uid, recipient, subject, body, created_at, sent_at, failures)
    SELECT 'copy', 'copy', 'payment', uid, email, 'Your receipt', 'Thank you.', ?1, ?1, 0 FROM users WHERE uid = ?2`,
  Date.now(),
  demoUid("goldplus"),
);

const { id: subscriptionId } = await row<{ id: string }>(
  "SELECT id FROM subscriptions WHERE uid = ?",
  demoUid("subscriber"),
);
const { id: notificationId } = (
  await rows<{ id: string }>("SELECT id FROM notifications ORDER BY id LIMIT 1")
)[0]!;

await run(
  "INSERT INTO invoices VALUES (?, ?, 1, 'Somebody', 'Somewhere', '{}', '', '', '', '', 0, '', 0, 0, NULL)",
  paymentId,
  CONFERENCE,
);

const refundId = "bbbbbbbbbbbbbbbbbbbb";
await run(
  `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, reason, state, requested_by, lease_until, created_at)
    VALUES (?, ?, ?, 'money', 100, '', 'refused', 'x', 0, 0)`,
  ...[refundId, CONFERENCE, paymentId],
);
await run("INSERT INTO credit_notes VALUES (?, ?, ?, 1, 100, 0)", refundId, CONFERENCE, paymentId);

const letterId = "cccccccccccccccccccc";
await run(
  `INSERT INTO letters (id, conference_id, uid, kind, about, code, content, issued_at, issued_by)
    VALUES (?1, ?2, ?3, 'acceptance', '', '0123456789AB', ?4, 0, ?3)`,
  ...[letterId, CONFERENCE, demoUid("goldplus")],
  JSON.stringify({
    ...{ conference: "A conference", name: "Somebody", initials: "S", date: "1 January 2023", zone: "UTC" },
    ...{ sentences: ["We confirm it."], facts: [], text: null, values: {} },
    sender: { address: null, signatory: "Somebody", office: null, signature: null },
  }),
);

const planId = "aaaaaaaaaaaaaaaaaaaa";
await run(
  "INSERT INTO plans (id, conference_id, kind, state, title, summary, created_by, created_at) VALUES (?, ?, 'decisions', 'proposed', 'decisions.csv', '{}', ?, 0)",
  planId,
  CONFERENCE,
  demoUid("director"),
);

await run(
  `INSERT INTO plans (id, conference_id, kind, state, title, summary, created_by, created_at)
    VALUES ('distribution', 'aconf_2023', 'distribution', 'proposed', 'A plan',
      '{"applications":1,"assigned":1,"withdrawn":0,"uneven":false,"loads":[],"shortages":[],"missing":0,"lost":0}', 'x', 0)`,
);

await run(
  `INSERT INTO plans (id, conference_id, kind, state, title, summary, created_by, created_at)
    VALUES ('handover', 'aconf_2023', 'handover', 'proposed', 'A plan', '{"act":"leave","lines":[]}', 'x', 0)`,
);

const { id: sessionId } = await row<{ id: string }>(
  "SELECT id FROM programme_sessions WHERE title = 'Opening ceremony'",
);
await run(
  `INSERT INTO plans (id, conference_id, kind, state, title, summary, created_by, created_at)
    VALUES ('programme', 'aconf_2023', 'schedule', 'proposed', 'programme.csv', '{}', 'x', 0)`,
);

const { id: speakerId } = await row<{ id: string }>("SELECT id FROM speakers WHERE position = 0");
const { id: videoId } = (await rows<{ id: string }>("SELECT id FROM recordings ORDER BY id LIMIT 1"))[0]!;

const ROLES = [
  ...[null, "new", "submitted", "goldplus"],
  ...["reviewer", "decisions", "treasurer", "content", "door", "director"],
] as const;
const EVERYONE = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200];
const SIGNED_IN = [401, 200, 200, 200, 200, 200, 200, 200, 200, 200];
/** Open pages ask for these addresses and send the role cookie. The visitors of this test come without it. */
const BY_ROLE_COOKIE = [401, 401, 401, 401, 401, 401, 401, 401, 401, 401];
const NOWHERE = [404, 404, 404, 404, 404, 404, 404, 404, 404, 404];
const ONWARDS = [302, 302, 302, 302, 302, 302, 302, 302, 302, 302];
/**
 * The statuses with which the staff's pages answer, one for each of `ROLES`. The last six are for reviewers, decision
 * makers, the treasurer, editors, the door team and directors.
 */
const STAFF = [401, 403, 403, 403, 200, 200, 200, 200, 200, 200];
const READERS = [401, 403, 403, 403, 200, 200, 200, 403, 403, 200];
const DECIDERS = [401, 403, 403, 403, 403, 200, 403, 403, 403, 200];
const TREASURERS = [401, 403, 403, 403, 403, 403, 200, 403, 403, 200];
const EDITORS = [401, 403, 403, 403, 403, 403, 403, 200, 403, 200];
const DOOR = [401, 403, 403, 403, 403, 403, 403, 403, 200, 200];
const TREASURERS_AND_DOOR = [401, 403, 403, 403, 403, 403, 200, 403, 200, 200];
const DIRECTORS = [401, 403, 403, 403, 403, 403, 403, 403, 403, 200];
const SUBSCRIBERS = [401, 403, 403, 403, 403, 403, 403, 403, 403, 403];
/** The answers of addresses that take only posts of programs. */
const NOT_READ = [400, 400, 400, 400, 400, 400, 400, 400, 400, 400];
/** Once an application is submitted, there is nothing left to change on these pages. */
const BEFORE_SUBMITTING = [401, 200, 302, 302, 200, 200, 200, 200, 200, 200];

/** The sentence that staff read if they are refused, for each list of answers. */
const REFUSALS = new Map([
  [READERS, "This needs the ability “Read”. Ask a director."],
  [DECIDERS, "This needs the ability “Decide”. Ask a director."],
  [TREASURERS, "This needs the ability “Money”. Ask a director."],
  [EDITORS, "This needs the ability “Content”. Ask a director."],
  [DOOR, "This needs the ability “Door”. Ask a director."],
  [TREASURERS_AND_DOOR, "This needs the ability “Money” or “Door”. Ask a director."],
  [DIRECTORS, "Only directors can do this. If you need it done, ask a director."],
]);

/** For each route: an address of it, and the status that a visitor, three delegates and the staff get there. */
const PAGES: Record<string, [string, number[]]> = {
  "routes/_delegate._index": ["/", EVERYONE],
  "routes/_delegate.developers": ["/developers", EVERYONE],
  "routes/_delegate.help": ["/help", EVERYONE],
  "routes/_delegate.history": ["/history", EVERYONE],
  "routes/share[.]png": ["/share.png", EVERYONE],
  "routes/_programme.scheduling": ["/scheduling", SIGNED_IN],
  "routes/_programme.scheduling_.agenda": ["/scheduling/agenda", SIGNED_IN],
  "routes/scheduling.$file": ["/scheduling/none.ics", [401, 404, 404, 404, 404, 404, 404, 404, 404, 404]],
  "routes/scheduling.version": ["/scheduling/version", BY_ROLE_COOKIE],
  "routes/payment-info.version": ["/payment-info/version", BY_ROLE_COOKIE],
  "routes/event.$file": ["/event/goldPlus.ics", SIGNED_IN],
  "routes/calendar.$file": ["/calendar/none.ics", NOWHERE],
  "routes/_delegate.application._index": ["/application", SIGNED_IN],
  "routes/_delegate.application.$section": ["/application/about", BEFORE_SUBMITTING],
  "routes/_delegate.application.documents": ["/application/documents", BEFORE_SUBMITTING],
  "routes/_delegate.application.check": ["/application/check", BEFORE_SUBMITTING],
  "routes/_delegate.decision": ["/decision", SIGNED_IN],
  "routes/_delegate.decision_.letter": [
    "/decision/letter",
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/decision.card[.]svg": ["/decision/card.svg", [401, 404, 404, 200, 404, 404, 404, 404, 404, 404]],
  "routes/door.$token": ["/door/none", EVERYONE],
  "routes/door.scan": ["/door/scan", DOOR],
  "routes/door.roster": ["/door/roster", DOOR],
  "routes/door.scans": ["/door/scans", [405, 405, 405, 405, 405, 405, 405, 405, 405, 405]],
  "routes/_admin.admin.door._index": ["/admin/door", DOOR],
  "routes/_admin.admin.badges": ["/admin/badges", DOOR],
  "routes/_admin.admin.day": ["/admin/day", DOOR],
  "routes/_admin.admin.live": ["/admin/live", STAFF],
  "routes/_admin.admin.door.practice": ["/admin/door/practice?ticket=0", DOOR],
  "routes/_admin.admin.door.sessions._index": ["/admin/door/sessions", DOOR],
  "routes/_admin.admin.door.sessions.$session": [`/admin/door/sessions/${sessionId}`, DOOR],
  "routes/_admin.admin.door.$holding": [`/admin/door/${paymentId}-00`, DOOR],
  "routes/_delegate.ticket": ["/ticket", [401, 404, 404, 200, 404, 404, 404, 404, 404, 404]],
  "routes/ticket[.]svg": ["/ticket.svg", [401, 404, 404, 200, 404, 404, 404, 404, 404, 404]],
  "routes/letter.$code": ["/letter/000000000000", NOWHERE],
  "routes/_delegate.letters._index": ["/letters", SIGNED_IN],
  "routes/_delegate.letters.visa": ["/letters/visa", SIGNED_IN],
  "routes/_delegate.letters.$id": [
    `/letters/${letterId}`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_admin.admin.delegates.$uid_.letters": [
    `/admin/delegates/${demoUid("goldplus")}/letters`,
    DECIDERS,
  ],
  "routes/_delegate.waiver": ["/waiver", SIGNED_IN],
  "routes/_delegate.waiver_.confirm": ["/waiver/confirm?version=1&date=today", SIGNED_IN],
  "routes/_delegate.register": ["/register", SIGNED_IN],
  "routes/_delegate.virtual-summit": ["/virtual-summit", SIGNED_IN],
  "routes/_delegate.register_.add-ons": ["/register/add-ons", SIGNED_IN],
  "routes/_delegate.virtual-summit_.add-ons": ["/virtual-summit/add-ons", SIGNED_IN],
  "routes/_delegate.register_.invoice": ["/register/invoice", SIGNED_IN],
  "routes/_delegate.virtual-summit_.invoice": ["/virtual-summit/invoice", SIGNED_IN],
  "routes/_delegate.register_.payer": ["/register/payer", SIGNED_IN],
  "routes/_delegate.virtual-summit_.payer": ["/virtual-summit/payer", SIGNED_IN],
  "routes/_delegate.paying": ["/paying", SIGNED_IN],
  "routes/_delegate.paying_.invoice": ["/paying/invoice", SIGNED_IN],
  "routes/_delegate.payment.$id_.invoice": [
    `/payment/${paymentId}/invoice`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.payment.$id_.credit-note.$refund": [
    `/payment/${paymentId}/credit-note/${refundId}`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.payment-info": ["/payment-info", SIGNED_IN],
  "routes/_delegate.payment.$id": [
    `/payment/${paymentId}`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.payment.$id_.exchange": [
    `/payment/${paymentId}/exchange`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.payment.$id_.withdraw": [
    `/payment/${paymentId}/withdraw`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.payment.$id_.transfer": [
    `/payment/${paymentId}/transfer`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.transfer.$id": ["/transfer/offer", [401, 404, 404, 404, 404, 404, 404, 404, 200, 404]],
  "routes/_delegate.payment.$id_.receipt": [
    `/payment/${paymentId}/receipt`,
    [401, 404, 404, 200, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.earlier._index": ["/earlier", SIGNED_IN],
  "routes/_delegate.earlier.$conference": [
    "/earlier/aconf_2022",
    [401, 404, 404, 404, 404, 404, 404, 404, 404, 404],
  ],
  "routes/_delegate.$": ["/nowhere", NOWHERE],
  "routes/_admin.admin._index": ["/admin", STAFF],
  "routes/_admin.admin.payments._index": ["/admin/payments", TREASURERS],
  "routes/_admin.admin.grants": ["/admin/grants", TREASURERS],
  "routes/_admin.admin.payments.$id": [`/admin/payments/${paymentId}`, TREASURERS],
  "routes/_admin.admin.payments.person.$uid": [`/admin/payments/person/${demoUid("goldplus")}`, TREASURERS],
  "routes/_admin.admin.payments.person.$uid_.desk": [
    `/admin/payments/person/${demoUid("goldplus")}/desk`,
    TREASURERS,
  ],
  "routes/_admin.admin.payments.bank": ["/admin/payments/bank", TREASURERS],
  "routes/_admin.admin.payments.invoices._index": ["/admin/payments/invoices", TREASURERS],
  "routes/_admin.admin.payments.invoices.$id": [`/admin/payments/invoices/${paymentId}`, TREASURERS],
  "routes/_admin.admin.payments.invoices.$id_.credit-note.$refund": [
    `/admin/payments/invoices/${paymentId}/credit-note/${refundId}`,
    TREASURERS,
  ],
  "routes/_admin.admin.payments.invoicing": ["/admin/payments/invoicing", TREASURERS],
  "routes/_admin.admin.payments.journal": ["/admin/payments/journal", TREASURERS],
  "routes/_admin.admin.payments.batches": ["/admin/payments/batches", TREASURERS],
  "routes/_admin.admin.subscriptions._index": ["/admin/subscriptions?search=s", TREASURERS],
  "routes/_admin.admin.subscriptions.$id": [`/admin/subscriptions/${subscriptionId}`, TREASURERS],
  "routes/_admin.admin.checks": ["/admin/checks", DIRECTORS],
  "routes/_admin.admin.upload-decisions": ["/admin/upload-decisions", DECIDERS],
  "routes/_admin.admin.upload-decisions_.$id": [`/admin/upload-decisions/${planId}`, DECIDERS],
  "routes/_admin.admin.editions._index": ["/admin/editions", EDITORS],
  "routes/_admin.admin.editions_.new": ["/admin/editions/new", EDITORS],
  "routes/_admin.admin.editions_.$id": ["/admin/editions/aconf_2023", EDITORS],
  "routes/_admin.admin.editions_.$id_.$part": ["/admin/editions/aconf_2023/rounds", EDITORS],
  "routes/_admin.admin.editions_.$id_.questions_.$section": [
    "/admin/editions/aconf_2023/questions/about",
    EDITORS,
  ],
  "routes/_admin.admin.editions_.$id_.publish": ["/admin/editions/aconf_2023/publish", EDITORS],
  "routes/_admin.admin.editions_.$id_.preview": ["/admin/editions/aconf_2023/preview", EDITORS],
  "routes/_admin.admin.editions_.$id_.preview_.$state.$at.mails": [
    "/admin/editions/aconf_2023/preview/accepted/2022-12-17T10:00/mails",
    EDITORS,
  ],
  "routes/admin.editions.$id.preview.$state.$at.$": [
    "/admin/editions/aconf_2023/preview/accepted/2022-12-17T10:00/decision",
    EDITORS,
  ],
  "routes/_admin.admin.release": ["/admin/release", DECIDERS],
  "routes/_admin.admin.release_.$round": ["/admin/release/early", DECIDERS],
  "routes/_admin.staff.speakers._index": ["/staff/speakers", EDITORS],
  "routes/_admin.staff.speakers.new": ["/staff/speakers/new", EDITORS],
  "routes/_admin.staff.speakers.$id": [`/staff/speakers/${speakerId}`, EDITORS],
  "routes/_admin.staff.videos._index": ["/staff/videos", EDITORS],
  "routes/_admin.staff.videos.new": ["/staff/videos/new", EDITORS],
  "routes/_admin.staff.videos.$id": [`/staff/videos/${videoId}`, EDITORS],
  "routes/_admin.staff.videos.categories": ["/staff/videos/categories", EDITORS],
  "routes/_admin.staff.sorting": ["/staff/sorting", EDITORS],
  "routes/media.$": ["/media/nowhere.png", NOWHERE],
  "routes/_admin.admin.mail": ["/admin/mail", EDITORS],
  "routes/_admin.admin.mail_.decisions": ["/admin/mail/decisions", DECIDERS],
  "routes/_admin.admin.mail_.unreachable": ["/admin/mail/unreachable", DECIDERS],
  "routes/_admin.admin.scheduling._index": ["/admin/scheduling", EDITORS],
  "routes/_admin.admin.scheduling.new": ["/admin/scheduling/new", EDITORS],
  "routes/_admin.admin.scheduling.$id": [`/admin/scheduling/${sessionId}`, EDITORS],
  "routes/_admin.admin.scheduling.rooms": ["/admin/scheduling/rooms", EDITORS],
  "routes/_admin.admin.scheduling.import": ["/admin/scheduling/import", EDITORS],
  "routes/_admin.admin.scheduling.import_.$plan": ["/admin/scheduling/import/programme", EDITORS],
  "routes/admin.scheduling[.]csv": ["/admin/scheduling.csv", EDITORS],
  "routes/admin.decisions[.]csv": ["/admin/decisions.csv", DECIDERS],
  "routes/admin.payments[.]csv": ["/admin/payments.csv", TREASURERS],
  "routes/admin.payments_.journal[.]csv": ["/admin/payments/journal.csv", TREASURERS],
  "routes/admin.applications[.]csv": ["/admin/applications.csv", DECIDERS],
  "routes/admin.day[.]csv": ["/admin/day.csv?question=dietary", DOOR],
  "routes/admin.emergency-contacts[.]csv": ["/admin/emergency-contacts.csv", DOOR],
  "routes/admin.registrations[.]csv": ["/admin/registrations.csv", TREASURERS_AND_DOOR],
  "routes/_admin.admin.distribute-apps._index": ["/admin/distribute-apps", DECIDERS],
  "routes/_admin.admin.distribute-apps.$plan": ["/admin/distribute-apps/distribution", DECIDERS],
  "routes/_admin.admin.scores": ["/admin/scores", DECIDERS],
  "routes/_admin.admin.sponsors": ["/admin/sponsors", DECIDERS],
  "routes/_admin.admin.waiting": ["/admin/waiting", DECIDERS],
  "routes/admin.reviews[.]csv": ["/admin/reviews.csv", DECIDERS],
  "routes/admin.sponsors[.]csv": ["/admin/sponsors.csv", DECIDERS],
  "routes/_admin.admin.manage-staff._index": ["/admin/manage-staff", DIRECTORS],
  "routes/_admin.admin.manage-staff.second-factor": ["/admin/manage-staff/second-factor", DIRECTORS],
  "routes/_admin.admin.manage-staff.$uid": [`/admin/manage-staff/${demoUid("reviewer")}`, DIRECTORS],
  "routes/_admin.admin.handover._index": ["/admin/handover", DIRECTORS],
  "routes/_admin.admin.handover.$plan": ["/admin/handover/handover", DIRECTORS],
  "routes/invitation.$token": ["/invitation/none", [401, 404, 404, 404, 404, 404, 404, 404, 404, 404]],
  "routes/_admin.admin.audit": ["/admin/audit", DIRECTORS],
  "routes/_admin.admin.delegates._index": ["/admin/delegates?search=n", READERS],
  "routes/_admin.admin.delegates.$uid_.correct": [
    `/admin/delegates/${demoUid("submitted")}/correct`,
    DECIDERS,
  ],
  "routes/_admin.admin.delegates.$uid_.deadline": [`/admin/delegates/${demoUid("new")}/deadline`, DECIDERS],
  "routes/_admin.admin.delegates.find": ["/admin/delegates/find?is-nationality=JP", DECIDERS],
  "routes/_admin.admin.delegates.letters": ["/admin/delegates/letters?is-nationality=JP", DECIDERS],
  "routes/_admin.admin.delegates.selection": ["/admin/delegates/selection?is-nationality=JP", DECIDERS],
  "routes/_admin.admin.delegates.$uid": [
    `/admin/delegates/${demoUid("submitted")}?search=n`,
    [401, 403, 403, 403, 200, 200, 404, 403, 403, 200],
  ],
  "routes/admin.delegates.next": [
    "/admin/delegates/next",
    [401, 403, 403, 403, 302, 302, 302, 403, 403, 302],
  ],
  "routes/_admin.admin.accounts._index": ["/admin/accounts?search=n", DIRECTORS],
  "routes/_admin.admin.accounts.$uid": [`/admin/accounts/${demoUid("new")}`, DIRECTORS],
  "routes/_admin.notifications._index": ["/notifications", EDITORS],
  "routes/_admin.notifications.$id": [`/notifications/${notificationId}`, EDITORS],
  "routes/_plus.plus._index": ["/plus", SUBSCRIBERS],
  "routes/_plus.plus.subscribe": ["/plus/subscribe", EVERYONE],
  "routes/_plus.plus.card": ["/plus/card", SUBSCRIBERS],
  "routes/_plus.plus.receipt.$id": ["/plus/receipt/none", [401, 404, 404, 404, 404, 404, 404, 404, 404, 404]],
  "routes/_plus.plus.lectures": ["/plus/lectures?search=a", SUBSCRIBERS],
  "routes/_plus.plus.category.$category": ["/plus/category/none", SUBSCRIBERS],
  "routes/_plus.plus.video.$id": ["/plus/video/none", SUBSCRIBERS],
  "routes/_plus.plus.speaker.$id": ["/plus/speaker/none", SUBSCRIBERS],
  "routes/_plus.plus.$": ["/plus/nowhere", SUBSCRIBERS],
  "routes/plus.video.$id.file": ["/plus/video/none/file", SUBSCRIBERS],
  "routes/plus.video.$id.progress": [
    "/plus/video/none/progress",
    [405, 405, 405, 405, 405, 405, 405, 405, 405, 405],
  ],
  "routes/webhooks.authorize-net": [
    "/webhooks/authorize-net",
    [405, 405, 405, 405, 405, 405, 405, 405, 405, 405],
  ],
  "routes/webhooks.resend": ["/webhooks/resend", [405, 405, 405, 405, 405, 405, 405, 405, 405, 405]],
  "routes/documents.$id": [`/documents/${documentId}`, [401, 404, 404, 200, 404, 200, 404, 404, 404, 200]],
  "routes/documents.$id_.preview": [
    `/documents/${documentId}/preview`,
    [401, 404, 404, 200, 404, 200, 404, 404, 404, 200],
  ],
  "routes/_delegate.details": ["/details", SIGNED_IN],
  "routes/_delegate.change-email": ["/change-email", SIGNED_IN],
  "routes/_delegate.change-password": ["/change-password", SIGNED_IN],
  "routes/_delegate.devices": ["/devices", SIGNED_IN],
  "routes/_delegate.mails._index": ["/mails", SIGNED_IN],
  "routes/_delegate.mails.$id": ["/mails/copy", [401, 404, 404, 200, 404, 404, 404, 404, 404, 404]],
  // Nobody in the demo is asked for a code. Only staff have second factors.
  "routes/_delegate.code": ["/code", ONWARDS],
  "routes/_delegate.second-factor": ["/second-factor", STAFF],
  "routes/_delegate.verify-email": ["/verify-email", SIGNED_IN],
  // new@ has not confirmed the address yet.
  "routes/_delegate.verify-email_.$token": [
    "/verify-email/none",
    [401, 404, 302, 302, 302, 302, 302, 302, 302, 302],
  ],
  "routes/revert-email.$token": ["/revert-email/none", NOWHERE],
  "routes/reset-password.$token": ["/reset-password/none", NOWHERE],
  "routes/known-device.$token": ["/known-device/none", NOWHERE],
  "routes/unsubscribe.$token": ["/unsubscribe/none", NOWHERE],
  "routes/notifications.$id.dismiss": ["/notifications/none/dismiss", ONWARDS],
  "routes/logout": ["/logout", ONWARDS],
  "routes/admin.edition": ["/admin/edition", ONWARDS],
  "routes/application.$section.autosave": [
    "/application/about/autosave",
    [405, 405, 405, 405, 405, 405, 405, 405, 405, 405],
  ],
  "routes/dev.blocks": ["/dev/blocks", EVERYONE],
  "routes/dev.mailbox": ["/dev/mailbox", EVERYONE],
  "routes/dev.mailbox_.$id": ["/dev/mailbox/none", NOWHERE],
  "routes/dev.scheduled": ["/dev/scheduled", NOWHERE],
  "routes/openapi[.]json": ["/openapi.json", EVERYONE],
  "routes/[.]well-known.jwks[.]json": ["/.well-known/jwks.json", EVERYONE],
  "routes/[.]well-known.openid-configuration": ["/.well-known/openid-configuration", EVERYONE],
  // The demo has an address for questions that reaches nobody.
  "routes/[.]well-known.security[.]txt": ["/.well-known/security.txt", NOWHERE],
  "routes/health": ["/health", EVERYONE],
  ...Object.fromEntries(
    Object.entries({ ...FUNCTION_ROUTES, ...ACCOUNT_ROUTES }).map(([id, path]) => [id, [path, NOT_READ]]),
  ),
};

test("the table of pages below is complete", () => {
  const addresses = Object.values(build.routes).filter((route) => route?.path || route?.index);
  expect(addresses.map((route) => route!.id).sort()).toEqual(Object.keys(PAGES).sort());
});

test.each(Object.entries(PAGES))("%s", async (_, [path, statuses]) => {
  await changingNothing(
    async () => {
      for (const [index, role] of ROLES.entries()) {
        const browser = role ? await signedIn(role) : new Browser();
        const answer = await browser.get(path);
        const html = await answer.text();
        expect(answer.status, `${path} as ${role}`).toBe(statuses[index]);
        expect(html).not.toMatch(/<[^>]+\s(?:style|on[a-z]+)=/i);
        const trips = /db;desc="(\d+)"/.exec(answer.headers.get("Server-Timing")!)![1];
        // A page takes at most five trips. They include discarded attempts, whose assumptions about the visitor or the
        // settings were wrong, and further trips for names or for a pass that is gone.
        expect(Number(trips), `round trips of ${path} as ${role}`).toBeLessThanOrEqual(5);
        if (answer.status === 401)
          expect(html).toMatch(/You must be logged in to access (this content|payments)!/);
        if (answer.status === 403) {
          const isStaff = index > ROLES.indexOf("goldplus");
          const staffs = isStaff
            ? (REFUSALS.get(statuses) ?? "Ask a director.")
            : accountMessages.notLoggedIn;
          expect(html).toContain(
            path.startsWith("/plus") ? accessMessages.onlyForPurchasers("HPAIR+") : staffs,
          );
        }
      }
    },
    // The test signs people in, which makes sessions. A look at a document is recorded, and each try of a letter's code
    // is counted.
    {
      but: [
        "sessions",
        ...(path.startsWith("/documents/") ? ["audit"] : []),
        ...(path.startsWith("/letter/") ? ["counters"] : []),
      ],
    },
  );
});

/** The page that hydrates: the browser asks for the data of this page a second time. */
const HYDRATES = "routes/_admin.admin.editions_.$id_.questions_.$section";

test("nobody gets the data of a page by themselves, but who edits questions on the page that hydrates", async () => {
  const given: string[] = [];
  for (const role of ROLES) {
    const browser = role ? await signedIn(role) : new Browser();
    for (const [id, [path]] of Object.entries(PAGES)) {
      const [pathname, query] = path.split("?");
      const address = `${pathname === "/" ? "/_root" : pathname}.data${query ? `?${query}` : ""}`;
      for (const method of role === "director" ? ["GET", "POST"] : ["GET"]) {
        const answer = await browser.fetch(address, { method, headers: { Accept: "*/*" } });
        const body = await answer.text();
        if (answer.status !== 404) given.push(`${method} ${id} as ${role}: ${answer.status}`);
        else if (!path.includes("googleapis")) expect(body, address).toContain(messages.notFound);
      }
    }
  }
  expect(given.filter((line) => !line.includes(HYDRATES))).toEqual([]);
  expect(given.filter((line) => line.startsWith("GET"))).toEqual(
    ROLES.map((role, index) => `GET ${HYDRATES} as ${role}: ${EDITORS[index]}`),
  );
});

test("every public page says in a sentence what it is", async () => {
  const addresses = [
    "/",
    "/?form=create",
    "/?form=forgot",
    "/developers",
    "/history",
    "/plus/subscribe",
    "/plus",
    "/scheduling",
  ];
  for (const address of addresses) {
    const { html } = await new Browser().open(address);
    const [description = "", ...others] = [
      ...html.matchAll(/<meta name="description" content="([^"]*)"/g),
    ].map(([, content]) => content!);
    expect(description.length, address).toBeGreaterThan(40);
    expect(others, address).toEqual([]);
  }
});

test("the accepted agreement says who accepted which version and when; before that it pretends nothing", async () => {
  await run(
    "UPDATE acceptances SET full_name = 'Nguyễn Thị Hoa', stated_date = '2022-12-16' WHERE uid = ?",
    demoUid("regular"),
  );
  const signed = await (await signedIn("regular")).open("/waiver");
  expect(signed.text).toMatch(
    /Accepted By Nguyễn Thị Hoa On 16 December 2022, 21:15 EST Dated 16 December 2022 Version 1 /,
  );
  const unsigned = await (await signedIn("accepted")).open("/waiver");
  expect(unsigned.text).toContain("Version 1, not accepted.");
  expect(unsigned.html).not.toContain("<h2>Accepted</h2>");
});

test("a page that does not exist leads on, and never to another host", async () => {
  const { html } = await (await signedIn("new")).open("/nowhere");
  for (const path of ["/scheduling", "/history"])
    expect(html).toContain(`href="${path}" class="button secondary"`);
  const foreign = await (await signedIn("new")).get("//evil.example/x");
  expect(await foreign.text()).not.toContain('href="//evil');
});

test("home tells everybody the one next thing", async () => {
  const next: [string, string][] = [
    ["new", "Write your application"],
    ["draft", "Write your application"],
    ["submitted", "We have your application"],
    ["unreleased", "We have your application"],
    ["accepted", "You are accepted"],
    ["signed", "Register for the Harvard Conference ticket: choose"],
    ["deferred", "Register for the Virtual Summit ticket and pay by card."],
    ["rejected", "Your decision"],
    ["gold", "Your Virtual Summit ticket"],
    ["goldplus", "Your Harvard Conference ticket"],
  ];
  for (const [account, words] of next) {
    const home = await (await signedIn(account)).open("/");
    expect(home.text, account).toContain(words);
    // Somebody who has a pass, or whose application was rejected, is not shown the way to registration.
    const isOnTheWay = !["rejected", "gold", "goldplus"].includes(account);
    expect(home.text.includes("Your registration"), account).toBe(isOnTheWay);
  }
});

/* ------------------------------------------------------------------ what the database is asked */

/** What may be read as a whole: tables of a handful of rows, and the 50 newest mails of the development mailbox. */
const READ_WHOLE = new Set([
  "SCAN categories",
  "SCAN categories USING INDEX sqlite_autoindex_categories_1",
  "SCAN settings",
  // One page shows all conferences.
  "SCAN conferences USING INDEX sqlite_autoindex_conferences_1",
  // This scan finds the editions before the present one.
  "SCAN candidate USING COVERING INDEX sqlite_autoindex_conferences_1",
  // The table has one row for each member of the staff who ever lost their phone.
  "SCAN factor_resets",
  // There are few editions. Somebody's application to each of them is found by its key.
  "SCAN editions USING COVERING INDEX sqlite_autoindex_editions_1",
  // The list of editions shows the newest draft of each edition.
  "SCAN edition_revisions USING COVERING INDEX sqlite_autoindex_edition_revisions_1",
  "SCAN newest_revision",
  // Few addresses are unreachable, and the newest of them are shown.
  "SCAN unreachable_addresses",
  // There are a few rows for each edition. Some of them are proposals.
  "SCAN invoicing",
  // These tables have few rows: entries made by mistake, and what was typed in by hand. Together they get some hundred
  // rows a season.
  "SCAN reversals",
  "SCAN r LEFT-JOIN",
  "SCAN takings",
  "SCAN invoicing USING INDEX invoicing_one",
  // A few rows wait for a second person.
  "SCAN outgoings USING INDEX outgoings_one",
  // Offers whose mail is not written yet.
  "SCAN offers USING INDEX offers_untold",
  // Publications that moved a deadline. Nobody has been told of the new deadline yet.
  "SCAN edition_publications USING INDEX edition_publications_untold",
  // A search or a reader's list has found these rows by an index. The rest of each row is read next.
  "SCAN found",
  // The rows that are counted for a list were found by an index too.
  "SCAN counted",
  // The first six hundred entries of some days. The people of these entries are read next.
  "SCAN entry",
  "SCAN begun",
  "SCAN named",
  // This subquery of the statement that reserves a payment has only one row.
  "SCAN seen",
  "SCAN stopped",
  "SCAN rounds",
  // The events of all editions are read to see which seasons are over.
  "SCAN events USING INDEX sqlite_autoindex_events_1",
  "SCAN outbox USING INDEX outbox_created_at",
  "SCAN staff USING COVERING INDEX sqlite_autoindex_staff_1",
  "SCAN staff",
  "SCAN invitations",
  // The table has a row for each edition with a waiting list.
  "SCAN waiting_lists",
  // The table has a row for each edition, and one for the library.
  "SCAN content_versions",
  // The newest twenty rows are read by their key.
  "SCAN inspections",
  // The form of a session offers these people and things, in the order of an index.
  "SCAN speakers USING INDEX speakers_position",
  "SCAN recordings USING INDEX recordings_created_at",
]);

/** The pages that take more than one round trip to the database. */
const MORE_TRIPS: Record<string, number> = {
  // The second trip reads the names and addresses of the people in the rows, because accounts are not joined with the
  // tables of a conference.
  "_admin.admin.accounts._index": 2,
  "_admin.admin.audit": 2,
  "_admin.admin.delegates.$uid": 2,
  "_admin.admin.delegates._index": 2,
  "_admin.admin.distribute-apps.$plan": 2,
  "_admin.admin.handover.$plan": 2,
  "_admin.admin.grants": 2,
  "_admin.admin.payments.$id": 2,
  "_admin.admin.payments._index": 2,
  "_admin.admin.payments.person.$uid": 2,
  "_admin.admin.payments.invoices._index": 2,
  "_admin.admin.payments.invoices.$id": 2,
  "_admin.admin.payments.invoicing": 2,
  "_admin.admin.editions_.$id_.publish": 2,
  "_admin.admin.scheduling._index": 2,
  "_admin.admin.scheduling.import": 2,
  "_admin.admin.scheduling.import_.$plan": 2,
  // The second trip reads the names and comments of the people whose scores were compared.
  "_admin.admin.scores": 2,
  // The first trip reads the order in which the list is kept. The second reads who is on the list.
  "_admin.admin.waiting": 2,
  "_admin.admin.subscriptions._index": 2,
  "_admin.admin.upload-decisions": 2,
  "_admin.admin.upload-decisions_.$id": 2,
  "admin.delegates.next": 2,
  // The second trip reads the mails of the mailings that were found.
  "_admin.admin.mail": 2,
  // The second trip reads what is decided about the people whose mail came back.
  "_admin.admin.mail_.unreachable": 2,
  // The first trip reads who has a ticket. The second reads their names.
  "door.roster": 2,
  // The page reads who has a place, reads their names, and records that somebody looked at them.
  "_admin.admin.door.sessions.$session": 3,
  // A look at the document is recorded before the document is shown.
  "documents.$id": 2,
  "documents.$id_.preview": 2,
  // The first trip reads the draft. The page inside the preview takes the others, because it does not send all its
  // statements together.
  "admin.editions.$id.preview.$state.$at.$": 3,
};

/** The statements that the tests below have made. */
const asked = new Set<string>();
const DB = {
  prepare(sql: string) {
    asked.add(sql);
    return env.DB.prepare(sql);
  },
  batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
};
const recorded = (browser: Browser) => {
  browser.send = (request) => answerWith({ DB }, request);
  return browser;
};

test("every page asks the database once", { timeout: 120_000 }, async () => {
  const more: Record<string, number> = {};
  for (const role of [...ROLES, "subscriber"]) {
    const browser = recorded(role ? await signedIn(role) : new Browser());
    // The first visits fill the isolate's memory, so the visits below take no extra trips.
    for (const path of ["/", "/scheduling", "/scheduling/agenda"]) await browser.get(path);
    for (const [id, [path]] of Object.entries(PAGES)) {
      const { response } = await browser.open(path);
      const trips = Number(/db;desc="(\d+)"/.exec(response.headers.get("Server-Timing")!)![1]);
      const name = id.replace("routes/", "");
      // Refusals and files may take more trips, because a refusal is recorded and a file is read piece by piece.
      if (response.status < 400 && trips > 1 && !/\.csv(\?|$)/.test(path))
        more[name] = Math.max(more[name] ?? 0, trips);
    }
  }
  expect(more).toEqual(MORE_TRIPS);
});

// This test comes after the one above, because it also tries the statements of every page.
test("every statement of every page, form, function and minute finds its rows by an index", {
  timeout: 120_000,
}, async () => {
  const subscriber = recorded(await signedIn("subscriber"));
  await subscriber.get("/plus/lectures?search=two+words&category=none&after=1-x");
  await subscriber.get("/plus/category/none?after=1-x");
  await subscriber.post("/plus/video/none/progress", { seconds: "1" });
  const pages = asked.size;
  expect(pages).toBeGreaterThan(20);

  const stranger = recorded(new Browser("198.51.100.1"));
  const account = { email: "asker@example.org", password: "mango tree" };
  await stranger.post("/?index", { account: "create", ...account });
  await stranger.post("/?index", { account: "sign-in", ...account });
  await stranger.post("/?index", { account: "forgot", ...account });
  const [mail] = await mailsWhere("recipient = ? AND event_key GLOB 'reset-password:*'", account.email);
  const pathname = linkIn(mail!);
  await stranger.get(pathname);
  await stranger.post(pathname, { password: PASSWORD });
  await stranger.post("/?index", { account: "new-device", ...account });
  const [deviceMail] = await mailsWhere("recipient = ? AND event_key GLOB 'known-device:*'", account.email);
  await stranger.get(linkIn(deviceMail!));
  await stranger.post(linkIn(deviceMail!), {});
  const { browser } = await readyToPay();
  recorded(browser);
  const { id: notification } = await row<{ id: string }>("SELECT id FROM notifications LIMIT 1");
  await browser.post(`/notifications/${notification}/dismiss`, {});
  await browser.post("/waiver", {
    version: "1",
    confirmed: "1",
    date: "x",
    codeOfConduct: "1",
    refundPolicy: "1",
  });
  await browser.post("/register", {
    cardNumber: "4000000000000036",
    expirationDate: "12/30",
    cardCode: "123",
  });
  await browser.get("/payment-info");
  const { browser: writer, uid } = await delegate();
  recorded(writer);
  await writer.post("/application/about", { version: "0", firstName: "Mei" });
  await writer.post("/application/about/autosave", { version: "1", firstName: "Mei" });
  const resume = new File(["%PDF-1.7\n%%EOF\n"], "resume.pdf");
  await writer.upload("/application/documents?question=resume", { file: resume });
  await writer.post("/application/documents?question=resume", { intent: "remove" });
  await writer.post("/application/check", { revision: "" });
  await writer.get("/scheduling");
  const { id: chosen } = await row<{ id: string }>("SELECT id FROM programme_sessions WHERE capacity = 3");
  for (const act of ["choose", "leave"]) await writer.post("/scheduling", { [act]: chosen });
  for (const path of ["/scheduling/version?day=2023-02-18", "/scheduling/version", "/payment-info/version"])
    await writer.get(path);
  const agenda = await writer.open("/scheduling/agenda");
  const { html: withAddress } = await agenda.press("Make a private address");
  expect((await writer.get(/\/calendar\/[\w-]+\.ics/.exec(withAddress)![0])).status).toBe(200);
  await writer.post("/scheduling/agenda", { calendar: "revoke" });
  const { email } = await row<{ email: string }>("SELECT email FROM users WHERE uid = ?", uid);
  await writer.post("/?index", { account: "sign-in", email, password: PASSWORD });
  await writer.post("/verify-email", {});
  await writer.post("/change-email", { newEmail: "writer@example.org", password: PASSWORD });
  for (const to of ["verify-email", "revert-email"]) {
    const [mail] = (await mailsWhere("body LIKE ?", `%/${to}/%`)).reverse();
    const link = linkIn(mail!);
    await writer.get(link);
    await writer.post(link, {});
  }
  await writer.post("/logout", {});
  const newcomer = new Program(null, "", "198.51.100.2");
  newcomer.send = (request) => answerWith({ DB }, request);
  const credentials = { email: "program@example.org", password: PASSWORD };
  await newcomer.post(SIGN_UP, credentials);
  const { body: tokens } = await newcomer.post(SIGN_IN, credentials);
  const program = new Program(tokens.idToken, tokens.refreshToken);
  program.send = newcomer.send;
  await program.refresh();
  await program.post(LOOKUP, { idToken: program.idToken });
  await program.post(SEND_MAIL, { requestType: "PASSWORD_RESET", email: credentials.email });
  await program.post(SEND_MAIL, { requestType: "VERIFY_EMAIL", idToken: program.idToken });
  const buyer = await programAs((await readyToPay()).uid);
  buyer.send = newcomer.send;
  await buyer.call("getDecision");
  await buyer.call("acceptWaiver");
  expect((await buyer.call("triggerPayment", PASS_PAYMENT)).status).toBe(200);
  await program.call("getPassType", { userUid: tokens.localId });
  expect((await program.call("changeEmail", { email: "moved@example.org" })).status).toBe(200);
  await keepHouse({ DB });
  expect(asked.size).toBeGreaterThan(pages + 20);

  const scans: string[] = [];
  for (const sql of asked) {
    // A preview scans its invented rows. test/editions/preview/preview.test.ts makes sure that it reads no other rows.
    if (sql.includes("json_each(?1, ")) continue;
    const blanks = Array<null>(sql.match(/\?/g)?.length ?? 0).fill(null);
    const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...blanks);
    for (const { detail } of plan) {
      const scanned = /^SCAN (?!CONSTANT ROW|\(|json_each)/.test(detail);
      if (scanned && !READ_WHOLE.has(detail)) scans.push(`${detail}: ${sql}`);
    }
  }
  expect(scans).toEqual([]);
});

test("the test above can see a scan", async () => {
  const [plan] = await rows<{ detail: string }>("EXPLAIN QUERY PLAN SELECT * FROM users WHERE email = 'x'");
  expect(plan!.detail).toMatch(/^SCAN users/);
});

/* ------------------------------------------------------------------ header */

const headerOf = ({ html }: Page) => /<header class="site-header">[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href]) => href);

test("the header links to what each role may open", async () => {
  const visitor = headerOf(await new Browser().open("/scheduling"));
  expect(linksIn(visitor)).toEqual(["/", "/scheduling", "/"]);
  expect(visitor).toContain("Log in");

  const someone = headerOf(await (await signedIn("new")).open("/"));
  expect(linksIn(someone)).toEqual(["/", "/scheduling", "/change-email"]);
  expect(someone).toContain("new@hpair.example");
  expect(someone).toContain("Logout");

  // Everybody who has applied finds the application again. Everybody who has something to pay finds the payments.
  for (const [role, own] of [
    ["submitted", ["/application"]],
    ["rejected", ["/application"]],
    ["accepted", ["/application", "/payment-info"]],
    ["goldplus", ["/application", "/payment-info"]],
  ] as const) {
    const theirs = headerOf(await (await signedIn(role)).open("/"));
    expect(
      linksIn(theirs).filter((href) => own.includes(href as never)),
      role,
    ).toEqual(own);
    expect(theirs.includes("/payment-info"), role).toBe(own.length === 2);
  }

  await run("UPDATE settings SET value = 'https://data.example/live' WHERE key = 'liveDataUrl'");
  for (const role of ["reviewer", "director"]) {
    const admin = headerOf(await (await signedIn(role)).open("/"));
    expect(linksIn(admin)).toEqual([
      "/",
      "/scheduling",
      "/admin",
      "https://data.example/live",
      "/change-email",
    ]);
    expect(admin).toMatch(/<a href="https:\/\/data\.example\/live"[^>]* target="_blank" rel="noreferrer"/);
  }
  // If the setting has no address, this link leads to the live numbers. The link never leads to the hub, because
  // another link beside it does.
  for (const none of ["", "/admin"]) {
    await run(`UPDATE settings SET value = '${none}' WHERE key = 'liveDataUrl'`);
    expect(linksIn(headerOf(await (await signedIn("director")).open("/")))).toEqual([
      ...["/", "/scheduling", "/admin", "/admin/live", "/change-email"],
    ]);
  }
});

test("signed out, home is the way in alone, without the layout", async () => {
  const home = await new Browser().open("/");
  expect(headerOf(home)).toBe("");
  expect(home.html).not.toContain("<deadline-clock");
  expect(home.html).not.toContain('class="banner"');
  for (const [address, button] of [
    ["/", "Log in"],
    ["/?form=create", "Create account"],
    ["/?form=forgot", "Send link"],
  ] as const) {
    expect((await new Browser().open(address)).has(button)).toBe(true);
  }
});

/* ------------------------------------------------------------------ notifications */

const bannersOf = ({ html }: Page) =>
  [
    ...html.matchAll(
      /<div class="notification" data-severity="(\w+)">[\s\S]*?<\/strong> (?:<!-- -->)?(.*?)<\/p>/g,
    ),
  ].map(([, severity, text]) => [severity, text]);

/** For the time of a test, shows every notification of the demo to everyone, except the notifications for staff. */
async function toEveryone() {
  const before = await rows<{ id: string; audience: string }>("SELECT id, audience FROM notifications");
  await run("UPDATE notifications SET audience = 'everyone' WHERE audience <> 'staff'");
  onTestFinished(async () => {
    for (const { id, audience } of before)
      await run("UPDATE notifications SET audience = ? WHERE id = ?", audience, id);
  });
}

test("notifications of three severities show until dismissed, to each person their own [121, 123]", async () => {
  await toEveryone();
  const [{ browser, uid }, other] = [await delegate(), (await delegate()).browser];
  const page = await browser.open("/decision");
  expect(bannersOf(page).map(([severity]) => severity)).toEqual(["CRITICAL", "IMPORTANT", "INFO"]);
  expect(page.text).toContain("ask for your appointment today");

  const dismissed = await page.press("Dismiss this notification");
  expect([dismissed.status, dismissed.location]).toEqual([302, "/decision"]);
  const severities = async (reader: Browser) =>
    bannersOf(await reader.open("/")).map(([severity]) => severity);
  expect(await severities(browser)).toEqual(["IMPORTANT", "INFO"]);
  expect(await severities(other)).toEqual(["CRITICAL", "IMPORTANT", "INFO"]);

  // Nothing changes if the notification is dismissed once more, or if somebody dismisses one that does not exist.
  await changingNothing(async () => {
    expect((await page.press("Dismiss this notification")).status).toBe(302);
    for (const id of ["none", "__proto__", "%27%20OR%201=1"]) {
      expect((await browser.post(`/notifications/${id}/dismiss`, { from: "/" })).status).toBe(302);
    }
    expect((await new Browser().post("/notifications/none/dismiss", {})).status).toBe(401);
  });
  const [critical] = await rows(
    "SELECT id AS notification_id FROM notifications WHERE severity = 'CRITICAL'",
  );
  expect(await rows("SELECT notification_id FROM seen_notifications WHERE uid = ?", uid)).toEqual([critical]);
});

test("each severity has colours of its own, on the page as it is sent [256]", async () => {
  const { browser } = await delegate();
  const { html } = await browser.open("/decision");
  const rules = new Map(
    Array.from(html.matchAll(/([^{}>]+)\{([^{}]*)\}/g), ([, selector, rule]) => [selector, rule]),
  );
  const coloursOf = (selector: string) => {
    const rule = rules.get(selector) ?? "";
    const last = (property: string) => rule.split(";").findLast((line) => line.startsWith(`${property}:`));
    return { background: last("background"), color: last("color") };
  };
  const severities = ["", "[data-severity=IMPORTANT]", "[data-severity=CRITICAL]"];
  const found = severities.map((severity) => coloursOf(`.notification${severity} strong`));
  for (const property of ["background", "color"] as const) {
    const colours = found.map((colours) => colours[property]);
    expect(colours).toEqual(severities.map(() => expect.stringMatching(/:\S/)));
    expect(new Set(colours).size).toBe(3);
  }
  // No other severity has a rule of its own, so INFO is drawn like any severity without a rule.
  expect(new Set(html.match(/data-severity=\w+/g))).toEqual(
    new Set(["data-severity=IMPORTANT", "data-severity=CRITICAL"]),
  );
});

test("a notification shows from its first to its last moment", async () => {
  await toEveryone();
  const { browser } = await delegate();
  const shown = async (instant: string) => {
    await stopClockAt(instant);
    return bannersOf(await browser.open("/")).some(([severity]) => severity === "CRITICAL");
  };
  expect(await shown("2022-12-05T13:59:59.999Z")).toBe(false);
  expect(await shown("2022-12-05T14:00:00.000Z")).toBe(true);
  expect(await shown("2023-02-17T13:59:59.999Z")).toBe(true);
  expect(await shown("2023-02-17T14:00:00.000Z")).toBe(false);
});

test("a notification is text, whatever stands in it", async () => {
  const { browser } = await delegate();
  await run(
    `INSERT INTO notifications (id, message, severity, show_from, created_at) VALUES ('x', '<img src=x onerror=alert(1)>', 'INFO', 0, 0)`,
  );
  const page = await browser.open("/");
  await run("DELETE FROM notifications WHERE id = 'x'");
  expect(page.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page.html).not.toContain("<img src=x");
});

/* ------------------------------------------------------------------ what cannot be read */

test("notifications that cannot be loaded are a banner, and the page works", async () => {
  const { browser, uid } = await delegate();
  await browser.get("/");
  const [page, saved] = await without("seen_notifications", async () => [
    await browser.open("/decision"),
    await browser.post("/application/about", { version: "0", firstName: "Mei" }),
  ]);
  expect((page as Page).status).toBe(200);
  expect(bannersOf(page as Page)).toEqual([["INFO", "There was an error loading notifications."]]);
  expect((page as Page).text).toContain("Your decision");
  expect(saved.status).toBe(302);
  expect(await rows("SELECT * FROM answers WHERE uid = ?", uid)).toHaveLength(1);
  expect(bannersOf(await browser.open("/decision"))).toHaveLength(2);
});

test("somebody who is logged in reads that a page is for staff, and may use another account", async () => {
  const page = await (await signedIn("goldplus")).open("/admin");
  expect([page.status, page.text.includes("this page is for staff")]).toEqual([403, true]);
  const away = await page.press("Log out and use another account");
  expect(away.location).toBe("/admin");
});

test("while accounts cannot be read one sentence says so, and none is about notifications", async () => {
  const { browser } = await delegate();
  const page = (await without("users", () => browser.open("/decision"))) as Page;
  expect([page.status, bannersOf(page)]).toEqual([503, []]);
});

test.each([
  ["users", "/decision", "There was an unexpected error checking for your account."],
  ["users", "/", "There was an unexpected error checking for your account."],
  ["sessions", "/application/about", "There was an unexpected error checking for your account."],
  ["settings", "/register", "There was an unexpected error checking for your account."],
  ["payments", "/payment-info", "There was an error loading your payments."],
])("while %s cannot be read, %s says so: %s", async (table, path, sentence) => {
  const { browser } = await readyToPay();
  await browser.get("/decision");
  const log = vi.spyOn(console, "error");
  const page = await without(table, () => browser.open(path));
  expect(page.status).toBe(503);
  expect(page.text).toContain(
    `${sentence} Please try refreshing your browser and contact us if the issue persists.`,
  );
  expect(log).toHaveBeenCalledOnce();
  expect((await browser.open(path)).status).toBeLessThan(400);
});

test("while payments cannot be read, the payment page says so and takes no payment", async () => {
  const { browser } = await readyToPay();
  const page = await without("payments", () => browser.open("/register"));
  expect(page.status).toBe(503);
  expect(page.text).toContain(
    "There was an error checking for existing payments. Please try again or contact us if the issue persists.",
  );
  expect(page.text).not.toContain("Card number");
});

test("while accounts cannot be read, the header trusts the role cookie only if we signed it", async () => {
  const director = await signedIn("director");
  await director.get("/decision");
  const forger = (await delegate()).browser;
  await forger.get("/decision");
  const [payload, signature] = decodeURIComponent(forger.cookies.get("role")!).split(".");
  const claims = btoa(JSON.stringify({ ...JSON.parse(atob(payload!)), admin: true }));
  forger.cookies.set("role", encodeURIComponent(`${claims}.${signature}`));
  const [trusted, forged] = await without("users", async () => [
    await director.open("/decision"),
    await forger.open("/decision"),
  ]);
  expect(headerOf(trusted!)).toContain('href="/admin"');
  expect(headerOf(forged!)).not.toContain('href="/admin"');
});

test("health fails when the database does", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const DB = {
    prepare: () => {
      throw new Error("no database");
    },
  };
  const answer = await answerWith({ DB }, new Request("http://portal.test/health"));
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, missing: "database" }]);
});

/* ------------------------------------------------------------------ deadline bar */

const barOf = ({ html }: Page) =>
  /<deadline-clock[\s\S]*?<\/deadline-clock>/
    .exec(html)?.[0]
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const EARLY_END = "1 May 2023, 23:59 EDT";
const REGULAR_END = "1 June 2023, 23:59 EDT";

test.each([
  ["2022-12-17T15:00:00.000Z", `Early applications close in 135 days 12:59:00 ${EARLY_END}`],
  ["2023-05-01T03:58:59.000Z", `Early applications close in 1 day 00:00:01 ${EARLY_END}`],
  ["2023-05-01T03:59:01.000Z", `Early applications close in 23:59:59 ${EARLY_END}`],
  ["2023-05-02T03:59:00.000Z", `Early applications close in 00:00:00 ${EARLY_END}`],
  ["2023-05-02T03:59:00.001Z", `Regular applications close in 30 days 23:59:59 ${REGULAR_END}`],
  ["2023-06-02T03:59:00.000Z", `Regular applications close in 00:00:00 ${REGULAR_END}`],
  ["2023-06-02T03:59:00.001Z", "Applications are now closed."],
])("at %s the deadline bar reads: %s", async (instant, words) => {
  const { browser } = await delegate();
  await stopClockAt(instant);
  for (const path of ["/", "/application/about", "/nowhere"])
    expect(barOf(await browser.open(path))).toBe(words);
});

test("delegates who have submitted see no deadline bar, nor do staff without an application, nor do admin pages show one", async () => {
  for (const account of ["submitted", "goldplus", "rejected"]) {
    expect(barOf(await (await signedIn(account)).open("/"))).toBeUndefined();
  }
  const director = await signedIn("director");
  expect(barOf(await director.open("/"))).toBeUndefined();
  expect(barOf(await director.open("/admin"))).toBeUndefined();
  // A draft is not a submission.
  await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", demoUid("rejected"));
  expect(barOf(await (await signedIn("rejected")).open("/"))).toContain("Early applications");
  expect(await rows("SELECT uid FROM applications WHERE conference_id = ?", CONFERENCE)).not.toEqual([]);
});

/* ------------------------------------------------------------------ dates */

test("deadlines and payment dates are in US Eastern, each with its instant for the visitor's own clock", async () => {
  await run("DELETE FROM transfers WHERE id = 'offer'");
  const timesOn = async (account: string, path: string) =>
    [
      ...(await (await signedIn(account)).open(path)).html.matchAll(
        /<own-time[^>]*><time dateTime="([^"]+)">([^<]+)</g,
      ),
    ].map(([, instant, words]) => `${instant} ${words}`);
  expect(await timesOn("new", "/")).toEqual([
    expect.stringContaining("2022-12-"),
    "2023-05-02T03:59:00.000Z 1 May 2023, 23:59 EDT",
    "2023-05-02T03:59:00.000Z 1 May 2023, 23:59 EDT",
  ]);
  const paid = await row<{ at: number }>("SELECT resolved_at AS at FROM payments WHERE id = ?", paymentId);
  expect(await timesOn("goldplus", `/payment/${paymentId}/receipt`)).toContainEqual(
    `${new Date(paid.at).toISOString()} 1 December 2022, 10:20 EST`,
  );
  expect(await timesOn("goldplus", "/payment-info")).toContainEqual(
    "2022-12-01T15:20:00.000Z 1 December 2022, 10:20 EST",
  );
  expect(await timesOn("submitted", "/application")).toContainEqual(
    "2022-12-12T10:48:00.000Z 12 December 2022, 05:48 EST",
  );
});

test("the answer to a question for a date is read in words, by delegates and staff", async () => {
  await run(
    "UPDATE answers SET answers = json_set(answers, '$.dateOfBirth', '2001-09-24') WHERE section_id = 'about'",
  );
  const about = "24 September 2001";
  const draft = await delegate();
  await draft.browser.post("/application/about", { version: "0", dateOfBirth: "2001-09-24" });
  expect((await draft.browser.open("/application/check")).text).toContain(about);
  expect((await (await signedIn("submitted")).open("/application")).text).toContain(about);
  const desk = await (await signedIn("director")).open(`/admin/delegates/${demoUid("submitted")}`);
  expect(desk.text).toContain(about);
  // Another tab has already saved. The stored answers are shown in the same words.
  const stale = await draft.browser.post("/application/about", { version: "0", firstName: "Mei" });
  expect(await stale.text()).toContain(about);
});

// This test comes last because it changes what the other tests rely on.
test("no page shows stored real time as it is: everything is on the portal's clock", async () => {
  const now = Date.now();
  const uid = demoUid("goldplus");
  await run("UPDATE plans SET state = 'applied', created_at = ?, applied_at = ?", now, now);
  await run("UPDATE users SET created_at = ?, email_verified_at = ?, disabled_at = ?", now, now, null);
  await run("UPDATE users SET disabled_at = ? WHERE uid = ?", now, demoUid("new"));
  await run("UPDATE subscriptions SET created_at = ?, cancelled_at = ?, paid_until = ?", now, now, now + 9e8);
  await run(
    "UPDATE subscription_periods SET created_at = ?, period_from = ?, period_until = ?",
    now,
    now,
    now,
  );
  await run(
    "INSERT INTO audit (id, at, action, object, detail) VALUES ('now', ?, 'look', 'pages', '{}')",
    now,
  );
  await run("INSERT INTO inspections (at, findings) VALUES (?, '[]')", now);
  await run("INSERT INTO calendar_feeds VALUES ('now', ?, ?, ?)", CONFERENCE, uid, now);
  await run(
    `INSERT INTO invitations (hash, email, email_key, abilities, capacity, invited_by, created_at, expires_at)
      VALUES ('now', 'a@x.example', 'a@x.example', '["read"]', 1, 'x', ?, ?)`,
    now,
    now + 600_000,
  );
  const { id: period } = await row<{ id: string }>("SELECT id FROM subscription_periods LIMIT 1");
  const addresses = [...Object.values(PAGES).map(([path]) => path), `/plus/receipt/${period}`];
  // The present year of real time, or an instant as it is stored.
  const real = new RegExp(`\\b${new Date(now).getUTCFullYear()}\\b|\\b1\\d{12}\\b`);
  const shown: string[] = [];
  for (const account of ["goldplus", "subscriber", "director"]) {
    const browser = await signedIn(account);
    for (const path of addresses) {
      // Files are left out. So is the development mailbox: its mails are real, and it shows them as they were sent.
      if (/\.(csv|ics|json)(\?|$)|^\/(dev|documents)\//.test(path)) continue;
      const { text } = await browser.open(path);
      const found = real.exec(text);
      if (found) shown.push(`${path} as ${account}: …${text.slice(found.index - 40, found.index + 20)}`);
    }
  }
  expect(shown).toEqual([]);
});
