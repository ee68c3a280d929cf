import {
  cardTypeLabel,
  chargeCardErrors,
  expiryOf,
  groupDigits,
  securityCodeLength,
  typedCard,
} from "~/money/cards/card.ts";
import { dueOf, payLabel, totalOf } from "~/money/prices/pricing.ts";
import { Enhancement } from "~/ui/enhancement.element.ts";
import { dollarAmount, dollars } from "~/values/money.ts";

/** The functions of Authorize.Net's script Accept.js. */
type Processor = {
  dispatchData(
    request: {
      authData: { clientKey: string; apiLoginID: string };
      cardData: { cardNumber: string; month: string; year: string; cardCode: string };
    },
    answer: (answer: {
      messages: { resultCode: string };
      opaqueData?: { dataDescriptor: string; dataValue: string };
    }) => void,
  ): void;
};

/**
 * Keeps the total and the links to other ways to pay up to date while add-ons are chosen and removed. Names the type of
 * the card while its number is typed. Formats the number and the expiry date. Shows "Loading..." while the payment is
 * being sent, so that it is sent only once.
 */
export class PaymentForm extends Enhancement {
  #paying = false;
  /** The label of the button if nothing has to be paid. */
  #label = "";

  protected override enhance() {
    const form = this.querySelector("form");
    if (!form) return;
    // With scripts, the choice and the payment are on one page, so the Enter key must press the button that pays.
    for (const button of this.querySelectorAll<HTMLButtonElement>("[value=choose]")) button.value = "pay";
    const hint = this.#find("#cardCode-hint");
    const hintForAny = hint?.textContent ?? "";
    const number = this.#input("cardNumber");
    const expiry = this.#input("expirationDate");
    const code = this.#input("cardCode");
    this.#label = this.#find("[data-pay]")?.textContent ?? "";

    const showCard = () => {
      const typed = number?.value ?? "";
      const label = cardTypeLabel(typed);
      const digits = securityCodeLength(typed);
      write(this.#find("[data-card-type]"), label ?? "");
      if (code) code.maxLength = label === null ? 4 : digits;
      write(
        hint,
        label === null ? hintForAny : `${digits} digits on the ${digits === 4 ? "front" : "back"}.`,
      );
    };
    const show = () => {
      this.#showTotal();
      showCard();
    };

    this.listen(form, "input change", show);
    // This event also comes when the browser returns to the page and restores the fields.
    this.listen(window, "pageshow", () => {
      this.#paying = false;
      show();
    });
    if (number) this.listen(number, "change", () => (number.value = groupDigits(number.value)));
    if (expiry) {
      this.listen(expiry, "change", () => (expiry.value = expiryOf(expiry.value)));
      this.listen<InputEvent>(expiry, "input", (event) => insertSlash(expiry, event));
    }
    this.listen(form, "click", (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("button[name=clear]");
      if (!button) return;
      event.preventDefault();
      const radios = radiosOf(button);
      for (const radio of radios) radio.checked = false;
      show();
      radios[0]?.focus();
    });
    // The links to other ways to pay have the choice with which the page was loaded. Here they get the present choice.
    this.listen(form, "click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-chosen]");
      if (link) link.search = String(choiceIn(form, link.dataset["chosen"]!));
    });
    this.listen<SubmitEvent>(form, "submit", (event) => {
      if (event.submitter?.matches("[value=update]")) return;
      if (this.#paying) event.preventDefault();
      this.#paying = true;
      this.#showTotal();
      const processor = this.#processor();
      if (!processor || event.defaultPrevented || this.#find("[data-card-needed]")?.hidden) return;
      event.preventDefault();
      this.#tokenize(processor, form);
    });
    // Without the processor's script the card is typed on the processor's page.
    this.listen(window, "load", () => {
      if (!this.#processor()) return;
      for (const fields of this.querySelectorAll<HTMLElement>("[data-card]")) fields.hidden = false;
      for (const hint of this.querySelectorAll<HTMLElement>("[data-elsewhere]")) hint.hidden = true;
    });
    show();
  }

  /** The card processor's script, on pages that take the card through it. */
  #processor(): Processor | undefined {
    return this.dataset["clientKey"] ? (window as { Accept?: Processor }).Accept : undefined;
  }

  /**
   * Sends the card to the processor, and then submits the form with the token that the processor returns. The card
   * never reaches us.
   */
  #tokenize(processor: Processor, form: HTMLFormElement) {
    const typed = (name: string) => this.#input(name)?.value ?? "";
    const card = typedCard({
      cardNumber: typed("cardNumber"),
      expirationDate: typed("expirationDate"),
      cardCode: typed("cardCode"),
    });
    const fail = (sentence: string) => {
      this.#paying = false;
      this.#showTotal();
      const problem = this.#find("[data-problem]");
      if (problem) problem.hidden = false;
      write(problem, sentence);
    };
    const [error] = Object.values(chargeCardErrors(card, Date.now()));
    if (error) return fail(error);
    const [month, year] = card.expirationDate.split("/");
    processor.dispatchData(
      {
        authData: { clientKey: this.dataset["clientKey"]!, apiLoginID: this.dataset["login"]! },
        cardData: {
          cardNumber: card.cardNumber,
          month: month!,
          year: `20${year}`,
          cardCode: card.cardCode,
        },
      },
      ({ messages, opaqueData }) => {
        if (messages.resultCode === "Error" || !opaqueData) return fail(this.dataset["failed"]!);
        this.#input("dataDescriptor")!.value = opaqueData.dataDescriptor;
        this.#input("dataValue")!.value = opaqueData.dataValue;
        form.submit();
      },
    );
  }

