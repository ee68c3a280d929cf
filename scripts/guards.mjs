// Switches the guards of money, of passkeys and of mails off one at a time: npm run guards [-- FILE …] [-- --again]
//
// Reports the guards without which no test fails. The command continues where it last stopped
// (docs/decisions/0127-guards-tried-together.md).
import { runAsGroup } from "./group.mjs";

runAsGroup("scripts/guards/try.mjs", process.argv.slice(2));
