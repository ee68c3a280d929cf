import { claimsIn, cookiesFor } from "~/accounts/cookies.server.ts";
import { refuseProgram, speaksAsProgram } from "~/api/programs.server.ts";
import type { Config } from "~/platform/config.server.ts";
import { plainPage } from "./guard.server.ts";
import { isTurnedAway, newLoad, worthOf } from "./load.ts";
import { requestMessages } from "./messages.ts";

/** This isolate's measurements of the database's load. */
const load = newLoad();

/** @returns the function to call when this trip to the database, which begins now, has ended. */
export function beginTrip(): () => void {
  const end = load.begin(Date.now());
  return () => end(Date.now());
}

/** Requests that need little or nothing from the database. */
const LIGHT = /^\/(health|media\/|\.well-known\/|openapi\.json)/;

/**
 * How many seconds the client should wait before it tries again. The number is random, so that not everybody comes back
 * at the same time.
 */
const comeBackAfter = () => 20 + Math.floor(Math.random() * 40);

/**
 * The answer of a busy portal to the requests that are worth least at the moment; null for all other requests
 * (docs/decisions/0097-who-goes-first.md). When a request is turned away, nothing has been read or written for it.
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

/**
 * Whether the caller is a program that names the person for whom it acts, or that signs what it sends, like the card
 * processor.
 */
const isIdentified = ({ headers }: Request) =>
  headers.has("Authorization") || headers.has("X-ANET-Signature") || headers.has("Svix-Signature");
