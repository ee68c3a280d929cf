import type { AccountFormName } from "~/accounts/account.form.ts";
import {
  type AccountReply,
  CreateAccountForm,
  ForgotPasswordForm,
  SignInForm,
} from "~/accounts/account-forms.tsx";
import { Card } from "~/ui/card.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Prose } from "~/ui/prose.tsx";
import { Welcome } from "./welcome.tsx";

const TITLES: Record<AccountFormName, string> = {
  "sign-in": "Log in",
  create: "Create account",
  forgot: "Forgot password",
};

const OTHER_WAYS: Record<AccountFormName, [href: string, label: string][]> = {
  "sign-in": [
    ["/?form=create", "Create an account"],
    ["/?form=forgot", "Forgot your password?"],
  ],
  create: [["/", "I have an account: log in"]],
  forgot: [["/", "Back to log in"]],
};

export type VisitorHomeProps = {
  form: AccountFormName;
  notice?: string;
  reply?: AccountReply;
  redirectTo: string;
  resume?: [name: string, value: string][];
  conference: string;
  lead: string | undefined;
  values: Record<string, string>;
  facts: { term: string; value: string }[];
};

/**
 * The home page of a visitor who is not signed in: what the portal is, and the forms to log in, create an
 * account or reset the password.
 */
export function VisitorHome({ form, notice, conference, lead, values, facts, ...account }: VisitorHomeProps) {
  const Form = { "sign-in": SignInForm, create: CreateAccountForm, forgot: ForgotPasswordForm }[form];
  return (
    <Welcome title={conference} lead={<Prose values={values}>{lead}</Prose>} facts={facts}>
      <Card title={TITLES[form]}>
        {notice && (
          <Notice tone="success">
            <p>{notice}</p>
          </Notice>
        )}
        <Form {...account} />
        <ul className="links">
          {OTHER_WAYS[form].map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </Card>
      <p>
        <a href="/help">Help</a> · <a href="/history">All our conferences</a>
      </p>
    </Welcome>
  );
}
