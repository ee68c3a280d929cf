// Measures whether an event of the mail provider always costs the same, however many came before. A mailing to ten
// thousand people leads to ten thousand events.
import { createHmac } from "node:crypto";
import { newAgent, send } from "./client.mjs";
import { median } from "./figures.mjs";
import { openPortal, seededState } from "./workers.mjs";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const EVENTS = 10_000;
const THOUSAND = 1_000;
/** The number of events that are posted first and not counted, because the first answers of an isolate take longer. */
const WARM = 500;
const AT_ONCE = 8;
/** One mail in this many comes back. */
const ONE_BOUNCES = 20;

/**
 * Posts ten thousand signed events, each about a different mail. Fails if the portal has not taken all of the events.
 *
 * @returns the time (ms) that one event takes, by the clock and on the Worker's CPU: once for the first thousand
 *   events, and once for the last thousand. Also `lastOfFirst`, the ratio of the two times by the clock, and how many
 *   events were taken in a minute.
 */
export async function measureEvents({ runs }, processor) {
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await oneRun(processor));
  const figure = (name) => median(measured.map((one) => one[name]));
  return Object.fromEntries(Object.keys(measured[0]).map((name) => [name, figure(name)]));
}

async function oneRun(processor) {
  const portal = await openPortal(seededState(), processor, { settings: { RESEND_WEBHOOK_SECRET: SECRET } });
  const agent = newAgent(AT_ONCE);
  try {
    const database = await portal.database();
    await database
      .prepare(
        `WITH RECURSIVE mail (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM mail WHERE n < ?1 - 1)
          INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, sent_at, failures, provider_id)
          SELECT 'mail-' || n, 'mail-' || n, 'reader-' || n || '@example.org', 'News', '', 1, 1, 0, 'of-' || n FROM mail`,
      )
      .bind(WARM + EVENTS)
      .run();
    await postAll(portal, agent, 0, WARM);
    const thousands = [];
    for (let from = WARM; from < WARM + EVENTS; from += THOUSAND)
      thousands.push(await postAll(portal, agent, from, THOUSAND));
    const { taken } = await database
      .prepare("SELECT count(*) AS taken FROM outbox WHERE report IS NOT NULL")
      .first();
    if (taken !== WARM + EVENTS) throw new Error(`Only ${taken} of ${WARM + EVENTS} events were stored.`);
    const [first, last] = [thousands[0], thousands.at(-1)];
    const whole = thousands.reduce((sum, { time }) => sum + time, 0);
    return {
      first: first.time / THOUSAND,
      last: last.time / THOUSAND,
      lastOfFirst: last.time / first.time,
      firstCpu: first.cpu / THOUSAND,
      lastCpu: last.cpu / THOUSAND,
      perMinute: (EVENTS / whole) * 60_000,
    };
  } finally {
    agent.destroy();
    await portal.close();
  }
}

/**
 * Posts an event about each of these mails, several at a time. @returns the time and the Worker's CPU time (ms) of all.
 */
async function postAll(portal, agent, from, number) {
  const [start, cpu] = [performance.now(), portal.cpu()];
  let next = from;
  const post = async () => {
    while (next < from + number) {
      const { status } = await send(portal.origin, eventAbout(next++), agent);
      if (status !== 200) throw new Error(`An event was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, post));
  return { time: performance.now() - start, cpu: portal.cpu() - cpu };
}

/** What the provider posts about the mail with this number. */
function eventAbout(number) {
  const [id, timestamp] = [`event-${number}`, Math.floor(Date.now() / 1000)];
  const bounces = number % ONE_BOUNCES === 0;
  const body = JSON.stringify({
    type: bounces ? "email.bounced" : "email.delivered",
    created_at: new Date().toISOString(),
    data: {
      email_id: `of-${number}`,
      tags: { outbox: `mail-${number}` },
      ...(bounces && { bounce: { type: "Permanent", message: "No such mailbox." } }),
    },
  });
  const signature = createHmac("sha256", Buffer.from(SECRET.replace("whsec_", ""), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  const headers = {
    "Content-Type": "application/json",
    "svix-id": id,
    "svix-timestamp": String(timestamp),
    "svix-signature": `v1,${signature}`,
  };
  return { method: "POST", path: "/webhooks/resend", headers, body };
}
