import type { UnfinishedPage } from "./unfinished.ts";

/** What is missing or wrong, page by page: a link to the page, how much it is and, if asked for, a link to each field. */
export function UnfinishedList({ pages, withFields }: { pages: UnfinishedPage[]; withFields?: boolean }) {
  return (
    <ul className="unfinished">
      {pages.map(({ href, title, words, questions }) => (
        <li key={href}>
          <a href={href}>{title}</a>: {words}
          {withFields && (
            <ul>
              {questions.map(({ href, text }) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
