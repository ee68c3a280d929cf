import { Notice } from "~/ui/notice.tsx";

type Finding = { level: "error" | "note"; place: string; href: string; message: string };

/** What is wrong in a draft, and what is odd, each with a link to the place where it is mended. */
export function FindingList({ findings }: { findings: Finding[] }) {
  const [errors, notes] = (["error", "note"] as const).map((level) =>
    findings.filter((finding) => finding.level === level),
  );
  return (
    <>
      <Findings tone="error" title="To mend before it can be published" findings={errors!} />
      <Findings tone="warning" title="Worth a look" findings={notes!} />
    </>
  );
}

function Findings({
  tone,
  title,
  findings,
}: {
  tone: "error" | "warning";
  title: string;
  findings: Finding[];
}) {
  if (findings.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <ul>
        {findings.map(({ place, href, message }) => (
          <li key={`${href} ${message}`}>
            {message} <a href={href}>{place}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
