/** Words that somebody reads: exactly these words, or a pattern. */
export type Words = string | RegExp;

/** What somebody reads in one state of a screen (test/e2e/states.ts), and what they must not read there. */
export type Sight = {
  on: string;
  reads: Words[];
  not?: Words[];
  /** Whether scripts run. If it is not set, both modes are tried. */
  scripts?: boolean;
  /** The width in px. If it is not set, the smallest phone and a desk are tried. */
  width?: number;
};

const on = (state: string, ...reads: Words[]): Sight => ({ on: state, reads });
const without = (state: string, ...not: Words[]): Sight => ({ on: state, reads: [], not });
const withScripts = (state: string, ...reads: Words[]): Sight => ({ on: state, reads, scripts: true });
const onDesk = (state: string, ...reads: Words[]): Sight => ({ on: state, reads, width: 1280 });

const NOT_LOGGED_IN = "You must be logged in to access this content!";
const PURCHASED = "This is only available for users who have purchased";
const CREDENTIALS = "Invalid email/password combination. Please double-check your credentials and try again.";
const TERMS_REFUSED = "You must accept the terms and conditions to register for the conference.";
const ACCEPT_FIRST = "Please accept the terms and conditions before proceeding.";
const CONFIRM_TERMS =
  "By continuing with registration, you hereby accept to the terms and conditions outlined above.";
const ACCEPT_BUTTON = "I accept to the terms and conditions outlined above.";
const PAYMENT_FAILED =
  "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.";
const TOO_LARGE =
  "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.";
const NOT_ACCEPTED =
  "Unfortunately, you may only register for the Harvard Conference ticket if your application was accepted.";
const COUNTDOWN = /close in (\d+ days? )?\d\d:\d\d:\d\d/;
const REQUIRED = "This field is required";

const VISA = /CRITICAL If you need a visa, ask for your appointment today/;

/**
 * For each statement of the specification about pages (statements.csv), the places where somebody reads what the
 * statement says. The words must be in sight: neither folded nor covered nor beside the screen
 * (test/e2e/transcript.ts). If a statement is not here, either a test has its number in the title, or a record decides
 * against the statement (decided.ts). `npm run spec` says for each statement which of these is the case.
 */
