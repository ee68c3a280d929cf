import type { ReactNode } from "react";
import { AddressMissing } from "~/accounts/unreachable-notice.tsx";
import { applicationMessages } from "~/applications/messages.ts";
import { standingMessages } from "~/standing/messages.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Hero } from "~/ui/hero.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { BelowHeading, Main } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { Prose } from "~/ui/prose.tsx";
import { useSite } from "~/ui/site.tsx";
import type { Drawing } from "~/values/drawings.ts";
import { isAddressNone } from "~/values/email-addresses.ts";
import type { Decision } from "~/values/types.ts";
import { decisionMessages } from "./messages.ts";
import { ShareCard } from "./share-card.tsx";

type About = {
  /** The name of the conference to which the delegate applied. */
  conference: string;
  /** The e-mail address to which we write. */
  email: string;
};

/**
 * How far the application of somebody without a visible decision has got. If it is not submitted, it can still be
 * submitted ("open"), staff opened it again ("reopened"), or it is too late ("closed").
 */
export type ApplicationState = "submitted" | "reopened" | "open" | "closed";

const NOT_SUBMITTED: Record<Exclude<ApplicationState, "submitted">, { title: string; text: string }> = {
  reopened: { title: applicationMessages.isReopened, text: applicationMessages.reopened },
  open: {
    title: "No application yet",
    text: "A decision follows once you have submitted your application.",
  },
  closed: {
    title: "No application",
    text: `${applicationMessages.applicationsClosed} ${decisionMessages.nothingToDecide}`,
  },
};

/**
 * The page as it is until the delegate can see a decision. Nothing on it depends on whether a decision is stored.
 *
 * @param release when the decisions of this round will be released (UTC ms); null if that time has passed.
 */
export function NoDecision({
  conference,
  email,
  state,
  release,
}: About & { state: ApplicationState; release: number | null }) {
  if (state !== "submitted") {
    const { title, text } = NOT_SUBMITTED[state];
    return (
      <Main>
        <Hero eyebrow={conference} title={title} sun={0}>
          <p>{text}</p>
          {state !== "closed" && <LinkButton href="/application">Go to your application</LinkButton>}
        </Hero>
      </Main>
    );
  }
  return (
    <Main>
      <Hero
        eyebrow={`Your application for the ${conference}`}
        title="We are reading your application"
        sun={1}
      >
        {release !== null && (
          <p className="lead">
            Decisions on applications of your round come out on <Moment at={release} />.
          </p>
        )}
        <p>{standingMessages.noDecisionYet}</p>
        <WritesTo email={email} />
      </Hero>
    </Main>
  );
}

const WritesTo = ({ email }: Pick<About, "email">) => (
  <p>
    {isAddressNone(email) ? (
      <AddressMissing />
    ) : (
      <>
        We will write to <strong>{email}</strong>. <a href="/change-email">Change your e-mail address</a>
      </>
    )}
  </p>
);

/** A pass that the decision allows. `way` is the link to register for it; null while the pass is not sold. */
type Offer = {
  pass: string;
  name: string;
  facts: string;
  price: string | null;
  payBy: number | null;
  way: { href: string; label: string } | null;
};

type Props = About & {
  decision: Decision;
  /** The delegate's full name; empty if the application has none. */
  name: string;
  text: string | null;
  /** The values of the text's placeholders. */
  values: Record<string, string>;
  offers: Offer[];
  /**
   * Explains why the names of the passes' events differ from the name of the conference to which the delegate applied.
   * Null if no explanation is needed.
   */
  ways: string | null;
  award: string | null;
  soldOut: string | null;
  /** The offer from the waiting list, as long as it is not taken; null if there is none. */
  kept: { id: string; pass: string; endsAt: number; isAsked: boolean } | null;
  /**
   * Whether an accepted delegate can stay away without doing anything. They can if they have neither a pass nor an open
   * payment, no place is kept for them, and they have asked nobody to pay.
   */
  mayStayAway: boolean;
  /** Why a place could not be given back; undefined if nothing was refused. */
  reason?: string | undefined;
  /** The time (UTC ms) after which no place is offered from the waiting list; null if no time is given. */
  waitsUntil: number | null;
  /** Whether that time has passed, so that no more places are offered. */
  hasStopped: boolean;
  /** The title of the pass that the delegate has; null if they have none. */
  held: string | null;
  /** The card that the delegate can share; null if there is none. */
  card: { event: string; isNamed: boolean } | null;
  /** The drawing of the event to which the delegate is accepted. */
  drawing: Drawing | null;
  supportEmail: string;
};

const TITLES: Record<Decision, string> = {
  Accepted: "You are accepted",
  "Deferred to virtual": "You are invited to the virtual summit",
  Waitlisted: "You are on the waiting list",
  Rejected: "We cannot offer you a place",
};

