import { DAY } from "~/values/durations.ts";
import { SEVERITIES } from "~/values/types.ts";
import { Block } from "./block.tsx";
import { BlocksOfFields } from "./blocks-of-fields.tsx";
import { BUTTON_VARIANTS, Button, EnterButton, LinkButton } from "./button.tsx";
import { EmptyState } from "./card.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { CurveChart } from "./curve-chart.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { TextField } from "./field.tsx";
import { Fold } from "./fold.tsx";
import { Gate, SUNS } from "./gate.tsx";
import { Hero } from "./hero.tsx";
import { ItemRow } from "./item-row.tsx";
import { Letterhead, PrintHint } from "./letterhead.tsx";
import { ListCount, ListFilter, ListPages, ListTable, NothingMatches } from "./list.tsx";
import { LivePart } from "./live-part.tsx";
import { Logo, Mark } from "./logo.tsx";
import { Clock, Moment, Period, PlainMoment } from "./moment.tsx";
import { NOTICE_TONES, Notice } from "./notice.tsx";
import { Notification, Notifications } from "./notifications.tsx";
import { Page, SkipLink } from "./page.tsx";
import { Panel } from "./panel.tsx";
import { Picture } from "./picture.tsx";
import { HiddenFields, PostForm } from "./post-form.tsx";
import { PriceTable } from "./price-table.tsx";
import { Prose } from "./prose.tsx";
import { QrCode } from "./qr-code.tsx";
import { Sortable } from "./sortable.tsx";
import { SummaryList } from "./summary-list.tsx";
import { Tag, TONES } from "./tag.tsx";
import { TaskList } from "./task-list.tsx";
import { UnsavedChanges } from "./unsaved-changes.tsx";

const SOME_DAY = Date.UTC(2026, 4, 1);
const DRAWING = { box: "0 0 32 24", path: "M1 20h30M6 20V9l10-5 10 5v11M12 20v-7h8v7" };
const LONG_NAME = "Maximiliane Konstantinopolitanska-Featherstonehaugh";

/**
 * Every building block in each of its states. A variant that is added to a building block appears on this page
 * automatically.
 */
