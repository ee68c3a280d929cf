import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { readAtDoor } from "~/door/admitting.server.ts";
import { sessionsToCome } from "~/door/day-lists.server.ts";
import { actAtDoor, doorPage } from "~/door/door-page.server.ts";
import { DoorPerson } from "~/door/door-person.tsx";
import styles from "~/modules/door.css?inline";
import { readForm } from "~/platform/posted-form.server.ts";
import { titled } from "~/ui/site.tsx";

export const meta = titled("At the door");

export const handle = { styles };

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "door");
  const [person, programme] = await Promise.all([
    readAtDoor(args.context, visit, args.params["holding"]!, null),
    sessionsToCome(args.context.db, visit.settings.conferenceId),
  ]);
  return await doorPage(args, visit, person, programme);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "door", form);
  return data(await actAtDoor(args, visit, form, { passId: args.params["holding"]!, way: "list" }), 409);
}

export default function AtDoor() {
  const isChanged = useActionData<typeof action>()?.isChanged ?? false;
  return <DoorPerson {...useLoaderData<typeof loader>()} isChanged={isChanged} next="/admin/door?next" />;
}
