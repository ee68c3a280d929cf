import { claimsIn, cookiesFor } from "~/accounts/cookies.server.ts";
import { refuseProgram, speaksAsProgram } from "~/api/programs.server.ts";
import type { Config } from "~/platform/config.server.ts";
import { plainPage } from "./guard.server.ts";
import { isTurnedAway, newLoad, worthOf } from "./load.ts";
import { requestMessages } from "./messages.ts";

/** What this isolate has seen of the database's load. */
const load = newLoad();

/** @returns what is to be called when this trip to the database, which begins now, has ended. */
export function beginTrip(): () => void {
  const end = load.begin(Date.now());
  return () => end(Date.now());
}

/** Requests that ask the database for little or nothing. */
const LIGHT = /^\/(health|media\/|\.well-known\/|openapi\.json)/;

/** How long to wait before coming back, in seconds: not the same for everybody. */
const comeBackAfter = () => 20 + Math.floor(Math.random() * 40);

/**
 * The answer of a busy portal to the requests that are worth least at the moment; null for all others
 * (docs/decisions/0097-who-goes-first.md). Nothing was read or written.
 */
export async function turnedAway(request: Request, config: Config): Promise<Response | null> {
  const waiting = load.waiting(Date.now());
  if (waiting <= config.busyAfter || LIGHT.test(new URL(request.url).pathname)) return null;
  const isProgram = speaksAsProgram(request);
  const { devices } = cookiesFor(config, request);
  const worth = worthOf(request, {
    isSignedIn: (await claimsIn(config, request)) !== null,
    isKnownDevice: (await devices.parse(request.headers.get("Cookie"))) !== null,
    isProgramOfSomebody: isProgram && isIdentified(request),
  });
  if (!isTurnedAway(worth, waiting, config.busyAfter, Math.random())) return null;
  const { busy } = requestMessages;
  const response = isProgram ? refuseProgram(request, 503, busy) : plainPage(503, busy);
  response.headers.set("Retry-After", String(comeBackAfter()));
  return response;
}

/** Whether a program says who it acts for, or signs what it says, as the card processor does. */
const isIdentified = ({ headers }: Request) =>
  headers.has("Authorization") || headers.has("X-ANET-Signature");
