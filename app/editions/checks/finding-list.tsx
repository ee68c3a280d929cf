import { Notice } from "~/ui/notice.tsx";
import type { ShownFinding } from "./findings.ts";

/** What is wrong in a draft (`error`) or odd (`note`), under links to the places where it is mended. */
export function FindingList({ level, findings }: { level: "error" | "note"; findings: ShownFinding[] }) {
  const shown = findings.filter((finding) => finding.level === level);
  if (shown.length === 0) return null;
  const places = [...new Map(shown.map((finding) => [finding.href, finding])).values()];
  const title = level === "error" ? "To mend before it can be published" : "Worth a look";
  return (
    <Notice tone={level === "error" ? "error" : "warning"} title={title}>
      <ul className="findings">
        {places.map(({ href, place }) => (
          <li key={href}>
            <a href={href}>{place}</a>
            <ul>
              {shown
                .filter((finding) => finding.href === href)
                .map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
