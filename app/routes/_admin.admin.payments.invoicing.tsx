import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { loadInvoicing, postInvoicing } from "~/money/invoices/invoicing-page.server.ts";
import {
  InvoicingInForce,
  InvoicingProposalForm,
  OpenProposal,
  PastProposals,
} from "~/money/invoices/invoicing-page.tsx";
import { invoicingMessages } from "~/money/invoices/messages.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { titled } from "~/ui/site.tsx";

export const meta = titled("Bank details and limits");

export async function loader(args: LoaderFunctionArgs) {
  return loadInvoicing(args.context, await requireAbility(args, "money"));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  return postInvoicing(args.context, await requireAct(args, "money", "invoicing", form), form);
}

export default function InvoicingPage() {
  const { edition, inForce, elsewhere, version, open, past, formId, values } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Page title="Bank details and limits" lead={invoicingMessages.lead(edition)}>
      {reply?.said && (
        <Notice tone="error">
          <p>{reply.said}</p>
        </Notice>
      )}
      {open && <OpenProposal open={open} />}
      <InvoicingInForce inForce={inForce} />
      {(!open || reply?.form) && (
        <InvoicingProposalForm
          {...{ values, formId, version }}
          reply={reply?.form}
          from={elsewhere?.edition ?? null}
        />
      )}
      <PastProposals past={past} />
      <p>
        <a href="/admin/payments/invoices">Invoices and cash</a>
      </p>
    </Page>
  );
}
