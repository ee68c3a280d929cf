import type { TextId } from "~/conference/texts.ts";
import type { Decision } from "~/values/types.ts";

// Texts with which an organizer may start instead of an empty page. The first installation starts with them too.

/** Texts that pages show in addition to the portal's own sentences. */
export const STANDARD_TEXTS: Record<TextId, string> = {
  visitorLead: "Apply, read your decision and pay for your pass here.",
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

/** The mails that are sent when a decision is released; {placeholders} are filled in for each delegate. */
export const STANDARD_MAILS: Record<Decision, { subject: string; body: string }> = {
  Accepted: {
    subject: "You are accepted: {conference}",
    body: `Dear {firstName},

We are glad to tell you that your application for the {conference} was accepted.

Accept the terms and conditions and register for your pass here: {link}

On the Decision page you will also find your letters, for a visa or for your university.`,
  },
  "Deferred to virtual": {
    subject: "Your application: {conference}",
    body: `Dear {firstName},

There were more good applications for the {conference} than places on site. We would like to see you at the Virtual Summit instead.

What that means, and how to register: {link}`,
  },
  Waitlisted: {
    subject: "You are on the waiting list: {conference}",
    body: `Dear {firstName},

Your application for the {conference} is on the waiting list: we could not offer you a place so far. If that changes, we will write to you.

You can always see where it stands here: {link}`,
  },
  Rejected: {
    subject: "Your application: {conference}",
    body: `Dear {firstName},

Thank you for your application for the {conference}. We are sorry that we cannot offer you a place this time. It has no bearing on an application for a later conference.

The decision is also here: {link}`,
  },
};
