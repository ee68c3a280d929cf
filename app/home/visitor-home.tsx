import type { AccountFormName } from "~/accounts/account.form.ts";
import {
  type AccountReply,
  CreateAccountForm,
  ForgotPasswordForm,
  SignInForm,
} from "~/accounts/account-forms.tsx";
import { BEGIN_APPLICATION } from "~/applications/application-form.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Prose } from "~/ui/prose.tsx";
import type { EditionInShort } from "./edition-in-short.ts";
import { Welcome } from "./welcome.tsx";

const TITLES: Record<AccountFormName, string> = {
  "sign-in": "Log in",
  create: "Create account",
  forgot: "Forgot password",
};

const CREATE = { href: "/?form=create", label: "Create an account" };

const OTHER_FORMS: Record<AccountFormName, { href: string; label: string }[]> = {
  "sign-in": [CREATE, { href: "/?form=forgot", label: "Forgot your password?" }],
  create: [{ href: "/", label: "I have an account: log in" }],
  forgot: [{ href: "/", label: "Back to log in" }],
};

const CHECK_YOUR_MAIL = "Check your mail";
/** The links that replace the forms after the mail has been sent, because the next step is in the visitor's mailbox. */
const AFTER_SENDING = [
  { href: "/?form=forgot", label: "Send another link" },
  { href: "/", label: "Back to log in" },
];

export type VisitorHomeProps = {
  form: AccountFormName;
  notice?: string;
  /** Whether a link to choose a new password has just been sent. */
  isLinkSent?: boolean;
  reply?: AccountReply;
  redirectTo: string;
  resume?: [name: string, value: string][];
  /** The facts about the edition for visitors; null if no edition takes registrations. */
  edition: EditionInShort | null;
};

/**
 * The home page of a visitor who is not signed in. It says what the conference is and when applications close. It has
 * the forms to log in, create an account or reset the password.
 */
export function VisitorHome({ form, notice, isLinkSent, edition, ...account }: VisitorHomeProps) {
  const Form = { "sign-in": SignInForm, create: CreateAccountForm, forgot: ForgotPasswordForm }[form];
  // A visitor who was already filling in a form knows what the conference is.
  const isFirstLook = form === "sign-in" && !notice && !account.reply;
  const invites = isFirstLook && edition !== null && edition.closesAt !== null;
  // A visitor who creates an account here wants to apply, so they are taken directly to the application.
  const begins =
    form === "create" && account.redirectTo === "/" && edition !== null && edition.closesAt !== null;
  const isSent = isLinkSent && !account.reply;
  const others = isSent ? AFTER_SENDING : OTHER_FORMS[form].filter((other) => !invites || other !== CREATE);
  return (
    <Welcome
      title={edition?.conference ?? "Conference registration"}
      lead={edition?.theme}
      drawing={edition?.drawing}
      aside={isFirstLook && <a href="#log-in">Log in</a>}
      about={edition && <InShort edition={edition} invites={invites} isFirstLook={isFirstLook} />}
    >
      <Card title={isSent || account.reply?.isLinkSent ? CHECK_YOUR_MAIL : TITLES[form]} id="log-in">
        {notice && (
          <Notice tone="success">
            <p>{notice}</p>
          </Notice>
        )}
        {!isSent && (
          <Form {...account} {...(begins && { redirectTo: BEGIN_APPLICATION })} isAside={invites} />
        )}
        <ul className="links">
          {others.map(({ href, label }) => (
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

/**
 * The facts that a visitor wants to know before applying: what the conference is, when and where it takes place, what
 * it costs, and the deadline for applying.
 */
function InShort({
  edition: { sentence, ways, closesAt, applyBy, zone, lead, values },
  invites,
  isFirstLook,
}: {
  edition: EditionInShort;
  invites: boolean;
  isFirstLook: boolean;
}) {
  return (
    <div className="in-short stack" data-brief={!isFirstLook || undefined}>
      {sentence && <p>{sentence}</p>}
      <dl>
        {ways.map(({ event, facts, price }) => (
          <div key={event}>
            <dt>{event}</dt>
            <dd>{facts}</dd>
            {price && <dd className="from">{price}</dd>}
          </div>
        ))}
        {applyBy !== null && (
          <div className="by">
            <dt>Apply by</dt>
            <dd>
              <Moment at={applyBy} zone={zone} />
            </dd>
          </div>
        )}
      </dl>
      {closesAt === null && <p>{applicationMessages.applicationsClosed}</p>}
      {invites && <LinkButton href={CREATE.href}>{CREATE.label}</LinkButton>}
      <Prose values={values}>{lead}</Prose>
    </div>
  );
}