export const PAGES: Record<number, Sight[]> = {
  // 1 What the product does
  1: [
    on("check", "Submit application"),
    on("decision accepted", "You are accepted"),
    on("register waiver", ACCEPT_BUTTON),
    on("register pay step", "Card number", "Pay $550"),
  ],
  2: [on("register pay", "Harvard Conference ticket", "Add-ons"), on("receipt", "Harvard Conference ticket")],
  3: [on("virtual summit pay", "Virtual Summit ticket", "Pay $150")],
  4: [on("desk", "Nur Aisyah Rahman", "Save and next")],
  5: [on("distribute", "Distribute applications", "Make a plan")],
  6: [on("manage staff", "Manage staff", "Remi Sato")],
  7: [on("upload decisions", "Upload decisions")],
  8: [on("notifications of staff", "Notifications", "New notification")],
  9: [
    on("staff speakers", "Amihan Villanueva"),
    on("staff sorting", "Sorting", "↑"),
    on("staff videos", "Robots on the night shift"),
  ],
  10: [
    on("plus", "Climate and energy", "Robots on the night shift", "Haruka Ōnishi"),
    on("plus video", "[film]", "Haruka Ōnishi"),
  ],
  11: [on("history", "Asia Conference 2023", "Harvard Conference 2023")],
  12: [on("home new", "Asia Conference 2023"), on("home goldplus", "Harvard Conference 2023")],
  13: [
    on(
      "history",
      ...[2023, 2022, 2021].map((year) => new RegExp(`Asia Conference ${year}.*Harvard Conference ${year}`)),
    ),
  ],
  14: [on("editions", /Asia Conference 2023 aconf_2023 HONG KONG Current/)],
  15: [on("history", "Asia Conference 2023, Hong Kong")],
  16: [
    on("home log in", "Asia Conference 2023", "Architects of Asia: Building Tomorrow"),
    on("history", "Asia Conference 2023, Hong Kong Architects of Asia: Building Tomorrow"),
  ],
  17: [
    on(
      "register pay",
      "Harvard Conference 2023: the thirty-first edition, on the Harvard campus, 17–19 February 2023.",
    ),
  ],
  18: [on("virtual summit pay", "Virtual Summit ticket"), on("register pay", "Virtual summit")],
  19: ["register pay", "register pay step", "register declined", "register wrong"].map((state) =>
    on(state, "You must be 18 or older to take part in person."),
  ),
  20: [
    on(
      "virtual summit pay",
      ...["24 hours of content", "unlimited speaker events", "events for all timezones"],
      ...["networking", "socials", "alumni access"],
    ),
    on("virtual summit declined", "24 hours of content", "alumni access"),
  ],

  // 2 Screens and routes
  21: [on("home accepted", "You are accepted")],
  22: [on("scheduling", "Scheduling", "Friday 17 February")],
  23: [on("application new", "Your application"), on("section about", "About you", "First name")],
  24: [on("decision accepted", "You are accepted")],
  25: [on("payments", "Payment information")],
  26: [on("virtual summit pay", "Virtual Summit ticket", "Card number")],
  27: [on("register pay step", "Harvard Conference ticket", "Card number")],
  28: [on("header of a delegate", "HPAIR", "Scheduling", "Logout"), on("payments", "HPAIR")],
  29: [on("home accepted", VISA), on("register notices", VISA)],
  30: [on("home new", COUNTDOWN), on("application new", COUNTDOWN), on("section about", COUNTDOWN)],
  31: [without("home log in", COUNTDOWN, "Scheduling", "CRITICAL", "For developers")],
  32: [on("hub as director", "Admin hub")],
  33: [on("desk list", "My Delegates")],
  34: [on("manage staff", "Manage staff")],
  35: [on("distribute", "Distribute applications")],
  36: [on("upload decisions", "Upload decisions")],
  37: [on("notifications of staff", "Notifications")],
  38: [on("staff speakers", "Speakers")],
  39: [on("staff sorting", "Sorting")],
  40: [on("staff videos", "Videos")],
  41: [on("hub as reviewer", "Admin hub"), on("hub as door", "Admin hub"), on("gate admin", NOT_LOGGED_IN)],
  // On a phone, the navigation is a bar that scrolls to the page that is open.
  42: [
    onDesk(
      "hub as director",
      /Admin Hub.*My Delegates.*Distribute Applications.*Manage Staff.*Upload decisions.*Notifications.*Speakers.*Videos.*Sorting/,
    ),
    on("staff sorting", "Sorting"),
  ],
  43: ["hub as director", "desk list", "staff speakers", "notifications of staff"].map((state) =>
    without(state, "close in", "Applications are now closed"),
  ),
  44: [on("plus", "Newest", "Climate and energy")],
  45: [on("plus subscribe signed out", "Subscribe to HPAIR+", "$49 a year")],
  46: [on("plus lectures", "Lectures", "Robots on the night shift")],
  47: [on("plus category", "Lectures")],
  48: [on("plus video", "Robots on the night shift", "[film]")],
  49: [on("plus speaker", "Haruka Ōnishi", "In the library")],
  50: [
    { ...on("plus", "HPAIR +"), not: [COUNTDOWN, "CRITICAL", "Scheduling"] },
    { ...on("plus lectures", "HPAIR +"), not: [COUNTDOWN, "CRITICAL", "Scheduling"] },
  ],
  51: [
    on("plus gate", PURCHASED),
    on("plus gate signed out", NOT_LOGGED_IN),
    without("plus subscribe signed out", NOT_LOGGED_IN),
  ],

  // 2 Header
  52: [on("header of a delegate", "HPAIR"), on("home by the logo", "Write your application")],
  53: [on("header of staff", "Admin"), without("header of a delegate", "Admin")],
  54: [on("header of staff", "Live Data ↗"), without("header of a delegate", "Live Data")],
  55: [
    on("header of a delegate", "Scheduling"),
    on("header of staff", "Scheduling"),
    on("gate", "Scheduling"),
  ],
  56: [on("header of staff", "Admin", "Live Data"), without("header of a delegate", "Admin", "Live Data")],
  57: [on("header of a delegate", "goldplus@hpair.example"), on("header of staff", "director@hpair.example")],
  58: [on("header of a delegate", "Change email"), on("change email", "Change your e-mail", "New e-mail")],
  59: [on("header of a delegate", "Logout"), { ...on("logged out", "Log in", "Password"), not: ["Logout"] }],

  // 2 Change email dialog
  60: [
    withScripts("change email dialog", /New e-mail .*\[name@example\.com\]/),
    on("change email", "New e-mail"),
  ],
  61: [withScripts("change email dialog", "[name@example.com]"), on("change email", "[name@example.com]")],
  62: [withScripts("change email dialog", /\] Change email$/), on("change email", "] Change email")],
  65: [
    withScripts("change email dialog done", /Your new e-mail will be \S+@student-union\.university\.example/),
    on("change email done", /Your new e-mail will be \S+@student-union\.university\.example/),
  ],
  66: [withScripts("change email dialog done", "Reset password"), on("change email done", "Reset password")],
  67: [
    withScripts("change email dialog done", "We advise you to choose a new password immediately."),
    on("change email done", "We advise you to choose a new password immediately."),
  ],
  68: [
    withScripts("change email dialog wrong password", CREDENTIALS),
    on("change email refused", "Enter an e-mail address"),
  ],

  // 2 Deadline bar
  69: [
    on("application draft", COUNTDOWN),
    without("application submitted", "close in"),
    without("home submitted", "close in"),
  ],
  70: [on("home new", "Early applications close in")],
  71: [on("home new", /close in \d+ days \d\d:/)],
  72: [on("home new", /close in \d+ days \d\d:\d\d:\d\d/)],
  75: [on("home after the last deadline", "Applications are now closed.")],

  // 2 Access gate
  77: [
    on("gate", NOT_LOGGED_IN),
    on("scheduling signed out", NOT_LOGGED_IN),
    on("plus gate signed out", NOT_LOGGED_IN),
  ],
  78: [on("plus gate", `${PURCHASED} HPAIR+`)],

  // 2 Terms and agreement
  79: ["waiver", "register waiver"].map((state) => on(state, "Opening letter", "Dear delegate,")),
  80: ["waiver", "register waiver"].map((state) =>
    on(state, "Security rules and campus code of conduct", "Wear your badge."),
  ),
  81: ["waiver", "register waiver"].map((state) => on(state, "Refund policy", "non-refundable deposit")),
  82: ["waiver", "register waiver"].map((state) =>
    on(state, "Liability release form", "I take part of my own free will."),
  ),
  83: [on("waiver", /Full name \[Haruka Sato\] \(read-only\)/)],
  84: [on("waiver with three names", /Full name \[Haruka Mei Sato\] \(read-only\)/)],
  85: [{ ...on("waiver", /Today’s date \[/), not: [/Today’s date \[[^\]]*\] \((read-only|disabled)\)/] }],
  86: [on("waiver", /\[ \][^[]*code of conduct[^[]*\[ \][^[]*refund policy/)],
  87: [on("waiver", ACCEPT_BUTTON), on("register waiver", ACCEPT_BUTTON)],

  // 2 Add-on list
  88: [on("register pay", "Executive seminars", "Mug", "Hat (white)")],
  89: [on("register pay", "Executive seminars $75", "Mug $25")],
  90: [on("register pay", "A sturdy mug with the conference emblem.")],
  91: [on("register pay", /(\[picture[^\]]*\].*){4}Total/)],
  92: [on("register pay", /Unisex black shirt \$30 .*\[ \] S \[ \] M \[ \] L \[ \] XL/)],
  93: [on("register chosen", /\[x\] M \[ \] L \[ \] XL Clear/)],
  94: [on("register pay", /Mug \$25 .{0,60}\[ \] Add (\[picture\] )?Hat/)],

  // 2 Payment screens
  95: [
    without("register waiver", "Card number", /Pay \$/),
    withScripts("register pay", "Card number", "Pay $495"),
    on("register pay step", "Card number", "Pay $550"),
  ],
  96: [
    {
      ...on("register held", "You have already registered for the Harvard Conference ticket."),
      not: [/Pay \$/, "Card number"],
    },
  ],
  97: [
    withScripts("register pay", "Pay $495"),
    on("register pay step", "Pay $550"),
    on("register chosen and typed", "Pay $550"),
    on("virtual summit pay", "Pay $150"),
  ],
  99: [withScripts("register chosen and typed", "Card number [3782 822463 10005] American Express")],
  101: [on("section about", /\|Afghanistan\|Åland Islands\|Albania\|Algeria\|.*\|Yemen\|Zambia\|Zimbabwe\]/)],

  // 3 Entities
  112: [on("register pay", "Virtual summit Free, included with your ticket")],
  113: [on("register pay", "Executive seminars $75")],
  114: [on("register pay", "Mug $25")],
  115: [on("register pay", "Hat (white) $30")],
  116: [on("register pay", "Hat (black) $30")],
  117: [on("register pay", /Unisex black shirt \$30 .*\[ \] S \[ \] M \[ \] L \[ \] XL/)],
  118: [
    on("documents stored", "Resume", "Budget", "Financial statement"),
    { ...on("documents", "Resume"), not: ["Budget", "Financial"] },
  ],
  134: [on("section about", "|Kosovo|", /\[Choose a country(\|[^|\]]+){249,}\]/)],

  // 4 States
  140: [
    on("payments", "Your payments", "$600"),
    on("payments cannot be read", "There was an error loading your payments."),
  ],
  141: [on("application draft", "Continue"), on("application submitted", "Application submitted")],
  142: [{ ...on("register not submitted", "Submit your application first."), not: ["Card number"] }],
  143: [
    on("waiver", ACCEPT_BUTTON),
    on("waiver accepted", "accepted"),
    without("waiver refused", /You accepted/),
  ],
  144: [on("waiver refused", TERMS_REFUSED)],
  145: [on("waiver agreed to", "Your pass Harvard Conference ticket $495")],
  149: [
    on("decision accepted", "You are accepted"),
    on("decision cannot be read", /An unexpected error occurred \(internal\): \w/),
  ],
  150: [
    on("change email", "Change email"),
    on("change email done", "Your new e-mail will be"),
    on("change email refused", "Enter an e-mail address"),
  ],
  151: [
    on("register pay", /emblem\. \[ \] Add (\[picture\] )?Hat/),
    on("register chosen", /emblem\. \[x\] Add (\[picture\] )?Hat/),
  ],
  152: [
    on("register chosen", "[ ] S [x] M [ ] L [ ] XL Clear"),
    { ...on("register cleared", "[ ] S [ ] M [ ] L [ ] XL", "Total: $520"), not: ["[x] M"] },
  ],
  153: [
    on("home accepted", VISA),
    on("home new", "Our office is closed from 24 December to 2 January."),
    on(
      "register notices",
      "Critical: If you need a visa, ask for your appointment today. (1 more notice)",
      VISA,
    ),
    {
      ...on("notification dismissed", "We read every application to its end."),
      not: ["Our office is closed"],
    },
  ],

  // 5 Validation
  154: [
    on("section education checked", `University or school: ${REQUIRED}`),
    on("register wrong", `Security code: ${REQUIRED}`),
    on("check refused", REQUIRED),
  ],
  155: [
    {
      ...on(
        "section about without a last name",
        "Last name: Enter your last name, or tick “I have only one name”.",
      ),
      not: [`Last name: ${REQUIRED}`],
    },
  ],
  156: [
    withScripts("section scholarship asked for", "How much support do you need, in US dollars?"),
    { ...withScripts("section scholarship"), not: ["How much support do you need"] },
  ],
  157: [
    {
      ...on("section about", "Middle name (optional)"),
      not: ["First name (optional)", "Nationality (optional)"],
    },
  ],
  158: [on("documents checked", `Resume: ${REQUIRED}`), without("documents stored", `Resume: ${REQUIRED}`)],
  159: [
    on("documents asked for no scholarship", "Resume"),
    without("documents asked for no scholarship", "Budget", "Financial"),
  ],
  160: [on("documents too large", TOO_LARGE)],
  161: [on("register empty", `Card number: ${REQUIRED}`)],
  186: [on("staff speaker two pictures", "Must be only one image")],
  187: [on("staff speaker no picture", "Unexpected error parsing file type")],
  188: [
    on("waiver incomplete", ACCEPT_FIRST),
    withScripts("waiver accepted too early", `[dialog: ${ACCEPT_FIRST}]`),
  ],
  189: [on("waiver confirm", CONFIRM_TERMS), withScripts("waiver agreed to", `[dialog: ${CONFIRM_TERMS}]`)],
  190: [
    { ...on("waiver confirm", "Accept the terms"), not: ["Card number"] },
    on("waiver agreed to", "Your pass Harvard Conference ticket $495"),
  ],

  // 6 Roles
  192: [on("home log in", "Log in"), on("plus subscribe signed out", "Subscribe to HPAIR+")],
  193: [on("gate payments", "You must be logged in to access payments!")],
  194: [
    on("application draft", "Your application"),
    on("decision accepted", "You are accepted"),
    on("payments", "Payment information"),
    on("scheduling", "Friday 17 February"),
  ],
  195: [on("hub as director", "Admin hub"), on("header of staff", "Admin", "Live Data")],
  196: [
    on("plus", "Newest"),
    on("plus lectures", "Lectures"),
    on("plus video", "[film]"),
    on("plus speaker", "In the library"),
  ],
  197: [on("gate admin", NOT_LOGGED_IN)],
  198: [on("plus gate", `${PURCHASED} HPAIR+`), { ...on("plus", "Newest"), not: [PURCHASED] }],
  199: [on("scheduling gate of the virtual pass", `${PURCHASED} Virtual Summit ticket`)],
  200: [on("scheduling gated", `${PURCHASED} Harvard Conference ticket`), without("scheduling", PURCHASED)],
  201: [
    on("scheduling gated", `${PURCHASED} a registration`),
    without("scheduling of a virtual pass", `${PURCHASED} a registration`),
  ],
  202: [
    on("scheduling gated", `${PURCHASED} a(n) Executive seminars`),
    without("scheduling", `${PURCHASED} a(n)`),
  ],
  203: [on("scheduling gated", `${PURCHASED} a registration`)],
  204: [on("plus gate", `${PURCHASED} HPAIR+`)],
  205: [on("scheduling gated", `${PURCHASED} Harvard Conference ticket`)],
  206: [on("scheduling gated", `${PURCHASED} a(n) Executive seminars`)],
  207: [
    { ...on("register not accepted", NOT_ACCEPTED), not: ["Card number"] },
    without("register pay", NOT_ACCEPTED),
  ],
  208: [
    on(
      "virtual summit not accepted",
      "Unfortunately, you may only register for the Virtual Summit ticket if your application was accepted or deferred to virtual.",
    ),
    on("virtual summit deferred", "Virtual Summit ticket $150"),
  ],
  209: [
    on("register no decision", "You have not yet received a decision. Please try again later."),
    on("decision none yet", "You have not yet received a decision. Please try again later."),
  ],

  // 8 Errors
  228: [on("details saved", "Saved. The organisers have your new details.")],
  229: [on("details wrong", "There is a problem Phone number: We cannot read this as a telephone number.")],
  231: [on("home create account wrong", "Password should be at least 6 characters.")],
  232: [
    on("home log in wrong", CREDENTIALS),
    on("home create account taken", CREDENTIALS),
    withScripts("change email dialog wrong password", CREDENTIALS),
  ],
  233: [on("decision cannot be read", /An unexpected error occurred \(internal\): \w/)],
  234: [
    on(
      "sign-in cannot be checked",
      "There was an unexpected error checking for your account. Please try refreshing your browser and contact us if the issue persists.",
    ),
  ],
  235: [
    on(
      "payments cannot be read",
      "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
    ),
  ],
  236: [on("register declined", PAYMENT_FAILED)],
  238: [
    on(
      "register cannot be read",
      "There was an error checking for existing payments. Please try again or contact us if the issue persists.",
    ),
  ],
  239: [on("notifications cannot be read", "INFO There was an error loading notifications.")],

  // 9 Constants
  247: [
    on("register pay", "Harvard Conference ticket $495", "Total: $495"),
    on("register pay regular", "Harvard Conference ticket $550", "Total: $550"),
    on("edition pass open", /goldPlus|Harvard Conference ticket/, "[495]", /\[550\].*\[550\]/),
  ],
  248: [
    on("virtual summit pay", "Virtual Summit ticket $150", "Pay $150"),
    on("edition passes", /Virtual Summit ticket \$150 /),
  ],
  249: [on("register chosen and typed", /Mug \$25 Unisex black shirt M \$30 Total \$550/, "Pay $550")],
  // The page says once that its times are US Eastern. In winter, 13:00 there is 18:00 UTC, and 23:59 is 04:59 UTC of
  // the next day.
  250: [
    on(
      "release",
      "All times are US Eastern time.",
      /Early applications.{0,200}Deadline 1 May 2023, 23:59 .{0,20}Decision release 30 November 2022, 13:00 /,
    ),
  ],
  251: [
    on(
      "release",
      /Regular applications.{0,60}Deadline 1 June 2023, 23:59 .{0,20}Decision release 16 December 2022, 13:00 /,
    ),
  ],
  252: [
    on(
      "release",
      /Bonus applications.{0,60}Deadline 5 December 2022, 23:59 .{0,20}Decision release 16 December 2022, 13:00 /,
    ),
  ],
  258: ["waiver", "register waiver"].map((state) => on(state, "$50 is a non-refundable deposit.")),
  259: ["waiver", "register waiver"].map((state) =>
    on(state, "After 10 February 2023, one week before the conference, there are no refunds."),
  ),
  260: ["waiver", "register waiver"].map((state) => on(state, "decided case by case")),
  261: ["waiver", "register waiver"].map((state) =>
    on(state, "carried over as credit towards a future event"),
  ),
  262: ["waiver", "register waiver"].map((state) =>
    on(
      state,
      "Only delegates who register for and attend the conference of 17–19 February 2023 receive the Virtual Summit ticket free of charge.",
    ),
  ),
  263: ["waiver", "register waiver"].map((state) =>
    on(state, "A Virtual Summit ticket on its own carries the appropriate fee."),
  ),
};
