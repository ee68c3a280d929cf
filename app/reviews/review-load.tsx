import { ListTable } from "~/ui/list.tsx";

type Reader = { uid: string; called: string; assigned: number; reviewed: number };

/**
 * How many applications each reader has read. The length of each bar shows how many applications the reader was
 * assigned.
 */
export function ReviewLoad({ readers }: { readers: Reader[] }) {
  const most = Math.max(1, ...readers.map(({ assigned }) => assigned));
  return (
    <ListTable
      isBare
      caption="Load per reviewer"
      rows={readers}
      keyOf={({ uid }) => uid}
      columns={[
        { title: "Reader", kind: "long", cell: ({ called }) => called },
        {
          title: "Reviewed",
          kind: "number",
          cell: ({ assigned, reviewed }) => (
            <>
              {reviewed} of {assigned}
            </>
          ),
        },
        {
          kind: "drawn",
          cell: ({ assigned, reviewed }) => (
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="load" aria-hidden="true">
              <rect className="given" width={(100 * assigned) / most} height={6} />
              <rect width={(100 * Math.min(reviewed, assigned)) / most} height={6} />
            </svg>
          ),
        },
      ]}
    />
  );
}
