import type { ReactNode } from "react";
import { COPY_DAYS } from "~/mail/copies.ts";
import { Card } from "~/ui/card.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Page } from "~/ui/page.tsx";
import { Prose } from "~/ui/prose.tsx";
import type { HelpFacts } from "./help.ts";

type Props = {
  conference: string;
  facts: HelpFacts;
  /** The e-mail address for questions; empty if there is none. */
  contact: string;
  /** The directors' own answers, in Markdown, in which `values` replace the placeholders. */
  more: string | undefined;
  values: Record<string, string>;
};

/** The questions that delegates ask, answered from the data of the edition. */
export function HelpPage({ conference, facts, contact, more, values }: Props) {
  const write = contact ? <a href={`mailto:${contact}`}>{contact}</a> : "us";
  return (
    <Page title="Help" lead={`What delegates ask about the ${conference}.`}>
      <nav aria-label="Contents">
        <ul className="links">
          {[...Object.entries(TOPICS), ...(more ? [["more", MORE]] : [])].map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Topic id="applying">
        <Answer to="Until when can I apply?">
          {facts.rounds.length === 0 && <p>Applications are now closed.</p>}
          {facts.rounds.length > 0 && (
            <ul>
              {facts.rounds.map(({ title, deadline, release }) => (
                <li key={title}>
                  {title}: until <Moment at={deadline} />.
                  {release && (
                    <>
                      {" "}
                      Decisions are expected on <Moment at={release} />.
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Answer>
        <Answer to="Do I have to finish it at once?">
          <p>No. We save each section as a draft, and you can go on with it on another device.</p>
        </Answer>
        {facts.ages.length > 0 && (
          <Answer to="How old must I be?">
            {facts.ages.map(({ event, age, days }) => (
              <p key={event}>
                {age} or older to take part in the {event}
                {days && `, ${days}`}.
              </p>
            ))}
          </Answer>
        )}
        <Answer to="Can I change my application after I have submitted it?">
          <p>
            No, but you can read it. If you find a mistake in it, write to {write}. You can change what
            matters on the day in <a href="/details">your details</a>: telephone number, diet, the name on
            your badge.
          </p>
        </Answer>
      </Topic>
      <Topic id="decision">
        <Answer to="What happens after I apply, and when do I learn the decision?">
          <p>
            Readers look at every application. We write to you when the decision is released, so{" "}
            <a href="/verify-email">confirm your e-mail address</a>. You then find the decision on{" "}
            <a href="/decision">the page of your decision</a>, too.
          </p>
        </Answer>
        <Answer to="Do I get a letter for my visa or my university?">
          <p>
            Yes. When you are accepted in person, you find <a href="/letters">your letters</a>: of acceptance,
            and for a visa once the team has entered its address and who signs.
          </p>
        </Answer>
      </Topic>
      <Topic id="paying">
        <Answer to="What does it cost?">
          {facts.passes.length === 0 && <p>No pass is on sale at the moment.</p>}
          {facts.passes.length > 0 && (
            <ul>
              {facts.passes.map(({ title, prices, payBy }) => (
                <li key={title}>
                  {title}: {prices}.
                  {payBy && (
                    <>
                      {" "}
                      Please pay by <Moment at={payBy} />.
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          <p>Your price depends on the day you submitted your application. Add-ons cost extra.</p>
        </Answer>
        <Answer to="How do I pay?">
          <p>
            By card, when you are accepted and have accepted <a href="/waiver">the terms</a>. Somebody else
            can pay for you. Where invoices are offered, you can ask for one there. You find your receipt on{" "}
            <a href="/payment-info">the page of your payments</a>. If a payment is interrupted, look there
            before you try again. Nobody is charged twice.
          </p>
        </Answer>
        <Answer to="Can I get a refund?">
          {facts.passes.map(
            ({ title, refund }) =>
              refund && (
                <p key={title}>
                  {title}: ask until <Moment at={refund.until} />.
                  {refund.deposit && ` We keep a deposit of ${refund.deposit}.`}
                </p>
              ),
          )}
          <p>
            You give up your pass on <a href="/payment-info">the page of your payments</a>. You find the rules
            in <a href="/waiver">the terms</a>.
          </p>
        </Answer>
        <Answer to="Can somebody else go in my place?">
          <p>
            Yes, if they are accepted too and the event has not begun. Offer them your pass on{" "}
            <a href="/payment-info">the page of your payments</a>. A pass that an award has paid for stays
            yours.
          </p>
        </Answer>
        {facts.sizes.length > 0 && (
          <Answer to="Which sizes are there, and can I change mine?">
            {facts.sizes.map(({ title, variants }) => (
              <p key={title}>
                {title}: {variants}.
              </p>
            ))}
            <p>You can exchange your size on the page of your payment, as long as other sizes are left.</p>
          </Answer>
        )}
      </Topic>
      <Topic id="account">
        <Answer to="Who sees my data?">
          <p>
            Only people of the team, and only what they need for their work: those who read applications,
            decide, keep the accounts, or meet you at the door. We record every look into an application. We
            never store the number of your card.
          </p>
        </Answer>
        <Answer to="A mail did not come. Where do I find it?">
          <p>
            Look in your spam. Mails about your application, decision, payments and the programme are also at{" "}
            <a href="/mails">our mails to you</a>, for {COPY_DAYS} days. Links to confirm an address or to
            choose a password are not there: ask for another one.
          </p>
        </Answer>
        <Answer to="How do I change my address or my password?">
          <p>
            <a href="/change-email">Change your e-mail</a> or <a href="/change-password">your password</a>{" "}
            while you are logged in. If you have forgotten your password,{" "}
            <a href="/?form=forgot">ask for a link</a>.
          </p>
        </Answer>
        {contact && (
          <Answer to="My question is not here.">
            <p>Write to {write}.</p>
          </Answer>
        )}
      </Topic>
      {more && (
        <Card id="more" title={MORE}>
          <Prose values={values}>{more}</Prose>
        </Card>
      )}
    </Page>
  );
}

const TOPICS = {
  applying: "Applying",
  decision: "The decision",
  paying: "Paying",
  account: "Your account and your data",
};
const MORE = "More questions";

function Topic({ id, children }: { id: keyof typeof TOPICS; children: ReactNode }) {
  return (
    <Card id={id} title={TOPICS[id]}>
      <div className="rows">{children}</div>
    </Card>
  );
}

function Answer({ to, children }: { to: string; children: ReactNode }) {
  return (
    <details>
      <summary>{to}</summary>
      <div className="prose">{children}</div>
    </details>
  );
}
