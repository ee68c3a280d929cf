import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { readTicket } from "~/home/ticket.server.ts";
import { TicketSheet } from "~/home/ticket-sheet.tsx";
import styles from "~/modules/ticket.css?inline";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Your ticket");

export const handle = { enhance: "decision", styles };

export async function loader(args: LoaderFunctionArgs) {
  return readTicket(args.context, await requireViewer(args));
}

export default function Ticket() {
  return <TicketSheet {...useLoaderData<typeof loader>()} />;
}
