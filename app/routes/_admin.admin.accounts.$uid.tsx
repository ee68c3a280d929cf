import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roleLabel } from "~/access/abilities.ts";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { isHeldOrComing } from "~/money/subscriptions/subscription.ts";
import { SubscriptionTag } from "~/money/subscriptions/subscription-state.tsx";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { findAccount, setDisabled } from "~/staff/accounts.server.ts";
import { DisableForm } from "~/staff/disable-form.tsx";
import { staffMessages } from "~/staff/messages.ts";
import { parseAccountReasonForm } from "~/staff/staff.form.ts";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { backTo, stillFrom } from "~/ui/paging.ts";
import { titled } from "~/ui/site.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import { Tag } from "~/ui/tag.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Account");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "everything");
  const account =
    (await findAccount(args.context, visit, args.params["uid"]!)) ?? refuse(404, messages.notFound);
  const { createdAt, emailVerifiedAt, disabledAt, subscription, ...about } = account;
  return {
    ...about,
    created: visit.shown(createdAt),
    verified: visit.shown(emailVerifiedAt),
    disabled: visit.shown(disabledAt),
    subscription: subscription && {
      id: subscription.id,
      state: subscription.state,
      until: visit.shown(subscription.paidUntil),
    },
    isCurrent: visit.settings.conferenceId === visit.settings.currentEdition,
    oneself: about.uid === visit.viewer.uid,
    list: backTo("/admin/accounts", args.request.url, about.uid),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "everything", "disable", form);
  const uid = args.params["uid"]!;
  if (!(await findAccount(args.context, visit, uid))) refuse(404, messages.notFound);
  const typed = String(form.get("reason") ?? "");
  const parsed = parseAccountReasonForm(form);
  if ("problems" in parsed) return data({ typed, problem: parsed.problems["reason"], refused: null }, 400);
  const disabled = intentIn(form, ["disable", "enable"]) === "disable";
  const refused = await setDisabled(args.context, visit, { uid, disabled, ...parsed.request });
  return refused
    ? data({ typed, problem: undefined, refused }, 409)
    : redirect(`/admin/accounts/${uid}${stillFrom(args.request.url)}`);
}

export default function Account() {
  const account = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { uid, email, created, verified, disabled, abilities, hasApplication, subscription, oneself } =
    account;
  return (
    <Page title="Account" lead={email} eyebrow={<a href={account.list}>Accounts</a>}>
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
            {
              term: "Address",
              value: verified ? (
                <>
                  Confirmed on <Moment at={verified} />
                </>
              ) : (
                "Not confirmed"
              ),
            },
            { term: "Role", value: abilities.length > 0 ? roleLabel(abilities) : "Delegate" },
            {
              term: "Application",
              value: hasApplication ? (
                <a href={`/admin/delegates/${uid}?show=everyone`}>Open the application</a>
              ) : (
                <>
                  None to {account.isCurrent ? "the current conference" : "this conference"}.{" "}
                  {account.isCurrent && <a href={`/admin/delegates/${uid}/deadline`}>Let them apply late</a>}
                </>
              ),
            },
            ...(subscription
              ? [
                  {
                    term: "Subscription",
                    value: (
                      <>
                        <SubscriptionTag state={subscription.state} />
                        {subscription.until && (
                          <>
                            {" "}
                            Paid until <Moment at={subscription.until} style="date" />.
                          </>
                        )}{" "}
                        <a href={`/admin/subscriptions/${subscription.id}`}>Open the subscription</a>
                      </>
                    ),
                  },
                ]
              : []),
            {
              term: "Audit log",
              value: (
                <a href={`/admin/audit?object=${encodeURIComponent(`users/${uid}`)}`}>Acts on this account</a>
              ),
            },
          ]}
        />
      </Card>
      {oneself ? (
        <p className="hint">{staffMessages.account.notOneself}</p>
      ) : (
        <DisableForm
          disabled={disabled !== null}
          subscribes={subscription !== null && isHeldOrComing(subscription.state)}
          reply={reply}
        />
      )}
    </Page>
  );
}