/** The decision, its meaning, and the next step. */
export function DecisionMade(props: Props) {
  const { decision, conference, name, text, values, offers, ways, award, soldOut, held, card, drawing } =
    props;
  const { kept, reason } = props;
  const [best] = offers.filter(({ way }) => way);
  const isGood = decision === "Accepted" || decision === "Deferred to virtual";
  return (
    <Main>
      <Hero
        eyebrow={`Your application for the ${conference}`}
        title={TITLES[decision]}
        sun={decision === "Accepted" ? 3 : isGood ? 2 : 0}
        drawing={drawing}
        noticesFollow
      >
        {name && (
          <p>
            <bdi>{name}</bdi>
          </p>
        )}
        <Prose values={values}>{text ?? undefined}</Prose>
        {held && <LinkButton href="/">See your {held}</LinkButton>}
        {best?.way && !held && <LinkButton href={best.way.href}>{leadsTo(best, best.way)}</LinkButton>}
      </Hero>
      {reason && <ErrorSummary problems={[{ message: reason }]} />}
      {kept && <KeptPlace {...kept} />}
      {[award, soldOut].map(
        (sentence) =>
          sentence && (
            <Notice key={sentence} tone={sentence === award ? "success" : "info"}>
              <p>{sentence}</p>
            </Notice>
          ),
      )}
      {offers.length > 0 && (
        <>
          <h2>You can register for</h2>
          <div className="grid">
            {offers.map((offer) => (
              <OfferCard key={offer.name} offer={offer} isBest={offer === best && held !== null} />
            ))}
          </div>
          {ways && <p className="hint">{ways}</p>}
        </>
      )}
      <BelowHeading />
      {decision === "Accepted" && (
        <p>
          <a href="/decision/letter">Letter of acceptance, to print</a>, or{" "}
          <a href="/letters">letters with a code</a> that an embassy or your university can check.
        </p>
      )}
      {card && <ShareCard {...card} />}
      {props.mayStayAway && <IfYouCannotCome {...props} />}
      {!isGood && <StillPossible {...props} />}
    </Main>
  );
}

/** Tells an accepted delegate who has not paid that they need not do anything if they cannot come. */
function IfYouCannotCome({ supportEmail }: Pick<Props, "supportEmail">) {
  const { title, words, writeToUs } = decisionMessages.ifYouCannotCome;
  return (
    <section className="stack tight">
      <h2>{title}</h2>
      <p>
        {words} {supportEmail && <a href={`mailto:${supportEmail}`}>{writeToUs}</a>}
      </p>
    </section>
  );
}

/**
 * The place that is kept for somebody from the waiting list: how long it is kept, what happens then, and a form to give
 * it back.
 */
function KeptPlace({ id, pass, endsAt, isAsked }: NonNullable<Props["kept"]>) {
  const say = decisionMessages.waiting;
  return (
    <Card title={isAsked ? say.ask : "Your place is kept until"} id="place">
      {isAsked ? (
        <>
          <p>
            {pass}, kept until <Moment at={endsAt} />. {say.consequence}
          </p>
          <PostForm action="/decision" className="actions">
            <input type="hidden" name="offer" value={id} />
            <Button name="intent" value="decline" variant="danger">
              {say.confirm}
            </Button>
            <LinkButton href="/decision" variant="secondary">
              {say.keep}
            </LinkButton>
          </PostForm>
        </>
      ) : (
        <>
          <p className="lead">
            <Moment at={endsAt} />
          </p>
          <p>{say.offered(pass)}</p>
          <p>{say.after}</p>
          <p>
            <a href="/decision?ask=decline#place">{say.decline}</a>
          </p>
        </>
      )}
    </Card>
  );
}

/** The label of a button. If there are several passes, each label names its pass. */
const leadsTo = ({ pass }: Offer, { label }: { label: string }) =>
  `${pass}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/**
 * An offered pass. A click anywhere on the card does the same as a click on its button, which leads to the terms or to
 * paying.
 */
const OfferCard = ({ offer, isBest }: { offer: Offer; isBest: boolean }) => {
  const { pass, name, facts, price, payBy, way } = offer;
  return (
    <div className="card offer">
      <div>
        <h3>{name}</h3>
        <p>{facts}</p>
      </div>
      <div>
        {price && <p className="price">{price}</p>}
        <p className="hint">
          {pass}
          {payBy && (
            <>
              ; please pay by <Moment at={payBy} />
            </>
          )}
        </p>
      </div>
      {way && (
        <LinkButton href={way.href} variant={isBest ? "primary" : "secondary"}>
          {leadsTo(offer, way)}
        </LinkButton>
      )}
    </div>
  );
};

/** The things that an applicant who was not accepted can still do. */
function StillPossible({ decision, email, supportEmail, waitsUntil, hasStopped }: Props) {
  const { library } = useSite();
  return (
    <Card title="What you can do now">
      {decision === "Waitlisted" ? (
        <>
          <p>{hasStopped ? decisionMessages.waiting.stopped : decisionMessages.waitlisted}</p>
          {waitsUntil !== null && !hasStopped && (
            <p>
              {decisionMessages.waiting.list} We offer no places after <Moment at={waitsUntil} />. From then
              on you read here that the list has stopped.
            </p>
          )}
          {!hasStopped && <WritesTo email={email} />}
          <Way href="/scheduling" words="See the programme">
            what happens at the conference.
          </Way>
        </>
      ) : (
        <p>
          Keep this account. When you apply to our next conference, you can start with the answers you gave.
        </p>
      )}
      {supportEmail && (
        <Way href={`mailto:${supportEmail}`} words="Write to us">
          if you have a question about the decision.
        </Way>
      )}
      {decision !== "Waitlisted" && (
        <Way href="/plus/subscribe" words={library}>
          the talks of our speakers, to watch at home.
        </Way>
      )}
    </Card>
  );
}

const Way = ({ href, words, children }: { href: string; words: string; children: ReactNode }) => (
  <p>
    <a href={href}>{words}</a>: {children}
  </p>
);
