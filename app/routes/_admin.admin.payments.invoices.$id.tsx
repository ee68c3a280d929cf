import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility, requireAct } from "~/access/gate.server.ts";
import { InvoiceDocument } from "~/money/invoices/invoice.tsx";
import { takingMessages } from "~/money/invoices/messages.ts";
import { loadStaffInvoice, postStaffInvoice } from "~/money/invoices/staff-invoice.server.ts";
import { TakingCard } from "~/money/invoices/taking-card.tsx";
import { ConfirmRecord, ofRecord, RecordMoneyForm, WriteOffForm } from "~/money/invoices/taking-forms.tsx";
import { NotDone } from "~/money/refunds/refunds.tsx";
import { readForm } from "~/platform/posted-form.server.ts";
import { leavesClosed } from "~/programme/agenda.server.ts";
import { Button } from "~/ui/button.tsx";
import { Fold } from "~/ui/fold.tsx";
import { Moment } from "~/ui/moment.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { backTo } from "~/ui/paging.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { pageTitle } from "~/ui/site.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(matches, data ? `Invoice ${data.document.number}` : "Invoice") },
];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireAbility(args, "money");
  const id = args.params["id"]!;
  return {
    ...(await loadStaffInvoice(args.context, visit, id)),
    list: backTo("/admin/payments/invoices", args.request.url, id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAct(args, "money", "recordMoney", form);
  const leaving = leavesClosed(args.context, visit);
  return postStaffInvoice(args.context, visit, args.params["id"]!, form, leaving);
}

export default function StaffInvoice() {
  const { id, uid, name, email, document, things, paidFor, amount, missing, today, entry, money, list } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const notesAt = `/admin/payments/invoices/${id}/credit-note/`;
  const isOpen = document.state === "open";
  const isWaiting = document.state === "waiting";
  const who = name === email ? email : `${name}, ${email}`;
  return (
    <Page
      title={`Invoice ${document.number}`}
      eyebrow={<a href={list}>Invoices and cash</a>}
      lead={
        <>
          <bdi>{who}</bdi>
          {isOpen && (
            <>
              : {document.rest}, due by <Moment at={document.dueAt} zone={document.zone} />
            </>
          )}
        </>
      }
    >
      {reply?.checked ? (
        <ConfirmRecord hidden={{ ...reply.values, entry: reply.entry }} checked={reply.checked} />
      ) : (
        <>
          {reply?.said && (
            <Notice tone="error">
              <p>{reply.said}</p>
            </Notice>
          )}
          {reply?.writingOff && !(isOpen && missing) && <NotDone {...reply.writingOff} />}
          {money.map((taking) => (
            <TakingCard key={taking.id} {...{ taking, things, paidFor, reply }} who={name} />
          ))}
          {isOpen ? (
            <>
              <RecordMoneyForm {...{ isOpen, amount, today, entry, reply }} />
              {missing && (
                <WriteOffForm
                  {...{ missing, reply }}
                  holding={takingMessages.holding(name, things, paidFor)}
                />
              )}
              <Fold title="The invoice as it was sent">
                <InvoiceDocument invoice={document} notesAt={notesAt} />
              </Fold>
              <Fold title="Cancel this invoice">
                <p>
                  Invoice {document.number} of <bdi>{name}</bdi> over {document.total} ends.{" "}
                  {takingMessages.cancelled(paidFor.length)} {missing && takingMessages.partsOwed}
                </p>
                <PostForm>
                  <Button variant="danger" name="intent" value="cancel">
                    Cancel this invoice
                  </Button>
                </PostForm>
              </Fold>
            </>
          ) : (
            <>
              {/* Other money was recorded first. The form keeps what was typed and, if it was refused, the reason. */}
              {isWaiting && ofRecord(reply) && (
                <RecordMoneyForm isOpen otherWaits {...{ amount, today, entry, reply }} />
              )}
              <h2>The invoice as the delegate sees it</h2>
              <InvoiceDocument invoice={document} notesAt={notesAt} />
              {!isWaiting && <RecordMoneyForm {...{ isOpen, amount, today, entry, reply }} />}
            </>
          )}
        </>
      )}
      <p className="no-print cluster">
        <a href={`/admin/payments/${id}`}>Payment</a>{" "}
        {paidFor.length === 0 && <a href={`/admin/payments/person/${uid}`}>Everything of this person</a>}
      </p>
    </Page>
  );
}
