import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { AccountFormName } from "~/accounts/account.form.ts";
import { SignInForm } from "~/accounts/account-forms.tsx";
import { CodeForm, type Interrupted } from "~/accounts/code-form.tsx";
import { accountMessages } from "~/accounts/messages.ts";
import { Button, type ButtonVariant, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Logo } from "~/ui/logo.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page, SkipLink } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { messages } from "~/values/messages.ts";
import { safePath } from "~/values/paths.ts";
import type { PasskeyRequest } from "~/values/types.ts";
import { siteMessages } from "./messages.ts";

type Refusal = {
  message?: string;
  signIn?: Interrupted & { asks?: "code"; passkey?: PasskeyRequest | null };
};

const TITLES: Record<number, string> = {
  401: "Log in to continue",
  403: "Not available",
  404: "Page not found",
  405: "Not available",
  409: "This page is out of date",
  413: "Too large",
};

const CODE_TITLE = "Confirm with a code";

/**
 * The title of a page with status 404 whose message is not the usual one. At present, only links in mails and copies of
 * mails have such a message.
 */
const LINK_TITLE = "This link does not work";

/**
 * Shown in place of a page that was refused or failed. It gives the reason, and links to the places to go next.
 *
 * @param ways for a visitor whose link does not work: the places to go next, the most likely first.
 * @param children shown in place of the usual links to the places to go next, unless the visitor has to log in or to
 *   type a code.
 */
export function RefusalPage({ ways = [], children }: { ways?: Way[]; children?: ReactNode }) {
  const error = useRouteError();
  const root = useRouteLoaderData<{ requestId: string }>("root");
  const isStaff = (useRouteLoaderData<{ abilities: unknown[] }>("routes/_admin")?.abilities.length ?? 0) > 0;
  const { pathname, search } = useLocation();
  const address = safePath(pathname + search, "/");
  if (!isRouteErrorResponse(error)) {
    return (
      <Page title="Something went wrong">
        <Notice tone="error">
          <p>{siteMessages.unexpected("internal", messages.serverFault)}</p>
          {root && <p className="hint">If you write to us, mention {root.requestId}.</p>}
        </Notice>
        <WaysOn ways={[{ href: address, words: "Try again" }, HOME]} />
      </Page>
    );
  }
  const { message = messages.notFound, signIn } = (error.data ?? {}) as Refusal;
  const isFault = error.status >= 500;
  // The specification prescribes this sentence for everybody who is not on the staff, whether they are logged in or
  // not.
  const isOthersPage = error.status === 403 && message === accountMessages.notLoggedIn;
  const sentence = error.status === 405 ? messages.methodNotAllowed : message;
  return (
    <Page title={signIn?.asks ? CODE_TITLE : titleOf(error.status, message)} lead={!isFault && sentence}>
      {isFault && (
        <Notice tone="error">
          <p>{sentence}</p>
        </Notice>
      )}
      {signIn ? (
        <Card>{signIn.asks ? <CodeForm {...signIn} /> : <LogInHere {...signIn} />}</Card>
      ) : (
        (children ?? (
          <WaysOn
            ways={
              error.status === 404 && ways.length > 0
                ? withHome(ways)
                : waysOn(error.status, message, address, isStaff)
            }
          />
        ))
      )}
      {isOthersPage && (
        <Card>
          <p>{siteMessages.staffOnly}</p>
          <UseAnotherAccount variant="secondary" />
        </Card>
      )}
    </Page>
  );
}

function LogInHere({ redirectTo, resume }: Interrupted) {
  return (
    <>
      <SignInForm redirectTo={redirectTo} resume={resume} />
      <ul className="links">
        <li>
          <a href={homeWith("create", redirectTo)}>Create an account</a>
        </li>
        <li>
          <a href={homeWith("forgot", redirectTo)}>Forgot your password?</a>
        </li>
      </ul>
    </>
  );
}

/** Logs out and returns to the page. Then the visitor can log in with an account that may see the page. */
export function UseAnotherAccount({ variant = "primary" }: { variant?: ButtonVariant }) {
  const { pathname } = useLocation();
  return (
    <PostForm action="/logout" ofNoEdition>
      <input type="hidden" name="redirectTo" value={pathname} />
      <Button variant={variant}>Log out and use another account</Button>
    </PostForm>
  );
}

/**
 * Like `RefusalPage`, but for a page without a frame, such as a page to which a mail links. The logo is shown at the
 * top.
 *
 * @param ways for a visitor whose link does not work: the places to go next, the most likely first; the home page comes
 *   last.
 */
export function FramelessRefusal({ ways, children }: { ways?: Way[]; children?: ReactNode }) {
  const isVisitor = !useRouteLoaderData<{ owner: string | null }>("root")?.owner;
  return (
    <>
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Logo />
        </div>
      </header>
      <RefusalPage ways={isVisitor ? ways : []}>{children}</RefusalPage>
    </>
  );
}

type Way = { href: string; words: string };
const HOME: Way = { href: "/", words: "Go to the home page" };

/** The places to go from a page that was refused, the most likely first. */
function waysOn(status: number, message: string, address: string, isStaff: boolean): Way[] {
  if (status >= 500 || status === 409) return [{ href: address, words: "Load the page again" }, HOME];
  if (status === 404 && isStaff) return [{ href: "/admin", words: "Go to the Admin Hub" }, HOME];
  if (status === 404 && message === messages.notFound)
    return [
      HOME,
      { href: "/scheduling", words: "The programme" },
      { href: "/history", words: "All our conferences" },
    ];
  return [HOME];
}

const withHome = (ways: Way[]) => (ways.some(({ href }) => href === HOME.href) ? ways : [...ways, HOME]);

const WaysOn = ({ ways }: { ways: Way[] }) => (
  <p className="actions">
    {ways.map(({ href, words }, index) => (
      <LinkButton key={href} href={href} variant={index === 0 ? "primary" : "secondary"}>
        {words}
      </LinkButton>
    ))}
  </p>
);

/**
 * The address of the home page with the account form `form`. If `redirectTo` is the home page, it is left out, because
 * the form leads there anyway.
 */
const homeWith = (form: AccountFormName, redirectTo: string) =>
  `/?${new URLSearchParams({ form, ...(redirectTo !== "/" && { redirectTo }) })}`;

function titleOf(status: number, message: string): string {
  if (status === 404 && message !== messages.notFound) return LINK_TITLE;
  return TITLES[status] ?? "We could not do that";
}
