import { firstSentence } from "~/values/sentences.ts";
import type { Severity } from "~/values/types.ts";

type Notice = { severity: Severity; message: string };

/**
 * The summary line under which notifications are folded; scripts use it too. The most severe notification comes first
 * in `notices`. If that notification is critical, the line shows its first sentence.
 */
export function noticesInWords(notices: Notice[]): string {
  const [first] = notices;
  const count = notices.length;
  if (first?.severity !== "CRITICAL") return `${count} ${count === 1 ? "notice" : "notices"}`;
  const critical = notices.filter(({ severity }) => severity === "CRITICAL").length;
  const others = [
    critical > 1 && `${critical - 1} more critical`,
    count > critical && `${count - critical} more ${count - critical === 1 ? "notice" : "notices"}`,
  ].filter(Boolean);
  const criticalSentence = `Critical: ${firstSentence(first.message)}`;
  return others.length > 0 ? `${criticalSentence} (${others.join(", ")})` : criticalSentence;
}
