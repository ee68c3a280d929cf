import { eventDays } from "~/conference/events.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { dollars } from "~/values/money.ts";
import { clockAt, daysFrom, inZone, isoDay } from "~/values/times.ts";
import { quantity } from "~/values/words.ts";

/** The facts in an agreement that depend on the edition, and on the law of the place where the conference is held. */
type AgreementFacts = {
  /** The amount that is kept when a payment is refunded: "$50". */
  deposit: string;
  /**
   * The last moment for refunds; only its day if refunds are given until the end of that day. `before` is the time from
   * that day to the first day of the conference. It is null if one of the two days is not known, or if the conference has
   * begun by that day.
   */
  refundsUntil: string;
  before: string | null;
  /** The days of the conference. */
  days: string;
  /** The minimum age of people who come; null if there is none. */
  age: number | null;
  /** The telephone number for emergencies. */
  emergency: string;
  /** A sentence about who may drink alcohol. */
  alcohol: string;
  /** The place whose laws govern the liability release. */
  law: string;
};

/** The agreement that delegates accept before they pay, in Markdown; headings start at the third level. */
export const agreementOf = ({
  deposit,
  refundsUntil,
  before,
  days,
  age,
  emergency,
  alcohol,
  law,
}: AgreementFacts) => ({
  openingLetter: `
Dear delegate,

Congratulations on your place at the conference. Each year, students from many countries come together here to ask where Asia is going and what they can do about it. We are very glad that you will be one of them.

The conference is run by students, for students. We prepare the programme, the venues and the safety of everyone who takes part. We cannot prepare the trust between the people in the room. That comes from you. The pages below say what we ask of every delegate and what you may expect of us. They also say what happens to your registration fee if your plans change.

Please read them in full before you pay. They apply to everyone who registers, in person or online, from the moment of registration until the last event has ended. If a sentence is not clear to you, write to us before you accept. We would rather answer a question now than settle a misunderstanding later.

Thank you for your care, and welcome.

*The Organizing Committee*
`.trim(),

  codeOfConduct: `
### Security rules

1. **Wear your badge.** Your delegate badge is your entry to every session, meal and social event. It is yours alone. Do not lend, sell or copy it. If you lose it, tell the registration desk at once.
2. **Carry identification.** Bring an official photo identification on every day of the conference. Staff may ask to see it together with your badge.
3. **Keep to the places that are open to you.** Enter only the rooms named in the programme. Dormitories, laboratories, libraries and offices on campus are closed to delegates unless a host goes with you.
4. **Do not bring guests.** Friends and family may not attend sessions or social events unless they are registered.
5. **Look after your belongings.** Do not leave bags unattended. An unattended bag may be removed by security staff. We do not store valuables.
6. **Follow instructions.** Follow the directions of conference staff, campus police and venue staff, above all in an emergency or a fire drill.
7. **Report what worries you.** Tell a member of staff straight away about anything that seems dangerous. Call ${emergency} first if somebody may be hurt.

### Campus code of conduct

1. **Respect one another.** Harassment, discrimination, threats and unwanted attention of any kind have no place here. It does not matter whether they concern nationality, ethnicity, religion, gender, sexual orientation, disability, age or opinion. This rule applies in sessions, at social events, in private messages and online.
2. **Argue with ideas, not with people.** Speakers and delegates will say things you do not agree with. Ask hard questions, and let others finish their answers.
3. **Alcohol, drugs and smoking.** ${alcohol} Illegal drugs are forbidden. Smoking and vaping are not allowed in or near campus buildings.
4. **No weapons.** Weapons of any kind, and objects made to look like them, are forbidden on campus.
5. **Take care of the place.** Leave rooms as you found them. You pay for the damage you cause.
6. **Attend.** Come to the sessions you signed up for, on time and in suitable dress.
7. **Photographs and recordings.** Ask before you photograph or record other delegates. Some sessions are off the record. Do not record or quote them. The committee takes photographs and films of the conference and may use them to present its work. Tell us if you do not wish to appear.
8. **Online events.** Join under your own name, keep links and passwords to yourself, and do not record other participants.

The committee may warn a delegate who breaks these rules, exclude them from single events, or end their registration without a refund. Serious matters are reported to the university, to the delegate's home institution or to the police.${age === null ? "" : `\n\nIn person, delegates must be ${age} or older on the first day of the conference.`}
`.trim(),

  refundPolicy: `
### Deposit

Of every registration fee, **${deposit} is a non-refundable deposit**. It is kept whatever the reason for the cancellation.

### If you cancel

- **Until ${refundsUntil}**, you can give up your pass yourself, on the Payment Information page. You get back what was paid for the pass, less the deposit. You need no reason.
- Until that day, any other request for a refund is decided case by case. Write to us as early as you can and give your reason. Send proof if you have any, such as the refusal of a visa.
- **After ${refundsUntil}**${before === null ? "" : `, ${before} before the conference`}, there are **no refunds**.
- Your payment may instead be carried over as credit towards a future event. Ask us for it in the same way.

Refunds go back to the card that was used for the payment. Please allow your bank time to book it.

### The Virtual Summit ticket

Only delegates who register for **and attend** the conference of **${days}** receive the Virtual Summit ticket free of charge. A Virtual Summit ticket on its own carries the appropriate fee.

### If we cancel

If we have to cancel the conference or move it online, we will write to every delegate. We will explain the choices. One of them is credit for a future event.
`.trim(),

  liabilityRelease: `
### Liability release form

By accepting, I confirm the following.

1. **I take part of my own free will.** I know that travel, social events and time in a city I may not know carry risks. These include illness, injury, and the loss of or damage to property. I accept these risks as my own.
2. **I am fit to take part.** I will tell the organizers in good time about any condition that they need to know to keep me and others safe.
3. **My insurance and my documents are my own responsibility.** I will have health and travel insurance that is valid for my whole stay. I will obtain the passport, visa and vaccinations I need. The organizers neither provide nor guarantee any of these.
4. **In an emergency**, the organizers may call for medical help for me and tell my emergency contact. I will bear the cost of the treatment.
5. **I release the organizers.** As far as the law allows, I release the organizers from claims for loss, injury or damage that arise from my taking part. Here “the organizers” are the organizing committee, its members and volunteers, the university that hosts the conference, and their partners. This does not cover harm caused by their gross negligence or on purpose.
6. **I answer for what I do.** I will make good the damage that I cause to persons or property during the conference.
7. **My details are correct.** What I wrote in my application and registration is true. I understand that a false statement may end my registration without a refund.
8. **My data.** The organizers may use my details to run the conference. They may pass on what hosts, venues and emergency services need for it.

This release is governed by the laws of ${law}. If one sentence of it cannot be enforced, the others remain in force.

I have read and understood this form, and I accept it. I also accept the security rules, the campus code of conduct and the refund policy above.
`.trim(),
});

