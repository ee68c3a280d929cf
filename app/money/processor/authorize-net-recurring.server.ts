import type * as z from "zod";
import type {
  ChangeCardOutcome,
  RecurringCharge,
  RecurringPayments,
  SubscriptionStatus,
} from "~/platform/ports/card-processor.server.ts";
import { asAmount, billToAgain, orderOf, paymentOf, within } from "./authorize-net-requests.server.ts";
import {
  codeOf,
  NoAnswer,
  ProfileAnswer,
  post,
  RecurringAnswer,
  SubscriptionsAnswer,
  summaryOf,
  TOKEN_CODES,
  UpdateAnswer,
  type Wire,
} from "./authorize-net-wire.server.ts";
import { encodeCarried } from "./charge-text.server.ts";

/** The number of payments that means "until cancelled" to the processor. */
const WITHOUT_END = "9999";

/** The most subscriptions that one page of a list can have. */
const PAGE = 1000;

/** Error codes after which the subscription or profile may nevertheless have been made or ended. */
const BUSY = ["E00001", "E00049", "E00053", "E00104"];

/** The code for a profile that does not exist. A profile that was made a moment ago may not be known everywhere yet. */
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

/** The error codes for a card that is invalid or that its bank refuses. E00027 stands for every failed check. */
const CARD_REFUSALS = ["E00013", "E00015", "E00027"];

type StoredProfile = NonNullable<NonNullable<z.infer<typeof RecurringAnswer>["subscription"]>["profile"]>;
type Profile = { customerProfileId: string; customerPaymentProfileId: string };

/**
 * Recurring payments, which the processor takes automatically. The card is not sent for them: the processor makes a
 * profile from the charge that the card paid. This works for a typed card, for a token (which can be used only once)
 * and for the processor's own page. The profile can also be made later. It belongs to the invoice number, so a repeated
 * request finds the existing profile.
 */
