import { Notice } from "~/ui/notice.tsx";

type Finding = { place: string; href: string; message: string };

/** What is wrong in a draft (`error`) or odd (`note`), under links to the places where it is mended. */
export function FindingList({ level, findings }: { level: "error" | "note"; findings: Finding[] }) {
  if (findings.length === 0) return null;
  const places = [...new Map(findings.map((finding) => [finding.href, finding])).values()];
  return (
    <Notice
      tone={level === "error" ? "error" : "warning"}
      title={level === "error" ? "To mend before it can be published" : "Worth a look"}
    >
      <ul className="findings">
        {places.map(({ href, place }) => (
          <li key={href}>
            <a href={href}>{place}</a>
            <ul>
              {findings
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
