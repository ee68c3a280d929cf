import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { root } from "../../scripts/env.mjs";
import type { Settings, Stored } from "./production.ts";
import { openAccount } from "./wrangler/open.mjs";

/** Folders that a clone does not have, or can share. */
const NOT_COPIED = /^(\.git|\.wrangler|\.dev\.vars|build|node_modules|test-results|playwright-report)$/;
const SHARED = ["build", "node_modules"];

/**
 * A clone of the repository in a folder of its own, with an account at Cloudflare that exists only on this machine. A
 * shell runs what an operator types, with the stand-in in the place of wrangler.
 */
export class Installation {
  readonly folder = mkdtempSync(path.join(tmpdir(), "installation-"));
  readonly #state = path.join(this.folder, "state");
  readonly #account = openAccount({ state: this.#state });

  constructor() {
    cpSync(root, this.folder, {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(path.relative(root, source)),
    });
    for (const name of SHARED) symlinkSync(path.join(root, name), path.join(this.folder, name));
  }

  /**
   * Types a line.
   *
   * @param input the input that it asks for while it runs.
   * @returns its output.
   * @throws Error with its whole output, if it fails.
   */
  type(line: string, input = ""): string {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
      cwd: this.folder,
      env: this.#account.env,
      input,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`\`${line}\` failed:\n${stdout}${stderr}`);
    return stdout;
  }

  /** Changes wrangler.toml in an editor. */
  edit(from: string | RegExp, to: string): void {
    const file = path.join(this.folder, "wrangler.toml");
    const before = readFileSync(file, "utf8");
    const after = before.replace(from, to);
    if (after === before) throw new Error(`wrangler.toml has no ${from}.`);
    writeFileSync(file, after);
  }

  /** The variables and secrets that the Worker is deployed with. */
  get settings(): Settings {
    return { ...this.#config.vars, ...this.#account.account().secrets };
  }

  get stored(): Stored {
    return { databaseId: this.#config.d1_databases[0]!.database_id!, state: this.#state };
  }

  close(): void {
    this.#account.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #config() {
    const config = path.join(this.folder, "wrangler.toml");
    return unstable_readConfig({ config, env: "production" }, { hideWarnings: true });
  }
}

/** The commands of the shell that docs/operations.md gives under a heading, in their order, by block. */
export function commandsUnder(heading: string): string[][] {
  const guide = readFileSync(path.join(root, "docs/operations.md"), "utf8");
  const section = guide.split(`## ${heading}\n`)[1]!.split(/^##+ /m)[0]!;
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) =>
    block!
      .split("\n")
      .map((line) => line.replace(/(^|\s+)# .*$/, "").trim())
      .filter(Boolean),
  );
}
