import { Button } from "~/ui/button.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import type { LookedAt } from "./looked-at.ts";

/** The bar above the staff's pages: the edition that the pages are about, and a link to choose another one. */
export function EditionChoice({ lookedAt, path }: { lookedAt: LookedAt; path: string }) {
  const { chosen, current, editions } = lookedAt;
  const nameOf = (id: string) => editions.find(([one]) => one === id)?.[1] ?? id;
  return (
    <aside
      aria-label="Edition"
      className={chosen === current ? "edition-choice" : "edition-choice elsewhere"}
    >
      <PostForm action="/admin/edition" className="wrap cluster" ofNoEdition>
        <input type="hidden" name="from" value={path} />
        <label htmlFor="chosen">
          {chosen === current ? (
            "You are looking at"
          ) : (
            <>
              Delegates see {nameOf(current)}. <strong>You are looking at</strong>
            </>
          )}
        </label>
        <select id="chosen" name="chosen" defaultValue={chosen}>
          {editions.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button variant="secondary">Change</Button>
      </PostForm>
    </aside>
  );
}
