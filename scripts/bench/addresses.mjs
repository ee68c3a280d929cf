// What is measured: pages and calls by the demo's people, each with its name in the tables.

/** @typedef {{ name: string, as: string | null, path: string, call?: unknown, pays?: boolean }} Address */

const page = (as, path, name = path) => ({ name, as, path });
const call = (as, path, payload) => ({ name: `POST ${path}`, as, path, call: payload });

/** By kind. `as` is the demo account that asks, null a visitor. */
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

/** Each request comes from another delegate, who is as ready to pay as `as` is. */
export const PAYING = { name: "POST /register", as: "signed", path: "/register", pays: true };

/** The whole payment of the in-person pass at the early round's price, as a browser posts it. */
export const PAYMENT = {
  passType: "goldPlus",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
  intendedPassCost: "495",
};
