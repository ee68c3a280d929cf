import { AwardFields } from "~/decisions/award-fields.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { SelectField, TextField } from "~/ui/field.tsx";
import { Notice } from "~/ui/notice.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { DECISIONS } from "~/values/types.ts";
import { quantity } from "~/values/words.ts";
import { selectionMessages } from "./messages.ts";

/** The reply to a form on the page of a selection: either what was typed and why it was refused, or what was done. */
export type SelectionReply = {
  intent: string | null;
  values: Record<string, string>;
  problems: Record<string, string>;
  done?: string;
};

type Props = {
  number: number;
  /**
   * `file` is the address of the selection as a file. `mail` is the address of the page that writes a mail to its
   * people; null if the viewer may not write mails.
   */
  file: string;
  mail: string | null;
  /**
   * The address of the page that shows a notification to the people of the selection; null if the viewer may not do
   * this.
   */
  notice: string | null;
  /** Why no mail can be written to this selection; null if it can. */
  notForMail: string | null;
  /**
   * The address of the page that issues letters to the people of the selection, and the words of the link to that page.
   */
  letters: { href: string; about: string; words: string };
  /** The address of the form that distributes the selection among several readers. */
  distribute: string;
  /** The budgets that can pay for an award; null if the viewer may not give awards. */
  budgets: { id: string; title: string }[] | null;
  labels: string[];
  readers: { uid: string; called: string }[];
  reply: SelectionReply | undefined;
};

const LABELS = "labels";

/** The acts that can be done with all applications of a selection at once. */
export function SelectionActs({
  number,
  file,
  mail,
  notice,
  notForMail,
  letters,
  distribute,
  budgets,
  labels,
  readers,
  reply,
}: Props) {
  const all = quantity(number, "application");
  const of = (...intents: string[]) =>
    reply && intents.includes(reply.intent ?? "")
      ? reply
      : { values: {} as Record<string, string>, problems: {} as Record<string, string> };
  const [label, assign, decide, save] = [of("label", "unlabel"), of("assign"), of("decide"), of("save")];
  const errors = Object.entries(reply?.problems ?? {}).map(([field, message]) => ({ field, message }));
  return (
    <div className="stack">
      <ErrorSummary problems={errors} />
      {reply?.done && <Notice tone="success">{reply.done}</Notice>}
      {mail && (
        <Card title="Write to them">
          <p>{notForMail ?? selectionMessages.decisionsForMail}</p>
          {!notForMail && (
            <div className="actions">
              <LinkButton href={mail}>Write a mail</LinkButton>
              {notice && (
                <LinkButton href={notice} variant="quiet">
                  Show them a notification
                </LinkButton>
              )}
            </div>
          )}
        </Card>
      )}
      {!notForMail && (
        <Card title="Letters">
          <p>{letters.about}</p>
          <div className="actions">
            <LinkButton href={letters.href} variant="secondary">
              {letters.words}
            </LinkButton>
          </div>
        </Card>
      )}
      <Card title="Label them">
        <PostForm className="stack">
          <TextField
            label="Label"
            name="label"
            list={LABELS}
            hint="Only the team sees it. It becomes a filter of the list."
            autoComplete="off"
            defaultValue={label.values["label"]}
            error={label.problems["label"]}
          />
          <datalist id={LABELS}>
            {labels.map((title) => (
              <option key={title} value={title} />
            ))}
          </datalist>
          <div className="actions">
            <Button variant="secondary" name="intent" value="label">
              Label {all}
            </Button>
            {labels.length > 0 && (
              <Button variant="quiet" name="intent" value="unlabel">
                Take this label off
              </Button>
            )}
          </div>
        </PostForm>
      </Card>
      <Card title="Decide">
        <PostForm className="stack">
          <SelectField
            label="Decision"
            name="decision"
            emptyOption="Choose a decision"
            options={DECISIONS.map((value) => ({ value, label: value }))}
            hint="The plan that follows shows what changes. Nobody sees a decision before it is released."
            defaultValue={decide.values["decision"]}
            error={decide.problems["decision"]}
          />
          {budgets && <AwardFields budgets={budgets} values={decide.values} problems={decide.problems} />}
          <div className="actions">
            <Button variant="secondary" name="intent" value="decide">
              Show what changes
            </Button>
          </div>
        </PostForm>
      </Card>
      {readers.length > 0 && (
        <Card title="Give them to readers">
          <p>
            <a href={distribute}>Distribute them among several readers</a>
          </p>
          <PostForm className="stack">
            <SelectField
              label="Reader"
              name="reader"
              emptyOption="Choose a reader"
              options={readers.map(({ uid, called }) => ({ value: uid, label: called }))}
              hint="The plan that follows shows who gets what. Present readers keep their applications."
              defaultValue={assign.values["reader"]}
              error={assign.problems["reader"]}
            />
            <div className="actions">
              <Button variant="secondary" name="intent" value="assign">
                Show the plan
              </Button>
            </div>
          </PostForm>
        </Card>
      )}
      <Card title="Download or save">
        <p>
          <a href={file} download>
            Download {all} with all answers (CSV)
          </a>
        </p>
        <PostForm className="stack">
          <TextField
            label="Save this selection as"
            name="name"
            hint="It finds what matches at the time, also applications that come later."
            autoComplete="off"
            defaultValue={save.values["name"]}
            error={save.problems["name"]}
          />
          <div className="actions">
            <Button variant="secondary" name="intent" value="save">
              Save
            </Button>
          </div>
        </PostForm>
      </Card>
    </div>
  );
}
