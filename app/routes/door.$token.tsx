import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { openVisit } from "~/accounts/session.server.ts";
import { NOBODY_AT_DOOR, passOfCode, readAtDoor } from "~/door/admitting.server.ts";
import { BadgeHolder } from "~/door/badge-holder.tsx";
import { sessionsToCome } from "~/door/day-lists.server.ts";
import { actAtDoor, doorPage } from "~/door/door-page.server.ts";
import { DoorPerson } from "~/door/door-person.tsx";
import { doorMessages } from "~/door/messages.ts";
import styles from "~/modules/door.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { FramelessRefusal } from "~/site/refusal-page.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { publicMeta } from "~/ui/head.tsx";
import { Page } from "~/ui/page.tsx";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";

export const handle = { styles };

export const meta = publicMeta("A code for the door", doorMessages.aboutCodes);

/**
 * The address in the code of a ticket or of a badge. Visitors who do not work at the door see the same page for every
 * code.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await openVisit(args);
  const { viewer } = visit;
  const token = args.params["token"]!;
  if (!viewer || !can(viewer.abilities, "door"))
    return { logIn: viewer ? null : `/?${new URLSearchParams({ redirectTo: `/door/${token}` })}` };
  const helper = { ...visit, viewer };
  const code = await passOfCode(args.context, helper, token);
  const [person, programme] = code
    ? await Promise.all([
        readAtDoor(args.context, helper, code.holdingId, code.secret),
        sessionsToCome(args.context.db, visit.settings.conferenceId),
      ])
    : [NOBODY_AT_DOOR, []];
  return { door: await doorPage(args, helper, person, programme, code ?? {}) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "door", form);
  const code = await passOfCode(args.context, visit, args.params["token"]!);
  if (!code) refuse(400, messages.badRequest);
  const { holdingId: passId, isBadge } = code;
  return data(await actAtDoor(args, visit, form, { passId, way: "code", isBadge }), 409);
}

export default function TicketCode() {
  const { door, logIn } = useLoaderData<typeof loader>();
  const isChanged = useActionData<typeof action>()?.isChanged ?? false;
  if (door?.isBadge)
    return (
      <BadgeHolder {...door.person} {...{ sessions: door.sessions, entry: door.sessionEntry, isChanged }} />
    );
  if (door) return <DoorPerson {...door} isChanged={isChanged} />;
  return (
    <Page title="A code for the door" lead={doorMessages.aboutCodes}>
      {logIn && <p>{doorMessages.helpersLogIn}</p>}
      <p className="actions">
        {logIn && <LinkButton href={logIn}>Log in</LinkButton>}
        <LinkButton href="/" variant="secondary">
          Go to the first page
        </LinkButton>
      </p>
    </Page>
  );
}

export const ErrorBoundary = () => <FramelessRefusal />;
