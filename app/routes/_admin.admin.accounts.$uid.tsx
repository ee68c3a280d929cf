import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/button.tsx";
import { Card } from "~/components/card.tsx";
import { ErrorSummary } from "~/components/error-summary.tsx";
import { TextArea } from "~/components/field.tsx";
import { Moment } from "~/components/moment.tsx";
import { Page } from "~/components/page.tsx";
import { PostForm } from "~/components/post-form.tsx";
import { SummaryList } from "~/components/summary-list.tsx";
import { Tag } from "~/components/tag.tsx";
import { messages } from "~/domain/messages.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import { LONGEST_REASON, parseAccountForm } from "~/forms/review.ts";
import { findAccount, setDisabled } from "~/models/accounts.server.ts";
import { readForm, refuse, requireDirector } from "~/session.server.ts";

export const meta: MetaFunction = () => [{ title: "Account · HPAIR" }];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireDirector(args);
  const account =
    (await findAccount(args.context, visit, args.params["uid"]!)) ?? refuse(404, messages.notFound);
  const { createdAt, emailVerifiedAt, disabledAt, ...about } = account;
  return {
    ...about,
    created: visit.shown(createdAt),
    verified: visit.shown(emailVerifiedAt),
    disabled: visit.shown(disabledAt),
    oneself: about.uid === visit.viewer.uid,
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireDirector(args, form);
  const uid = args.params["uid"]!;
  if (!(await findAccount(args.context, visit, uid))) refuse(404, messages.notFound);
  const typed = String(form.get("reason") ?? "");
  const parsed = parseAccountForm(form);
  if ("problems" in parsed) return data({ typed, problem: parsed.problems["reason"], refused: null }, 400);
  const disabled = form.get("intent") !== "enable";
  const refused = await setDisabled(args.context, visit, { uid, disabled, ...parsed.request });
  return refused ? data({ typed, problem: undefined, refused }, 409) : redirect(`/admin/accounts/${uid}`);
}

export default function Account() {
  const account = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { uid, email, created, verified, disabled, role, hasApplication, oneself } = account;
  return (
    <Page title="Account" lead={email}>
      <Card>
        <SummaryList
          rows={[
            {
              term: "State",
              value: disabled ? (
                <Tag tone="error">
                  Disabled since <Moment at={disabled} />
                </Tag>
              ) : (
                <Tag tone="success">Active</Tag>
              ),
            },
            { term: "Created", value: <Moment at={created} /> },
            { term: "Address confirmed", value: verified ? <Moment at={verified} /> : "Not confirmed" },
            { term: "Role", value: role ?? "delegate" },
            {
              term: "Application",
              value: hasApplication ? (
                <a href={`/admin/delegates/${uid}?show=everyone`}>Open the application</a>
              ) : (
                "None to the current conference"
              ),
            },
            {
              term: "What happened",
              value: (
                <a href={`/admin/audit?object=${encodeURIComponent(`users/${uid}`)}`}>In the audit log</a>
              ),
            },
          ]}
        />
      </Card>
      {oneself ? (
        <p className="hint">{staffMessages.account.notOneself}</p>
      ) : (
        <Card title={disabled ? "Enable this account" : "Disable this account"}>
          <p>
            {disabled
              ? "Its owner can log in again at once."
              : "Its owner is logged out everywhere, and cannot log in any more. Nothing is deleted."}
          </p>
          <PostForm className="stack">
            <ErrorSummary
              problems={[
                ...(reply?.refused ? [{ message: reply.refused }] : []),
                ...(reply?.problem ? [{ field: "reason", message: reply.problem }] : []),
              ]}
            />
            <TextArea
              label="Reason"
              name="reason"
              rows={2}
              maxLength={LONGEST_REASON}
              hint="Kept in the audit log. The owner does not see it."
              defaultValue={reply?.typed}
              error={reply?.problem}
            />
            <div className="actions">
              <Button
                name="intent"
                value={disabled ? "enable" : "disable"}
                variant={disabled ? "primary" : "danger"}
              >
                {disabled ? "Enable" : "Disable"}
              </Button>
            </div>
          </PostForm>
        </Card>
      )}
      <p>
        <a href="/admin/accounts">All accounts</a>
      </p>
    </Page>
  );
}
