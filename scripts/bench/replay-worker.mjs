// A Worker that shows what a request costs without the portal: for each address, it makes the calls that the portal
// made, in the same number of trips, and answers with the same bytes. If only the answer was recorded, it is served
// from memory, as a static page would be.

/** The recordings by name, prepared at the first request of an isolate. */
let plays;

export default {
  async fetch(request, env, execution) {
    plays ??= new Map(env.PLAYS.map((play) => [play.name, prepared(play)]));
    const { pathname, search } = new URL(request.url);
    const play = plays.get(request.headers.get("X-Play") ?? `GET ${pathname}${search}`);
    if (!play) return new Response("No answer was recorded for this request.", { status: 404 });
    if (request.method === "POST") await request.arrayBuffer();
    const trips = play.names ? renamed(play, JSON.parse(request.headers.get("X-Self"))) : play.trips;
    const afterwards = [];
    for (const trip of trips) {
      if (trip.isAfterwards) afterwards.push(trip);
      else await ask(env, trip);
    }
    if (afterwards.length > 0) execution.waitUntil(asking(env, afterwards));
    return new Response(play.body, { status: play.status, headers: play.headers });
  },
};

function prepared({ trips, names, status, headers, body }) {
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return { trips, names, text: JSON.stringify(trips), status, headers, body: status === 204 ? null : bytes };
}

/**
 * The recorded trips, rewritten for another person: that person's names replace the recorded names, and fresh ids
 * replace the ids that were made during the recording.
 */
function renamed({ text, names }, self) {
  const others = new Map(names.kept.map((name, index) => [name, self[index]]));
  for (const name of names.made) others.set(name, fresh(name));
  const all = new RegExp([...others.keys()].join("|"), "g");
  return JSON.parse(text.replace(all, (name) => others.get(name)));
}

/** A random text of the same length: of digits if the name has only digits, otherwise of the characters of our ids. */
function fresh(name) {
  const letters = /^\d+$/.test(name) ? "123456789" : "abcdefghijklmnopqrstuvwxyz234567";
  const random = crypto.getRandomValues(new Uint8Array(name.length));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}

async function asking(env, trips) {
  for (const trip of trips) await ask(env, trip);
}

async function ask({ DB }, { how, statements, call }) {
  if (how === "fetch") return (await fetch(call.url, call)).text();
  const prepared = statements.map(([sql, values]) => {
    const statement = DB.prepare(sql);
    return values.length > 0 ? statement.bind(...values) : statement;
  });
  return how === "batch" ? DB.batch(prepared) : prepared[0][how]();
}