  #showTotal() {
    const chosen = [...this.querySelectorAll<HTMLInputElement>("input[data-cents]:checked")];
    const cents = totalOf([
      Number(this.dataset["passCents"] ?? 0),
      ...chosen.map(({ dataset }) => Number(dataset["cents"])),
    ]);
    const { spentCents, dueCents } = dueOf(cents, Number(this.dataset["creditCents"] ?? 0));
    write(this.#find("[data-spent]"), dollars(-spentCents));
    for (const total of this.querySelectorAll<HTMLElement>("[data-total]")) write(total, dollars(cents));
    for (const line of this.querySelectorAll<HTMLElement>("[data-line]")) {
      const choice = chosen.find(({ name }) => name === line.dataset["line"]);
      line.hidden = !choice;
      write(line.querySelector("[data-variant]"), choice?.value ?? "");
    }
    const sent = this.#input("total");
    if (sent) sent.value = String(dollarAmount(dueCents));
    const pay = this.#find<HTMLButtonElement>("[data-pay]");
    const needed = this.#find("[data-card-needed]");
    if (needed) needed.hidden = dueCents === 0;
    const label = this.dataset["passCents"] ? payLabel(dueCents, pay?.dataset["free"] ?? "") : this.#label;
    write(pay, this.#paying ? "Loading..." : label);
    if (pay) pay.disabled = this.#paying;
    for (const button of this.querySelectorAll<HTMLButtonElement>("button[name=clear]")) {
      button.hidden = !radiosOf(button).some(({ checked }) => checked);
    }
  }

  #find<Kind extends HTMLElement>(selector: string) {
    return this.querySelector<Kind>(selector);
  }

  #input(name: string) {
    return this.#find<HTMLInputElement>(`input[name="${name}"]`);
  }
}

/** A phone's keypad has no slash, so one is inserted after the month, unless that would disturb editing. */
function insertSlash(input: HTMLInputElement, { inputType, isComposing }: InputEvent) {
  const isAtEnd = input.selectionStart === input.value.length;
  if (inputType !== "insertText" || isComposing || !isAtEnd) return;
  const [, month, rest] = /^(0[1-9]|1[0-2])(?:\/\/|(\d?))$/.exec(input.value) ?? [];
  if (month) input.value = `${month}/${rest ?? ""}`;
}

function radiosOf(button: HTMLButtonElement): HTMLInputElement[] {
  return [...(button.parentElement?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])];
}

/** The chosen add-ons, and one more field, as the parameters of an address. */
const choiceIn = (form: HTMLFormElement, more: string) =>
  new URLSearchParams(
    [...new FormData(form)].filter((field): field is [string, string] => {
      const [name, value] = field;
      return typeof value === "string" && value !== "" && (name === more || name.startsWith("addOns."));
    }),
  );

function write(element: HTMLElement | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text;
}
