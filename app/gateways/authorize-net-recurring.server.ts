import { asAmount, orderOf, within } from "./authorize-net-requests.server.ts";
import {
  codeOf,
  NoAnswer,
  ProfileAnswer,
  post,
  SubscriptionAnswer,
  SubscriptionsAnswer,
  type Wire,
} from "./authorize-net-wire.server.ts";
import type { CardProcessor, Subscription, SubscriptionStatus } from "./card-processor.server.ts";
import { encodeCarried } from "./carried.server.ts";

/** 9999 is the processor's word for "until cancelled". */
const WITHOUT_END = "9999";

/** Of one page of subscriptions, at most. */
const PAGE = 1000;

/** Codes behind which a subscription or profile may have been made or ended all the same. */
const BUSY = ["E00001", "E00049", "E00053", "E00104"];

/** A profile that was made a moment ago is not known everywhere yet. */
const NOT_FOUND_YET = "E00040";
const DUPLICATE_PROFILE = "E00039";
const DUPLICATE_SUBSCRIPTION = "E00012";
const NO_SUCH_SUBSCRIPTION = "E00035";

const STATES: Record<string, SubscriptionStatus> = {
  active: "active",
  suspended: "suspended",
  expired: "ended",
  canceled: "ended",
  terminated: "ended",
};

type Profile = { customerProfileId: string; customerPaymentProfileId: string };
type Recurring = Pick<
  CardProcessor,
  "subscribe" | "cancelSubscription" | "findSubscription" | "subscriptionsOf"
>;

/**
 * Payments that the processor takes by itself. The card is not sent for them: a profile is made of the charge
 * that it paid, which works for a typed card, for a token (good for one use) and for the processor's own page
 * alike, and can be done later as well. The profile belongs to the invoice number, so that the same again
 * finds the one that is there.
 */
