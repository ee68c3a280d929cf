import { type ReactNode, useId } from "react";

/** A part of the page of building blocks, with an id to which links can lead. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id} id={title.split(" ")[0]!.toLowerCase()}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
