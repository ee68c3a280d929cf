import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { root } from "../../scripts/env.mjs";
import type { Settings, Stored } from "./production.ts";
import { openAccount } from "./wrangler/open.mjs";

/** Folders that a clone does not contain, or that can be shared with it. */
const NOT_COPIED = /^(\.git|\.wrangler|\.dev\.vars|build|node_modules|test-results|playwright-report)$/;
const SHARED = ["build", "node_modules"];

/**
 * A clone of the repository in a folder of its own, with a Cloudflare account that exists only on this machine. A shell
 * runs the commands that an operator would type, with a stand-in for wrangler.
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
   * Runs one line in a shell.
   *
   * @param input the input that the command asks for while it runs.
   * @returns the command's output.
   * @throws Error with the whole output, if the command fails.
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

  /** Changes wrangler.toml, as an operator would do in an editor. */
  edit(from: string | RegExp, to: string): void {
    const file = path.join(this.folder, "wrangler.toml");
    const before = readFileSync(file, "utf8");
    const after = before.replace(from, to);
    if (after === before) throw new Error(`wrangler.toml has no ${from}.`);
    writeFileSync(file, after);
  }

  /** The variables and secrets with which the Worker is deployed. */
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

/** The shell commands that docs/operations.md gives under a heading, in order: for each block, a list of commands. */
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
