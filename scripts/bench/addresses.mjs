// The pages and calls that are measured. Each request is made by a person of the demo, and has the name under which the
// tables of results show it.

/** @typedef {{ name: string, as: string | null, path: string, call?: unknown, pays?: boolean }} Address */

const page = (as, path, name = path) => ({ name, as, path });
const call = (as, path, payload) => ({ name: `POST ${path}`, as, path, call: payload });

/** The addresses, grouped by kind. `as` is the demo account that makes the request; null stands for a visitor. */
export const ADDRESSES = {
  delegates: [
    page(null, "/"),
    page("accepted", "/", "/ (signed in)"),
    page("draft", "/application/about"),
    page("accepted", "/decision"),
    page("signed", "/register"),
    page("gold", "/payment-info"),
    page("goldplus", "/scheduling"),
    page("subscriber", "/plus"),
  ],
  staff: [
    page("director", "/admin"),
    page("director", "/admin/delegates"),
    page("director", "/admin/delegates?search=ma"),
    page("director", "/admin/release"),
    page("director", "/admin/payments"),
  ],
  functions: [
    call("accepted", "/getDecision", null),
    call("gold", "/getPassType", { userUid: "the caller" }),
    call("signed", "/acceptWaiver", null),
  ],
};

/** A payment. Each request comes from a different delegate, who is ready to pay, just like the demo account in `as`. */
export const PAYING = { name: "POST /register", as: "signed", path: "/register", pays: true };

/** The fields that a browser posts when somebody pays the full price of the in-person pass in the early round. */
export const PAYMENT = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
  intendedPassCost: "495",
};
