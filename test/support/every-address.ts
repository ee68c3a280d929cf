import { demoUid } from "#db/seed/demo.ts";
import * as build from "#server-build";
import { row, rows } from "./storage.ts";

/** Somebody in the demo who has everything: a decision, a pass, a payment, documents, sessions and a subscription. */
const SOMEBODY = demoUid("goldplus");

/**
 * The values of a route's parameters, by the end of the route's id. A route that is missing here gets "none" for each
 * of its parameters.
 */
async function parameters(uid: string): Promise<Record<string, Record<string, string>>> {
  const first = async (sql: string, ...values: string[]) =>
    (await rows<{ id: string }>(`${sql} LIMIT 1`, ...values))[0]?.id ?? "none";
  const payment = (await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", SOMEBODY)).id;
  const document = await first("SELECT id FROM documents WHERE uid = ? AND question_id = 'resume'", uid);
  return {
    "admin.accounts.$uid": { uid },
    "admin.delegates.$uid": { uid },
    "admin.delegates.$uid_.correct": { uid },
    "admin.delegates.$uid_.deadline": { uid: demoUid("new") },
    "admin.distribute-apps.$plan": { plan: await first("SELECT id FROM plans WHERE kind = 'distribution'") },
    "admin.upload-decisions_.$id": { id: await first("SELECT id FROM plans WHERE kind = 'decisions'") },
    "admin.door.$holding": { holding: await first("SELECT id FROM holdings WHERE uid = ?", SOMEBODY) },
    "admin.editions_.$id": { id: "aconf_2023" },
    "admin.editions_.$id_.$part": { id: "aconf_2023", part: "criteria" },
    "admin.editions_.$id_.preview": { id: "aconf_2023" },
    "admin.editions_.$id_.publish": { id: "aconf_2023" },
    "admin.editions_.$id_.questions_.$section": { id: "aconf_2023", section: "about" },
    "admin.manage-staff.$uid": { uid: demoUid("reviewer") },
    "admin.payments.$id": { id: payment },
    "admin.payments.person.$uid": { uid },
    "admin.payments.person.$uid_.desk": { uid },
    "admin.release_.$round": { round: "early" },
    "admin.scheduling.$id": {
      id: await first("SELECT session_id AS id FROM places WHERE uid = ?", SOMEBODY),
    },
    "admin.subscriptions.$id": { id: await first("SELECT id FROM subscriptions") },
    "application.$section": { section: "about" },
    "notifications.$id": { id: await first("SELECT id FROM notifications") },
    "payment.$id": { id: payment },
    "payment.$id_.receipt": { id: payment },
    "staff.speakers.$id": { id: await first("SELECT id FROM speakers") },
    "staff.videos.$id": { id: await first("SELECT id FROM recordings") },
    "documents.$id": { id: document },
    "documents.$id_.preview": { id: document },
    "earlier.$conference": { conference: "aconf_2022" },
    "event.$file": { file: "goldPlus.ics" },
  };
}

/**
 * For some pages, queries with which the page shows something different. Each query adds an address. `{uid}` is the
 * person's uid.
 */
const QUERIES: Record<string, string[]> = {
  "admin.delegates._index": [
    ...["?show=everyone", "?show=everyone&sort=-score", "?sort=name", "?sort=institution", "?sort=decision"],
    ...[
      "?decision=Accepted",
      "?decision=undecided",
      "?label=none",
      "?reviewed=no",
      "?spreadFrom=1",
      "?scoreFrom=1",
    ],
    ...[
      "?only={uid}",
      "?is-nationality=JP",
      "?award=yes",
      "?pass=goldPlus",
      "?reviewsFrom=1",
      "?state=draft",
    ],
  ],
  "admin.delegates.$uid": ["?sort=-score", "?decision=Accepted", "?tested"],
  "admin.delegates.next": ["?decision=Accepted", "?sort=-score"],
  "admin.delegates.find": ["?label=none"],
  "admin.delegates.letters": ["?only={uid}&kind=acceptance", "?only={uid}&kind=payment"],
  "admin.delegates.selection": ["?only={uid}"],
  "admin.scores": ["?sort=corrected"],
  "admin.door._index": ["?search=a"],
  "admin.accounts._index": ["?search=a"],
  "admin.payments._index": ["?search=a"],
  "admin.subscriptions._index": ["?search=a"],
};

/**
 * One or more addresses of every route of the portal: of pages, files, data and functions.
 *
 * @param uid the person whom the pages of the staff show.
 */
export async function everyAddress(uid = SOMEBODY): Promise<string[]> {
  const given = await parameters(uid);
  const used = new Set<string>();
  const addresses = Object.values(build.routes).flatMap((route) => {
    if (!route || !(route.path || route.index)) return [];
    const name = route.id.replace("routes/", "").replace(/^_\w+\./, "");
    const values = given[name] ?? {};
    used.add(name);
    const pattern = pathOf(route.id);
    const path = pattern.replace(/:(\w+)|\*/g, (_, parameter) => values[parameter] ?? "none");
    return ["", ...(QUERIES[name] ?? [])].map((query) => path + query.replace("{uid}", uid));
  });
  const unknown = [...Object.keys(given), ...Object.keys(QUERIES)].filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`There are no such routes: ${unknown.join(", ")}`);
  return addresses;
}

/** The pattern of a route's whole path, such as "/admin/delegates/:uid". */
function pathOf(id: string): string {
  const parts: string[] = [];
  for (let route = build.routes[id]; route; route = route.parentId ? build.routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  return `/${parts.join("/")}`.replace(/\/+/g, "/");
}

/**
 * The address at which Remix would serve a page's data, if we let it
 * (docs/decisions/0068-nothing-travels-that-is-not-used.md).
 */
export const dataAddress = (address: string) =>
  address.replace(/^([^?]*)/, (path) => (path === "/" ? "/_root.data" : `${path}.data`));
