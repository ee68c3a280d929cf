/**
 * What is said of a card, on the server and by the module of the payment pages: apart from all other sentences,
 * which that module does not carry. Specification, sections 5 and 8.
 */
export const cardMessages = {
  required: "This field is required",
  invalidCardNumber: "Invalid card number",
  invalidExpiry: "Invalid month or year.",
  invalidSecurityCode: (digits: number) => `Enter the ${digits}-digit security code.`,
};
