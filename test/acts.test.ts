import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ACTS_THAT_HURT, type ActThatHurts } from "~/access/acts.ts";
import { root } from "../scripts/env.mjs";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The routes of the staff, as they are called in `build.routes`. */
const ROUTES = readdirSync(path.join(root, "app/routes"))
  .filter((name) => /^(_admin|admin)\./.test(name))
  .sort();

/** The `.server.ts` files that a route imports. */
const verbsOf = (source: string) =>
  [...source.matchAll(/from "~\/([\w/.-]+\.server\.ts)"/g)].map(([, file]) => `app/${file}`);

/** The intents of the buttons in a route's forms, taken from the route and the `.server.ts` files that it imports. */
const intentsOf = (source: string): string[] =>
  [source, ...verbsOf(source).map(read)].flatMap((text) =>
    [...text.matchAll(/intentIn\(\s*form,([^)]*)\)/g)].flatMap(([, list]) =>
      [...list!.matchAll(/"([^"]+)"/g)].map(([, intent]) => intent!),
    ),
  );

const actsOf = (source: string) =>
  [...source.matchAll(/requireAct\([^;]*?"(\w+)"(?:, form)?\)/gs)].map(([, act]) => act as ActThatHurts);

/**
 * The acts that a form of the staff allows without a second factor. They hurt nobody, or their effect can be put right.
 * If the forms of a route have only one button, the list of the route is empty.
 */
const HARMLESS: Record<string, string[]> = {
  "_admin.admin.delegates.$uid.tsx": [
    // “decide” only makes a proposal, which another page applies.
    ...["save", "save-next", "comment", "delete-comment", "conflict", "reopen", "decide", "test"],
  ],
  // A correction is made on request. The delegate is told of it, and it can be corrected again.
  "_admin.admin.delegates.$uid_.correct.tsx": [],
  // A deadline for one person only allows that person to submit, and can be taken back.
  "_admin.admin.delegates.$uid_.deadline.tsx": ["give", "take-back"],
  // A letter says what is true, and can be withdrawn.
  "_admin.admin.delegates.$uid_.letters.tsx": ["give"],
  // This page gives letters of some of these kinds to everybody in a selection who may have them.
  "_admin.admin.delegates.letters.tsx": ["give"],
  "_admin.admin.delegates.find.tsx": [],
  // This page proposes who reads what. Another page applies the proposal.
  "_admin.admin.delegates.selection.tsx": ["label", "unlabel", "assign", "decide", "save"],
  "_admin.admin.distribute-apps.$plan.tsx": ["apply", "undo"],
  "_admin.admin.distribute-apps._index.tsx": [],
  // What was done at the door can be taken back on the same page.
  "_admin.admin.door.$holding.tsx": ["admit", "hand", "undo"],
  "_admin.admin.door.practice.tsx": [],
  "_admin.admin.door.sessions.$session.tsx": [],
  "_admin.admin.editions_.$id_.$part.tsx": [],
  "_admin.admin.editions_.$id_.publish.tsx": ["cancel"],
  "_admin.admin.editions_.$id_.questions_.$section.tsx": [],
  "_admin.admin.editions_.new.tsx": [],
  "_admin.admin.grants.tsx": ["end", "withdraw-out"],
  "_admin.admin.handover._index.tsx": [],
  "_admin.admin.mail.tsx": ["preview", "send", "edit"],
  "_admin.admin.mail_.decisions.tsx": ["save", "preview"],
  "_admin.admin.mail_.unreachable.tsx": [],
  "_admin.admin.manage-staff.$uid.tsx": ["give"],
  "_admin.admin.manage-staff._index.tsx": ["withdraw"],
  "_admin.admin.manage-staff.second-factor.tsx": ["withdraw"],
  "_admin.admin.payments.$id.tsx": ["check", "change", "withdraw-out"],
  "_admin.admin.payments.bank.tsx": ["read"],
  "_admin.admin.payments.invoices.$id.tsx": ["check", "change", "withdraw", "cancel", "withdraw-reversal"],
  "_admin.admin.payments.invoicing.tsx": ["withdraw"],
  "_admin.admin.payments.person.$uid.tsx": ["end", "take back"],
  "_admin.admin.payments.person.$uid_.desk.tsx": ["check", "change"],
  // This page sends mails to the staff, and makes a plan. Another page applies the plan.
  "_admin.admin.scores.tsx": ["remind", "more"],
  "_admin.admin.scheduling.$id.tsx": ["save", "cancel", "restore", "delete"],
  "_admin.admin.scheduling.import.tsx": ["apply", "undo"],
  "_admin.admin.scheduling.import_.$plan.tsx": ["apply", "undo"],
  "_admin.admin.scheduling.new.tsx": [],
  "_admin.admin.scheduling.rooms.tsx": ["add", "rename", "remove"],
  // This page makes proposals, which another page applies.
  "_admin.admin.upload-decisions.tsx": ["apply", "undo"],
  // This page sends a mail to nobody but the person who presses.
  "_admin.admin.upload-decisions_.$id.tsx": ["test"],
  // This page shows to whom places would be offered. An offer that is taken back here can be made again.
  "_admin.admin.waiting.tsx": ["check", "change", "order", "settings", "take-back"],
  "_admin.notifications.$id.tsx": ["save", "preview", "delete"],
  "_admin.notifications._index.tsx": ["publish", "preview"],
  "_admin.staff.sorting.tsx": [],
  "_admin.staff.speakers.$id.tsx": ["upload", "remove-picture", "save", "remove"],
  "_admin.staff.speakers.new.tsx": [],
  "_admin.staff.videos.$id.tsx": ["upload", "remove-picture", "save", "remove"],
  "_admin.staff.videos.categories.tsx": ["create", "rename", "delete"],
  "_admin.staff.videos.new.tsx": [],
  // This form chooses the edition that somebody looks at.
  "admin.edition.ts": [],
  // This file holds the programme, which everybody may read.
  "admin.scheduling[.]csv.ts": [],
};

const sources = ROUTES.map((name) => ({ name, source: read(`app/routes/${name}`) }));

test("each form of the staff is an act that hurts, or known to be harmless", () => {
  const unknown = sources.flatMap(({ name, source }) => {
    const posts = /export (async function|const) action/.test(source);
    const files = source.includes("csvFile(");
    const acts = actsOf(source);
    const intents = acts.map((act) => ACTS_THAT_HURT[act].intents);
    const harmless = HARMLESS[name];
    if (!posts) return files && !acts.includes("export") && !harmless ? [[name]] : [];
    if (intents.includes(undefined)) return [];
    const known = new Set([...intents.flatMap((one) => one ?? []), ...(harmless ?? [])]);
    const left = [...new Set(intentsOf(source))].filter((intent) => !known.has(intent));
    return left.length > 0 || (acts.length === 0 && !harmless) ? [[name, ...left]] : [];
  });
  expect(unknown).toEqual([]);
});

test("each act of the table is done by a route, and each of its intents is one of that route", () => {
  const done = sources.flatMap(({ source }) => {
    return actsOf(source).map((act) => ({ act, intents: intentsOf(source) }));
  });
  expect([...new Set(done.map(({ act }) => act))].sort()).toEqual(Object.keys(ACTS_THAT_HURT).sort());
  for (const [act, { intents = [] }] of Object.entries(ACTS_THAT_HURT)) {
    const asked = done.filter((route) => route.act === act).flatMap((route) => route.intents);
    expect(asked).toEqual(expect.arrayContaining([...intents]));
  }
});
