import type { ReactNode } from "react";
import type { Problem } from "./form-reply.ts";

/**
 * Stands above a form and lists every problem, with a link to its field. The summary takes the focus when the page
 * opens, even without JavaScript. Renders nothing if there are no problems.
 *
 * @param title what is wrong with the form as a whole, if one sentence can say it.
 * @param children what is shown below the list: problems that need another layout, or advice.
 */
export function ErrorSummary({
  title = "There is a problem",
  problems,
  children,
}: {
  title?: string | undefined;
  problems: Problem[];
  children?: ReactNode;
}) {
  if (problems.length === 0 && !children) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader has to be told first that the form was not accepted
    <div className="error-summary" data-tone="error" tabIndex={-1} autoFocus>
      <div role="alert">
        <h2>{title}</h2>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ field, href = field && `#${field}`, message }) => (
              <li key={`${field} ${message}`}>{href ? <a href={href}>{message}</a> : message}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}
