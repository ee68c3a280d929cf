import type { UnfinishedPage } from "./unfinished.ts";

/**
 * For each page, what is missing or invalid: a link to the page, how many answers are concerned, and what is wrong with
 * them.
 */
export function UnfinishedList({ pages }: { pages: UnfinishedPage[] }) {
  return (
    <ul className="unfinished">
      {pages.map(({ href, title, words, questions }) => (
        <li key={href}>
          <a href={href}>{title}</a>: {words}
          {questions.length > 0 && (
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
