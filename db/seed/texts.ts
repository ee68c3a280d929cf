import type { TextId } from "../../app/conference/texts.ts";

/** What the pages of the first installation say beyond the portal's own sentences. */
export const seedTexts: Record<TextId, string> = {
  visitorLead:
    "Apply, see the decision, accept the terms and register for your pass. Do it all in one place, from any phone.",
  decisionAccepted: "Congratulations! We would be glad to welcome you.",
  decisionDeferred:
    "We could not offer you a place in person this time. We would be glad to have you at the virtual summit.",
  decisionWaitlisted: "We could not offer you a place so far. If that changes, we will write to you.",
  decisionRejected:
    "Thank you for the work you put into your application. We had to turn down many good applications. You are welcome to apply to our next conference.",
  letter:
    "To take part, the delegate must register and pay for a pass. Questions about this letter: {contact}",
  passInPerson: "The virtual summit is included.",
  passVirtual: `Take part from wherever you are. Your ticket includes:

- 24 hours of content
- unlimited speaker events
- events for all timezones
- networking
- socials
- alumni access`,
  registered: "We look forward to meeting you.",
  help: `### What should I bring?

A document with your photo, and the confirmation of your registration, on your phone or on paper.`,
};
