// Switches the guards of money, passkeys, mails and tables off while tests run, often several guards at once:
//
//   npm run guards [-- FILE …] [-- --again]
//
// Reports the guards without which no test fails. The command continues where it last stopped
// (docs/decisions/0127-guards-tried-together.md).
import { runAsGroup } from "./group.mjs";

runAsGroup("scripts/guards/try.mjs", process.argv.slice(2));