export function recurring(wire: Wire): Recurring {
  return { subscribe, cancelSubscription, findSubscription, subscriptionsOf };

  async function subscribe(subscription: Subscription) {
    try {
      const profile = await profileOf(subscription);
      if ("refused" in profile) return { outcome: "declined", reason: profile.refused } as const;
      return await create(subscription, profile);
    } catch {
      return { outcome: "unknown" } as const;
    }
  }

  async function profileOf(subscription: Subscription): Promise<Profile | { refused: string }> {
    const { invoiceNumber, transactionId, name } = subscription;
    const call = "createCustomerProfileFromTransactionRequest";
    const fields = {
      refId: invoiceNumber,
      transId: transactionId,
      customer: { merchantCustomerId: invoiceNumber, description: within(255, name) },
    };
    const answer = await post(wire, call, fields, ProfileAnswer);
    const code = codeOf(answer);
    const [customerPaymentProfileId] = answer.customerPaymentProfileIdList;
    const { customerProfileId } = answer;
    if (customerProfileId && customerPaymentProfileId) return { customerProfileId, customerPaymentProfileId };
    if (code === DUPLICATE_PROFILE) {
      const existing = /ID (\d+)/.exec(answer.messages.message[0]!.text)?.[1];
      if (existing) return existingProfile(existing);
    }
    const isUnsure = answer.messages.resultCode === "Ok" || code === DUPLICATE_PROFILE || BUSY.includes(code);
    if (isUnsure) throw new NoAnswer(`${call}: ${code}`);
    return { refused: code };
  }

  async function existingProfile(customerProfileId: string): Promise<Profile> {
    const call = "getCustomerProfileRequest";
    const answer = await post(wire, call, { customerProfileId }, ProfileAnswer);
    const [paying] = answer.profile?.paymentProfiles ?? [];
    if (!paying) throw new NoAnswer(`${call}: ${codeOf(answer)}`);
    return { customerProfileId, customerPaymentProfileId: paying.customerPaymentProfileId };
  }

  async function create(subscription: Subscription, profile: Profile) {
    const { invoiceNumber, name, amountCents, carried, startDate } = subscription;
    const fields = {
      refId: invoiceNumber,
      subscription: {
        name: within(50, name),
        paymentSchedule: {
          interval: { length: String(carried.months), unit: "months" },
          startDate,
          totalOccurrences: WITHOUT_END,
        },
        amount: asAmount(amountCents),
        order: orderOf(invoiceNumber, encodeCarried(carried)),
        profile,
      },
    };
    const answer = await post(wire, "ARBCreateSubscriptionRequest", fields, SubscriptionAnswer);
    const code = codeOf(answer);
    const isDuplicate = code === DUPLICATE_SUBSCRIPTION;
    const subscriptionId = isDuplicate
      ? /subscription (\d+)/i.exec(answer.messages.message[0]!.text)?.[1]
      : answer.subscriptionId;
    if (subscriptionId) return { outcome: "subscribed", subscriptionId } as const;
    const isUnsure =
      answer.messages.resultCode === "Ok" || isDuplicate || code === NOT_FOUND_YET || BUSY.includes(code);
    return isUnsure ? ({ outcome: "unknown" } as const) : ({ outcome: "declined", reason: code } as const);
  }

  async function cancelSubscription(subscriptionId: string) {
    const call = "ARBCancelSubscriptionRequest";
    const answer = await post(wire, call, { subscriptionId }, SubscriptionAnswer).catch(() => null);
    if (!answer || BUSY.includes(codeOf(answer))) return { outcome: "unknown" } as const;
    // One that is cancelled already is answered with "Ok" as well.
    if (answer.messages.resultCode === "Ok")
      return { outcome: "done", transactionId: subscriptionId } as const;
    const found = await findSubscription(subscriptionId).catch(() => undefined);
    if (found === undefined) return { outcome: "unknown" } as const;
    if (found?.status === "ended") return { outcome: "done", transactionId: subscriptionId } as const;
    return { outcome: "refused", reason: codeOf(answer) } as const;
  }

  async function findSubscription(subscriptionId: string) {
    // Anything but digits is another processor's id, and would be refused as a broken request.
    if (!/^\d+$/.test(subscriptionId)) return null;
    const call = "ARBGetSubscriptionRequest";
    const fields = { subscriptionId, includeTransactions: "true" };
    const answer = await post(wire, call, fields, SubscriptionAnswer);
    if (codeOf(answer) === NO_SUCH_SUBSCRIPTION) return null;
    const status = STATES[answer.subscription?.status ?? ""];
    if (!status) throw new NoAnswer(`${call}: ${codeOf(answer)}`);
    const payments = answer.subscription!.arbTransactions.toSorted(
      (one, other) => (one.payNum ?? 0) - (other.payNum ?? 0),
    );
    // A try that was declined has no transaction, or one that is not captured.
    return {
      status,
      renewals: payments.flatMap(({ transId }) => (transId && transId !== "0" ? [transId] : [])),
    };
  }

  async function subscriptionsOf(invoiceNumber: string) {
    const call = "ARBGetSubscriptionListRequest";
    const all: { subscriptionId: string; status: SubscriptionStatus }[] = [];
    for (const searchType of ["subscriptionActive", "subscriptionInactive"]) {
      for (let offset = 1; ; offset++) {
        const fields = {
          searchType,
          // The newest first: what is added meanwhile moves others back, never past us.
          sorting: { orderBy: "id", orderDescending: "true" },
          paging: { limit: String(PAGE), offset: String(offset) },
        };
        const answer = await post(wire, call, fields, SubscriptionsAnswer);
        if (answer.messages.resultCode !== "Ok") throw new NoAnswer(`${call}: ${codeOf(answer)}`);
        for (const line of answer.subscriptionDetails) {
          if ("unreadable" in line) {
            // It may be the one that is asked for: nobody may say that it is not there.
            if ((line.invoiceNumber ?? invoiceNumber) === invoiceNumber) {
              throw new NoAnswer(`${call}: a listed subscription cannot be read`);
            }
            continue;
          }
          // What is not known to have ended may take a payment.
          if (line.invoice === invoiceNumber) {
            all.push({ subscriptionId: line.id, status: STATES[line.status] ?? "active" });
          }
        }
        if (answer.subscriptionDetails.length < PAGE) break;
      }
    }
    return all;
  }
}
