// An HTTP client that does as little as possible, so that a measurement shows the server's time and not the client's.
import { Agent, request as httpRequest } from "node:http";

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Outgoing */

export const newAgent = (connections) => new Agent({ keepAlive: true, maxSockets: connections });

/**
 * Sends the request and reads the whole answer. Times are milliseconds since the request was sent.
 *
 * @param {string} origin
 * @param {Outgoing} outgoing
 * @param {AbortSignal} [signal] ends the wait, with an error.
 */
export function send(origin, { method, path, headers, body }, agent, signal) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = httpRequest(origin + path, { method, headers, agent, signal });
    request.on("error", (error) => {
      // The server had just closed this idle connection, so the request is sent again.
      const isStale = request.reusedSocket && error.code === "ECONNRESET";
      if (isStale) resolve(send(origin, { method, path, headers, body }, agent, signal));
      else reject(error);
    });
    request.on("response", (response) => {
      const firstByte = performance.now() - start;
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
          firstByte,
          whole: performance.now() - start,
        }),
      );
    });
    request.end(body);
  });
}

/** The Cookie header to send after an answer: the earlier cookies, updated with those that the answer sets. */
export function cookiesAfter(held, { headers }) {
  const cookies = new Map(held.split("; ").filter(Boolean).map(named));
  for (const line of headers["set-cookie"] ?? []) cookies.set(...named(line.split(";")[0]));
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function named(pair) {
  const split = pair.indexOf("=");
  return [pair.slice(0, split), pair.slice(split + 1)];
}
