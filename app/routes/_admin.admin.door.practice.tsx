import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { actOfIntent, DOOR_INTENTS } from "~/door/door.form.ts";
import { DoorPerson } from "~/door/door-person.tsx";
import { doorMessages } from "~/door/messages.ts";
import { PRACTICE_TICKETS, practicePerson, pressedInPractice } from "~/door/practice.ts";
import styles from "~/modules/door.css?inline";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Practice at the door");

export const handle = { styles };

const PATH = "/admin/door/practice";

/** Invented tickets with which helpers practise. The buttons that were pressed are kept only in the address. */
export async function loader(args: LoaderFunctionArgs) {
  const { now } = await requireAbility(args, "door");
  const asked = new URL(args.request.url).searchParams;
  const ticket = asked.get("ticket");
  if (ticket === null) return {};
  const done = asked.getAll("done");
  return { shown: { done, now, person: practicePerson(Number(ticket), done, now) } };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  await requireAbility(args, "door", form);
  const intent = intentIn(form, DOOR_INTENTS);
  const asked = new URL(args.request.url).searchParams;
  const done = pressedInPractice(actOfIntent(intent), String(form.get("thing")), asked.getAll("done"));
  const ticket = String(Number(asked.get("ticket")) || 0);
  return redirect(
    `${PATH}?${new URLSearchParams([["ticket", ticket], ...done.map((one) => ["done", one])])}`,
  );
}

export default function Practice() {
  const { shown } = useLoaderData<typeof loader>();
  if (shown)
    return <DoorPerson {...shown} entries={{}} mayTakeMoney={false} isChanged={false} practice={PATH} />;
  return (
    <Page title="Practice" eyebrow={<a href="/admin/door">Door</a>} lead={doorMessages.practice.lead}>
      <ul className="rows">
        {PRACTICE_TICKETS.map(({ title }, number) => (
          <li key={title}>
            <a href={`${PATH}?ticket=${number}`}>{title}</a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
