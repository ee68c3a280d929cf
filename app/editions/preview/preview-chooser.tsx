import { editionMessages } from "~/editions/messages.ts";
import { Button } from "~/ui/button.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { zoneInWords } from "~/values/times.ts";
import type { previewChooser } from "./preview-pages.ts";

const texts = editionMessages.preview;

/** The form for choosing a state and a time, and links to the pages as they look in that state at that time. */
export function PreviewChooser(page: ReturnType<typeof previewChooser>) {
  const { states, typed, zone, problems, obstacles, note, pages, times } = page;
  return (
    <>
      <form method="get" className="stack">
        <SelectField
          label="Delegate"
          name="state"
          options={states}
          defaultValue={typed.state}
          error={problems.state}
        />
        <TextField
          label="Time"
          name="at"
          type="datetime-local"
          className="medium"
          hint={`${zoneInWords(zone)} time. ${texts.released}`}
          defaultValue={typed.at}
          error={problems.at}
        />
        <div className="actions">
          <Button>Show the pages</Button>
        </div>
      </form>
      {obstacles.map((sentence) => (
        <Notice key={sentence} tone="warning">
          <p>{sentence}</p>
        </Notice>
      ))}
      {note && (
        <Notice tone="info">
          <p>{note}</p>
        </Notice>
      )}
      {pages.length > 0 && (
        <>
          <h2>Pages</h2>
          <ul className="rows">
            {pages.map(({ href, title }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {times.length > 0 && (
        <>
          <h2>Times at which something changes</h2>
          <ul className="rows">
            {times.map(({ href, label, time }) => (
              <li key={href + label} className="cluster">
                <a href={href}>{time}</a> <span className="hint">{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
