// A Cloudflare account for commands that run as separate processes.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { newAccount } from "./account.mjs";

const STAND_IN = path.join(import.meta.dirname, "stand-in.mjs");

/**
 * Makes our scripts, and `npx wrangler` in a shell, call the stand-in instead of wrangler.
 *
 * @param {{ account?: ReturnType<typeof newAccount>, state?: string }} [options] `account`: its state at the beginning.
 *   `state`: the folder of the local databases and buckets, as for `--persist-to`.
 * @returns `env`, the environment variables that a process needs; `account()`, the present state of the account;
 *   `close()`.
 */
export function openAccount({ account = newAccount(), state } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "account-"));
  const file = path.join(folder, "account.json");
  writeFileSync(file, JSON.stringify(account));
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  const npx = path.join(bin, "npx");
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1" = wrangler ] || { echo "Nothing stands in for npx $1." >&2; exit 1; }
shift
exec "${process.execPath}" "${STAND_IN}" "$@"
`,
  );
  chmodSync(npx, 0o755);
  return {
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
      WRANGLER: STAND_IN,
      STAND_IN: file,
      STAND_IN_STATE: state ?? path.join(folder, "state"),
    },
    account: () => JSON.parse(readFileSync(file, "utf8")),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