export function Blocks({ colours }: { colours: string[] }) {
  return (
    <>
      <SkipLink />
      <Page
        title="Building blocks"
        eyebrow="Only in development"
        lead="Look at them by day, by night and on paper."
      >
        <Block title="Colours">
          <ul className="swatches">
            {colours.map((name) => (
              <li key={name} data-colour={name}>
                {name}
              </li>
            ))}
          </ul>
        </Block>
        <Block title="Type">
          <p className="lead">The sentence below it, a little larger and quieter than what follows.</p>
          <Prose>{TEXT}</Prose>
          <p className="price">$495</p>
          <p className="hint">A hint, which says what is easily got wrong.</p>
        </Block>
        <Block title="Mark and gate">
          <div className="cluster">
            <Logo /> <Mark size={48} />
          </div>
          <Letterhead />
          <PrintHint />
          <div className="grid">
            {SUNS.map((sun) => (
              <Gate key={sun} sun={sun} />
            ))}
            <Gate sun={3} drawing={DRAWING} />
          </div>
        </Block>
        <Block title="Picture">
          <Picture address="/add-ons/mug.svg" sizes="6rem" alt="A mug" width={96} height={96} />
        </Block>
        {SUNS.map((sun) => (
          <Hero
            key={sun}
            eyebrow="Asia Conference 2023"
            title={sun === 3 ? LONG_NAME : "The one next thing"}
            sun={sun}
            heading="h2"
          >
            <p>What it means, in a sentence or two.</p>
            <LinkButton href="#mark">The one next step</LinkButton>
          </Hero>
        ))}
        <Block title="Buttons">
          <PostForm className="cluster">
            <HiddenFields fields={{ seen: 1 }} />
            <EnterButton />
            {BUTTON_VARIANTS.map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
            {BUTTON_VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} disabled>
                {variant}, disabled
              </Button>
            ))}
            <Button aria-busy="true">On its way</Button>
            <LinkButton href="#buttons">A link</LinkButton>
            <UnsavedChanges unsaved={false} />
          </PostForm>
        </Block>
        <Block title="States">
          <div className="cluster">
            {TONES.map((tone) => (
              <Tag key={tone} tone={tone}>
                {tone}
              </Tag>
            ))}
          </div>
        </Block>
        <Block title="Messages">
          <Notifications>
            {SEVERITIES.map((severity) => (
              <Notification
                key={severity}
                severity={severity}
                dismiss={<Button variant="quiet">Dismiss</Button>}
              >
                A notification, which stands below the heading until its reader dismisses it.
              </Notification>
            ))}
          </Notifications>
          {NOTICE_TONES.map((tone) => (
            <Notice key={tone} tone={tone} title={tone}>
              <p>
                A message with <a href="/dev/blocks">a link to this page</a>.
              </p>
            </Notice>
          ))}
          <ErrorSummary
            problems={[{ field: "blocks-text-wrong", message: "Name: This field is required" }]}
          />
          <ChangedMeanwhile sentence="Somebody else has saved this." fields={[["Name", "Mei"]]} />
          <Panel title="$495 paid">
            <p>Something is done.</p>
          </Panel>
          <EmptyState title="Nothing yet" action={<LinkButton href="#messages">Begin</LinkButton>}>
            <p>What will be here, and why it is empty.</p>
          </EmptyState>
        </Block>
        <BlocksOfFields />
        <Block title="Lists">
          <TaskList
            items={TONES.slice(0, 4).map((tone) => ({
              ...{ title: `A task: ${tone}`, state: tone, tone: tone as "done", hint: "A hint" },
              href: tone === "blocked" ? undefined : "#lists",
            }))}
          />
          <SummaryList
            rows={[
              { term: "Name", value: LONG_NAME, changeHref: "#lists" },
              { term: "Middle name", note: "Optional" },
              { term: "Phone", value: "12", problem: "We cannot read this." },
            ]}
          />
          <PriceTable
            caption="What was paid for"
            lines={[
              { title: "Harvard Conference ticket", amount: "$495" },
              { title: "Unisex black shirt", detail: "M", amount: "$30" },
            ]}
            total="$525"
          />
          <ListFilter
            chosen={[
              { name: "search", value: "mei" },
              { name: "state", value: "paid", label: "Paid" },
            ]}
            links={<a href="?">Download as CSV</a>}
          >
            <TextField label="Search" name="search" defaultValue="mei" />
          </ListFilter>
          <ListCount found={{ number: 3010, isMore: false }} shown={2} one="person" many="people" />
          <ListTable
            caption="A list"
            rows={[
              { name: LONG_NAME, score: 4.2, state: "done" as const },
              { name: "mei-ling@example.org", score: 3.6, state: "todo" as const },
            ]}
            keyOf={({ name }) => name}
            columns={[
              { title: "Name", kind: "long", cell: ({ name }) => <a href="#lists">{name}</a> },
              { title: "State", isBeside: true, cell: ({ state }) => <Tag tone={state}>{state}</Tag> },
              {
                title: "Score",
                sort: { href: "#lists", direction: "descending" },
                kind: "number",
                cell: ({ score }) => score,
              },
              { cell: () => <Button variant="quiet">End</Button> },
            ]}
          />
          <NothingMatches title="No more people" all="#lists" />
          <ListPages first="#lists" next="#lists" />
          <Sortable
            list="speakers"
            label="To put in order"
            items={[
              { id: "one", title: "The first" },
              { id: "two", title: "The second", note: "With a note" },
            ]}
          />
          <Fold title="A part that waits">
            <p>What is rarely wanted.</p>
          </Fold>
          <div className="items">
            <ItemRow title="Mug" inBrief={["$12", "40 places"]}>
              <p>The form of the mug.</p>
            </ItemRow>
            <ItemRow
              title={LONG_NAME}
              inBrief={["$30", "S, M, L, XL", "Not sold"]}
              tags={<Tag tone="error">To mend</Tag>}
              isOpen
            >
              <p>A form with something to mend is open.</p>
            </ItemRow>
          </div>
          <LivePart id="live" src="/dev/blocks">
            <p>A part that follows the server.</p>
          </LivePart>
        </Block>
        <Block title="Times and numbers">
          <p>
            <Moment at={SOME_DAY} />, <Moment at={SOME_DAY} style="date" />, <Clock at={SOME_DAY} />,{" "}
            <PlainMoment at={SOME_DAY} />, <Period from={SOME_DAY} until={SOME_DAY + DAY} />
          </p>
          <QrCode text="https://example.org/" label="A code to scan" />
          <ColumnChart
            title="Columns"
            columns={[3, 0, 7, 5].map((value, index) => ({ day: SOME_DAY + index * DAY, days: 1, value }))}
          />
          <CurveChart
            title="Curves"
            summary="Two sums at the same distance from a day."
            names={{ own: "This one", last: "The last one", deadline: "The day" }}
            rows={[2, 3, 6, null].map((own, index) => ({ distance: index - 2, own, last: 2 * index + 1 }))}
          />
        </Block>
      </Page>
    </>
  );
}

const TEXT = `Text that directors write, with **weight**, a [link](/history), and

- a list
- of things`;
