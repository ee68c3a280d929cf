import { Notice } from "./notice.tsx";

type Fields = [label: string, value: string][];

/** Stands above a form and shows what somebody else has saved. The form itself still contains what was typed. */
export function ChangedMeanwhile({ sentence, fields }: { sentence: string; fields: Fields }) {
  return (
    <Notice tone="error" title="Changed in the meantime">
      <p>{sentence}</p>
      <ul>
        {fields.map(([label, value]) => (
          <li key={label}>
            {label}: <strong>{value || "nothing"}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The stored fields that differ from the typed ones. Both lists must be in the same order. */
export const differing = (stored: Fields, typed: Fields): Fields =>
  stored.filter(([, value], index) => value !== typed[index]![1]);
