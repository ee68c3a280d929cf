// Stands between a browser and a Worker, as Cloudflare's edge does: HTTP/2 over TLS, brotli, and files that are served
// without the Worker.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { createSecureServer } from "node:http2";
import path from "node:path";
import { brotliCompressSync, constants, createBrotliCompress } from "node:zlib";
import { fail, root } from "../env.mjs";

const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 4 };
const TYPES = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const COMPRESSED = /^(text\/|application\/json|image\/svg)/;
/** Headers that do not exist in HTTP/2, and headers that the edge sets itself. */
const HOPS = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);
const client = path.join(root, "build/client");

/** One certificate for the whole process; browsers must be told to trust it. */
let certificate;

function newCertificate() {
  const { status, stdout, error } = spawnSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", "-", "-days", "2", "-subj", "/CN=127.0.0.1"],
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  if (error || status !== 0)
    fail(
      "The bench needs a certificate for HTTP/2, but openssl failed or is missing. Install openssl, and run the bench again.",
    );
  return { key: stdout, cert: stdout };
}

/**
 * Serves what this Worker answers.
 *
 * @returns the address, a function that stops the server, and `answers`: the Worker's answer for each path that it was
 *   asked for.
 */
export async function openEdge(worker) {
  certificate ??= newCertificate();
  // Each request has a connection of its own: a connection that is kept open could be closed just as it is used again.
  const agent = new Agent({ keepAlive: false });
  const answers = new Map();
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    const file = fileAt(request.url);
    if (file) serveFile(file, response);
    else pass(worker, agent, answers, request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `https://127.0.0.1:${server.address().port}`,
    answers,
    close: () => {
      agent.destroy();
      server.close();
    },
  };
}

function fileAt(address) {
  const file = path.join(client, path.normalize(new URL(address, "https://edge.invalid").pathname));
  return file.startsWith(client) && existsSync(file) && statSync(file).isFile() ? file : null;
}

const compressed = new Map();

function serveFile(file, response) {
  if (!compressed.has(file))
    compressed.set(file, brotliCompressSync(readFileSync(file), { params: QUALITY }));
  response.writeHead(200, {
    "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  response.end(compressed.get(file));
}

function pass(worker, agent, answers, request, response) {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(":") && name !== "accept-encoding"),
  );
  const asked = httpRequest(worker.origin + request.url, { method: request.method, headers, agent });
  asked.on("error", () => response.destroy());
  asked.on("response", (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !HOPS.has(name));
    const isSmall = COMPRESSED.test(answer.headers["content-type"] ?? "");
    const chunks = [];
    answer.on("data", (chunk) => chunks.push(chunk));
    answer.on("end", () =>
      answers.set(request.url, {
        status: answer.statusCode,
        headers: answer.headers,
        body: Buffer.concat(chunks),
      }),
    );
    response.writeHead(answer.statusCode, {
      ...Object.fromEntries(kept),
      ...(isSmall && { "content-encoding": "br" }),
    });
    // Passes on immediately whatever the Worker has sent, without buffering it.
    const flush = constants.BROTLI_OPERATION_FLUSH;
    if (isSmall) answer.pipe(createBrotliCompress({ params: QUALITY, flush })).pipe(response);
    else answer.pipe(response);
  });
  request.pipe(asked);
}