/**
 * The agreement for an edition, with the edition's own days and amounts. The law of the place and anything that is not
 * known yet are placeholders in brackets, which the linter reports.
 */
export function standardAgreement({ events, passes }: Pick<EditionDocument, "events" | "passes">) {
  const admitted = passes.find(({ id }) => id === "goldPlus")?.eventId;
  const event = events.find(({ id }) => id === admitted) ?? events.find(({ firstDay }) => firstDay !== null);
  const deposit = event?.refundDepositCents ?? 0;
  const until = event?.refundsUntil ?? null;
  return agreementOf({
    deposit: deposit > 0 ? dollars(deposit) : "[amount that is kept of a refund]",
    refundsUntil:
      event && until !== null
        ? inZone(until, event.timeZone, clockAt(until, event.timeZone) === "23:59" ? "date" : "dateTime")
        : "[date until which refunds are given]",
    before:
      event?.firstDay && until !== null
        ? timeBefore(daysFrom(isoDay(until, event.timeZone), event.firstDay))
        : null,
    days: (event && eventDays(event)) ?? "[date of the conference]",
    age: event?.minimumAge ?? null,
    emergency: "[insert the emergency number]",
    alcohol: "[insert who may drink alcohol there.]",
    law: "[insert the country or state]",
  });
}

/** "one week", "9 days"; null if `days` is not positive. */
function timeBefore(days: number): string | null {
  if (days <= 0) return null;
  if (days === 7) return "one week";
  return days % 7 === 0 ? quantity(days / 7, "week") : quantity(days, "day");
}
