/**
 * Messages about a card, shown by the server and by the browser module of the payment pages. They have a file
 * of their own so that the module does not carry all other messages. Specification, sections 5 and 8.
 */
export const cardMessages = {
  required: "This field is required",
  invalidCardNumber: "Invalid card number",
  invalidExpiry: "Invalid month or year.",
  invalidSecurityCode: (digits: number) => `Enter the ${digits}-digit security code.`,
};
