import { CheckboxField, FieldError, fieldAttributes, RadioGroup } from "~/ui/field.tsx";
import { ListTable } from "~/ui/list.tsx";
import { grouped } from "~/values/words.ts";
import { shareField } from "./who-takes-part.ts";

export type DistributionReply = {
  values: Record<string, string>;
  /** The uids that were ticked, and the capacity that was typed for each. */
  ticked: string[];
  shares: Record<string, string>;
  problems: Record<string, string>;
  reason?: string;
};

export type PossibleReader = {
  uid: string;
  called: string;
  role: string;
  capacity: number;
  /** How many applications the reader has now. */
  load: number;
  isUsual: boolean;
};

/**
 * The form fields for the readers who take part and their capacities. The usual readers need no tick, so a plan for all
 * of them needs no ticks. A plan for a few readers needs one tick for each of them.
 */
export function WhoReads({
  readers,
  reply,
}: {
  readers: PossibleReader[];
  reply: DistributionReply | undefined;
}) {
  const { values = {}, problems = {}, ticked = [], shares = {} } = reply ?? {};
  const usual = readers.filter(({ isUsual }) => isUsual).length;
  return (
    <>
      <RadioGroup
        label="Who reads"
        name="who"
        defaultValue={values["who"] || "usual"}
        options={[
          {
            value: "usual",
            label:
              usual === readers.length
                ? `Everybody who reads (${usual})`
                : `Everybody who reads, but not treasurers and directors (${usual})`,
            hint:
              usual === readers.length
                ? undefined
                : "To add a treasurer or a director, tick them under “People and capacities”.",
          },
          { value: "ticked", label: "Only those ticked under “People and capacities”" },
        ]}
        error={problems["who"]}
      />
      <details open={reply !== undefined}>
        <summary>People and capacities</summary>
        {problems["part"] && <FieldError name="part">{problems["part"]}</FieldError>}
        <ListTable
          caption="Who reads"
          rows={readers}
          keyOf={({ uid }) => uid}
          columns={[
            {
              title: "Reader",
              kind: "long",
              cell: ({ uid, called, role }) => (
                <label className="choice">
                  <input type="checkbox" name="part" value={uid} defaultChecked={ticked.includes(uid)} />
                  <span>
                    <bdi>{called}</bdi> <small>{role}</small>
                  </span>
                </label>
              ),
            },
            { title: "Has now", kind: "number", cell: ({ load }) => grouped(load) },
            {
              title: "Capacity",
              cell: ({ uid, called, capacity }) => {
                const name = shareField(uid);
                const error = problems[name];
                return (
                  <>
                    {error && <FieldError name={name}>{error}</FieldError>}
                    <input
                      className="short"
                      inputMode="numeric"
                      aria-label={`Capacity of ${called}`}
                      {...fieldAttributes({ name, error })}
                      defaultValue={shares[uid] ?? capacity}
                    />
                  </>
                );
              },
            },
          ]}
        />
      </details>
      <CheckboxField
        label="Mail everybody who is given something, when the plan is applied"
        name="mail"
        value="yes"
        defaultChecked={reply === undefined || values["mail"] === "yes"}
        error={problems["mail"]}
      />
    </>
  );
}

/** What happens to the applications of readers who do not take part. */
export function WhoIsLeftOut({ reply }: { reply: DistributionReply | undefined }) {
  return (
    <RadioGroup
      label="Readers who do not take part"
      name="leftOut"
      defaultValue={reply?.values["leftOut"] || "keeps"}
      options={[
        { value: "keeps", label: "Keep their applications" },
        { value: "returns", label: "Give back those they have not begun" },
      ]}
      error={reply?.problems["leftOut"]}
    />
  );
}
