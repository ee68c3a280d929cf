import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card, EmptyState } from "~/components/card.tsx";
import { ErrorSummary } from "~/components/error-summary.tsx";
import { SelectField } from "~/components/field.tsx";
import { MailFields, MailPreview } from "~/components/mail-fields.tsx";
import { Page } from "~/components/page.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { AUDIENCE_IDS, AUDIENCES } from "~/domain/audiences.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import { EASTERN, inZone } from "~/domain/times.ts";
import { counted } from "~/domain/words.ts";
import { parseMailingForm, previewIn, typedMail } from "~/forms/mailing.ts";
import {
  type MailingPreview,
  newestMailings,
  previewMailing,
  sendMailing,
} from "~/models/mailings.server.ts";
import { readForm, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Mail · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await requireDirector(args);
  const sent = await newestMailings(args.context, settings.conferenceId);
  return sent.map(({ id, subject, audience, recipients, left, waiting, lost, sentAt }) => ({
    ...{ id, subject, audience, recipients, left, waiting, lost },
    date: inZone(sentAt, EASTERN),
  }));
}

type Reply = {
  values: ReturnType<typeof typedMail>;
  problems: Record<string, string>;
  reason?: string;
  preview?: MailingPreview;
};

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const { context } = args;
  const values = typedMail(form);
  const parsed = parseMailingForm(form);
  if ("problems" in parsed) return data<Reply>({ values, problems: parsed.problems }, 400);
  const { audience, ...mail } = parsed.request;
  const asked = { audience, mail };
  const seen = form.get("intent") === "send" ? previewIn(form) : null;
  const answer = seen && (await sendMailing(context, visit, asked, seen));
  if (answer && "sent" in answer) return redirect("/admin/mail");
  if (form.get("intent") === "edit") return data<Reply>({ values, problems: {} });
  const preview = await previewMailing(context, visit, asked);
  if (!preview) {
    const problems = { audience: staffMessages.mailing.nobody };
    return data<Reply>({ values, problems }, answer ? 409 : 400);
  }
  const reply: Reply = { values: { ...values, ...mail }, problems: {}, reason: answer?.refused, preview };
  return data<Reply>(reply, answer ? 409 : 200);
}

export default function Mail() {
  const sent = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <Page
      title="Mail"
      lead="Write to a group of people. Nothing leaves before you have seen whom it goes to."
    >
      {reply?.preview ? <Confirm {...reply} preview={reply.preview} /> : <Compose reply={reply} />}
      <p>
        <a href="/admin/mail/decisions">The mails that tell of decisions</a>
      </p>
      <h2>Sent</h2>
      {sent.length === 0 ? (
        <EmptyState title="Nothing sent yet">
          <p>Mails to groups are listed here, with how many of them have left.</p>
        </EmptyState>
      ) : (
        <div className="scroll">
          <table>
            <caption className="visually-hidden">Mails to groups, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">Mail</th>
                <th scope="col">People</th>
                <th scope="col">Sent</th>
              </tr>
            </thead>
            <tbody>
              {sent.map(({ id, subject, audience, recipients, left, waiting, lost, date }) => (
                <tr key={id}>
                  <th scope="row" className="long">
                    {subject}
                    <small>
                      {audience}, {date}
                    </small>
                  </th>
                  <td>{recipients}</td>
                  <td>
                    {left}
                    {waiting > 0 && <small>{waiting} waiting</small>}
                    {lost > 0 && <small>{lost} given up</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  );
}

function Compose({ reply }: { reply?: Reply }) {
  const problems = reply?.problems ?? {};
  return (
    <Card title="New mail">
      <PostForm className="stack">
        <ErrorSummary problems={Object.entries(problems).map(([field, message]) => ({ field, message }))} />
        <SelectField
          label="To"
          name="audience"
          emptyOption="Choose a group"
          defaultValue={reply?.values.audience}
          options={AUDIENCE_IDS.map((id) => ({ value: id, label: AUDIENCES[id] }))}
          error={problems["audience"]}
        />
        <MailFields values={reply?.values ?? { subject: "", body: "" }} problems={problems} />
        <div className="actions">
          <Button name="intent" value="preview">
            Show whom it goes to
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}

function Confirm({ values, reason, preview }: Reply & { preview: MailingPreview }) {
  const { id, count, recipients, first } = preview;
  const people = counted(count, "person", "people");
  return (
    <Card title={`This goes to ${people}`}>
      <PostForm className="stack">
        <ErrorSummary problems={reason ? [{ message: reason }] : []} />
        <p className="hint">
          {AUDIENCES[values.audience as keyof typeof AUDIENCES]}. Disabled accounts are left out. The first of
          them reads:
        </p>
        <MailPreview to={first.email} subject={first.subject} body={first.body} />
        {Object.entries({
          id,
          recipients,
          audience: values.audience,
          subject: values.subject,
          body: values.body,
        }).map(([name, value]) => (
          <input type="hidden" key={name} name={name} value={value} />
        ))}
        <div className="actions">
          <Button name="intent" value="send">
            Send to {people}
          </Button>
          <Button name="intent" value="edit" variant="secondary">
            Change it
          </Button>
        </div>
      </PostForm>
    </Card>
  );
}