export function recurring(wire: Wire): RecurringPayments {
  return { subscribe, updateSubscription, cancelSubscription, findSubscription, subscriptionsOf };

  async function subscribe(subscription: RecurringCharge) {
    try {
      const profile = await profileOf(subscription);
      if ("refused" in profile) return { outcome: "declined", reason: profile.refused } as const;
      return await create(subscription, profile);
    } catch {
      return { outcome: "unknown" } as const;
    }
  }

  async function profileOf(subscription: RecurringCharge): Promise<Profile | { refused: string }> {
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

  async function create(subscription: RecurringCharge, profile: Profile) {
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
    const answer = await post(wire, "ARBCreateSubscriptionRequest", fields, RecurringAnswer);
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

  async function updateSubscription(
    subscriptionId: string,
    card: Parameters<RecurringPayments["updateSubscription"]>[1],
  ): Promise<ChangeCardOutcome> {
    const payment = paymentOf(card);
    if (!payment) return { outcome: "declined" };
    try {
      const found = await details(subscriptionId);
      const { profile, status } = found ?? {};
      if (!profile || STATES[status ?? ""] === "ended")
        return { outcome: "notChanged", reason: "not running" };
      const refused = await changeProfile(profile, payment, card);
      if (refused) return refused;
      // The processor charges for a suspended subscription again only after the subscription itself was changed.
      if (STATES[status ?? ""] === "suspended") await reactivate(subscriptionId, profile);
      const changed = await findSubscription(subscriptionId).catch(() => null);
      return { outcome: "changed", card: changed?.card ?? null };
    } catch {
      return { outcome: "unknown" };
    }
  }

  /** Replaces the stored card, if the new card's bank accepts it. Returns null if the card was replaced. */
  async function changeProfile(
    { customerProfileId, paymentProfile }: StoredProfile,
    payment: object,
    names: { firstName: string; lastName: string },
  ): Promise<ChangeCardOutcome | null> {
    const { customerPaymentProfileId, billTo } = paymentProfile;
    const fields = {
      customerProfileId,
      paymentProfile: { billTo: billToAgain(billTo, names), payment, customerPaymentProfileId },
      validationMode: "liveMode",
    };
    const answer = await post(wire, "updateCustomerPaymentProfileRequest", fields, UpdateAnswer);
    if (answer.messages.resultCode === "Ok") return null;
    const code = codeOf(answer);
    if (CARD_REFUSALS.includes(code) || TOKEN_CODES.includes(code)) return { outcome: "declined" };
    return BUSY.includes(code) ? { outcome: "unknown" } : { outcome: "notChanged", reason: code };
  }

  async function reactivate(
    subscriptionId: string,
    { customerProfileId, paymentProfile }: StoredProfile,
  ): Promise<void> {
    const { customerPaymentProfileId } = paymentProfile;
    const fields = {
      subscriptionId,
      subscription: { profile: { customerProfileId, customerPaymentProfileId } },
    };
    const answer = await post(wire, "ARBUpdateSubscriptionRequest", fields, RecurringAnswer);
    if (answer.messages.resultCode !== "Ok")
      throw new NoAnswer(`ARBUpdateSubscriptionRequest: ${codeOf(answer)}`);
  }

  async function cancelSubscription(subscriptionId: string) {
    const call = "ARBCancelSubscriptionRequest";
    const answer = await post(wire, call, { subscriptionId }, RecurringAnswer).catch(() => null);
    if (!answer || BUSY.includes(codeOf(answer))) return { outcome: "unknown" } as const;
    // If the subscription is already cancelled, the answer is also "Ok".
    if (answer.messages.resultCode === "Ok")
      return { outcome: "done", transactionId: subscriptionId } as const;
    const found = await findSubscription(subscriptionId).catch(() => undefined);
    if (found === undefined) return { outcome: "unknown" } as const;
    if (found?.status === "ended") return { outcome: "done", transactionId: subscriptionId } as const;
    return { outcome: "refused", reason: codeOf(answer) } as const;
  }

  /** The processor's data about a subscription; null if there is no subscription with this id. */
  async function details(subscriptionId: string) {
    // Anything but digits is another processor's id and would be refused as a malformed request.
    if (!/^\d+$/.test(subscriptionId)) return null;
    const call = "ARBGetSubscriptionRequest";
    const fields = { subscriptionId, includeTransactions: "true" };
    const answer = await post(wire, call, fields, RecurringAnswer);
    if (codeOf(answer) === NO_SUCH_SUBSCRIPTION) return null;
    if (!STATES[answer.subscription?.status ?? ""]) throw new NoAnswer(`${call}: ${codeOf(answer)}`);
    return answer.subscription!;
  }

  async function findSubscription(subscriptionId: string) {
    const found = await details(subscriptionId);
    if (!found) return null;
    const payments = found.arbTransactions.toSorted((one, other) => (one.payNum ?? 0) - (other.payNum ?? 0));
    // A declined attempt has no transaction, or one that is not captured.
    return {
      status: STATES[found.status]!,
      renewals: payments.flatMap(({ transId }) => (transId && transId !== "0" ? [transId] : [])),
      card: summaryOf(found.profile?.paymentProfile.payment?.creditCard),
    };
  }

  async function subscriptionsOf(invoiceNumber: string) {
    const call = "ARBGetSubscriptionListRequest";
    const all: { subscriptionId: string; status: SubscriptionStatus }[] = [];
    for (const searchType of ["subscriptionActive", "subscriptionInactive"]) {
      for (let offset = 1; ; offset++) {
        const fields = {
          searchType,
          // Newest first. Entries that are added while we read push the others to later positions, so none is missed.
          sorting: { orderBy: "id", orderDescending: "true" },
          paging: { limit: String(PAGE), offset: String(offset) },
        };
        const answer = await post(wire, call, fields, SubscriptionsAnswer);
        if (answer.messages.resultCode !== "Ok") throw new NoAnswer(`${call}: ${codeOf(answer)}`);
        for (const line of answer.subscriptionDetails) {
          if ("unreadable" in line) {
            // This may be the subscription that we look for, so we must not report that there is none.
            if ((line.invoiceNumber ?? invoiceNumber) === invoiceNumber) {
              throw new NoAnswer(`${call}: a listed subscription cannot be read`);
            }
            continue;
          }
          // A subscription that is not known to have ended may still take a payment.
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
