import type { Ability } from "../../app/values/abilities.ts";
import type { Answers, Selection } from "../../app/values/catalogue.ts";
import type { Line } from "../../app/values/shapes.ts";
import type { Decision, PassType } from "../../app/values/types.ts";
import { RETURNING } from "./demo-former.ts";
import { DEMO_STAFF } from "./demo-staff.ts";

export type Persona = {
  account: string;
  createdAt: string;
  /** Whether the account's address is unconfirmed, because the link in the mail was never opened. */
  unconfirmed?: boolean;
  admin?: boolean;
  /** For staff: the person's name, and what they may do. */
  name?: string;
  abilities?: readonly Ability[];
  /** For staff: their share of the reading. */
  capacity?: number;
  institution?: string;
  hpairPlusSubscriptionId?: string;
  application?: {
    submittedAt: string | null;
    /**
     * When the answers were last saved. This is shortly before `submittedAt`, unless `submittedAt` is null or is in the
     * future on the demo's clock.
     */
    savedAt: string;
    /** The answers, by section. */
    answers: Record<string, Answers>;
    decision?: { decision: Decision; setAt: string };
    waiverAcceptedAt?: string;
    /** The changes that the delegate made after submitting, the oldest change first. */
    details?: { changes: Record<string, { from: string; to: string }>; savedAt: string }[];
    payment?: { passType: PassType; addOns: Selection; lines: Line[]; paidAt: string };
    /** The pass and add-ons for which the delegate has asked the account `PAYER` to pay. */
    asked?: { passType: PassType; addOns: Selection; askedAt: string };
  };
};

/** The account that pays for others who asked it to. */
export const PAYER = "payer";

/** When the demo's early decisions were set. */
export const EARLY_DECISIONS = "2022-11-28T16:30:00Z";

/** The demo accounts, one for each state that a delegate or member of staff can be in. */
export const personas: Persona[] = [
  { account: "new", createdAt: "2022-12-17T08:41:00Z", unconfirmed: true },
  {
    account: "draft",
    createdAt: "2022-12-14T05:20:00Z",
    application: {
      submittedAt: null,
      savedAt: "2022-12-16T06:10:00Z",
      answers: {
        about: { firstName: "Tenzin", lastName: "Wangmo", nationality: "BT", residence: "BT" },
        essays: {
          motivation:
            "Last spring our village voted on whether to let a second hydropower line cross the valley. I took the minutes, and I was surprised how",
        },
      },
    },
  },
  {
    account: "submitted",
    createdAt: "2022-12-02T03:15:00Z",
    application: {
      submittedAt: "2022-12-12T10:48:00Z",
      savedAt: "2022-12-12T10:31:00Z",
      answers: {
        about: {
          firstName: "Nur Aisyah",
          lastName: "Rahman",
          dateOfBirth: "2001-07-19",
          phone: "+60312345670",
          nationality: "MY",
          residence: "MY",
        },
        education: {
          institution: "Universiti Malaya",
          level: "Undergraduate",
          field: "Environmental Engineering",
          graduationYear: "2024",
        },
        participation: {
          participation: "In person",
          dietary: "Halal",
          emergencyName: "Siti Rahman",
          emergencyPhone: "+60312345671",
        },
        essays: {
          motivation:
            "In December 2021 the Klang valley flooded and my street stood under water for three days. I helped to run a shelter in our school, where the lists of who needed insulin were kept on paper and got wet. Since then I have worked on flood warning in my degree, and I want to meet people who decide about it, not only people who measure it.",
          challenge:
            "Flood warnings in Selangor reach people by text message, in Malay, an hour before the water. Migrant workers in the low-lying hostels often cannot read them. The council printed leaflets; nobody kept them. I would train two wardens for each hostel and let the siren follow the river gauge directly. In our pilot with three hostels this cut the time to leave from fifty minutes to eighteen.",
          contribution:
            "I can show how a cheap river gauge is built and, more usefully, why ours failed the first four times. From others I want to learn how they won over a city council: I am good with sensors and impatient with meetings. I have promised our student water group to bring back one idea we can test before the next monsoon.",
        },
        scholarship: {
          scholarship: "Yes",
          scholarshipAmount: "900",
          scholarshipStatement:
            "My mother supports the four of us as a primary school teacher. My faculty has offered to pay half of the flight if I raise the rest. I have saved 400 dollars from tutoring; with this support I could pay for the ticket and a shared room.",
        },
      },
    },
  },
  {
    account: "unreleased",
    createdAt: "2022-11-27T13:02:00Z",
    application: {
      submittedAt: "2022-12-05T16:20:00Z",
      savedAt: "2022-12-05T15:58:00Z",
      answers: {
        about: {
          firstName: "Arjun",
          lastName: "Mehta",
          dateOfBirth: "2000-03-02",
          phone: "+912212345672",
          nationality: "IN",
          residence: "IN",
        },
        education: {
          institution: "Indian Institute of Technology Bombay",
          level: "Graduate",
          field: "Public Policy",
          graduationYear: "2023",
        },
        participation: {
          participation: "In person",
          dietary: "Vegetarian",
          emergencyName: "Kavita Mehta",
          emergencyPhone: "+912212345673",
        },
        essays: {
          motivation:
            "My grandfather drove an auto rickshaw in Mumbai for thirty years. When I told him that my thesis was about electric three-wheelers, he asked who pays for the battery when it dies. Nobody in my department had an answer. I would like to put his question to people who finance such fleets.",
          challenge:
            "Drivers rent their vehicles by the day, so nobody who owns one cares about charging time and nobody who drives one can choose. Subsidies went to makers and raised the number sold, not the number driven. I would pay for kilometres instead of vehicles. With two classmates I followed forty drivers for a month, and charging queues cost them a fifth of their income.",
          contribution:
            "I bring the field notes of those forty drivers and a habit of asking who holds the risk. I would like to compare them with cities that lease batteries. What I learn goes into a note for the transport office of our city, where I start a fellowship in July.",
        },
        scholarship: { scholarship: "No" },
      },
      // This decision was set after the early decisions were released, so it becomes visible with the next release.
      decision: { decision: "Accepted", setAt: "2022-12-16T16:40:00Z" },
    },
  },
  {
    account: "accepted",
    createdAt: "2022-10-30T02:10:00Z",
    application: {
      submittedAt: "2022-11-09T07:30:00Z",
      savedAt: "2022-11-09T07:12:00Z",
      answers: {
        about: {
          firstName: "Haruka",
          lastName: "Sato",
          dateOfBirth: "2002-01-25",
          phone: "+81312345674",
          nationality: "JP",
          residence: "JP",
        },
        education: {
          institution: "The University of Tokyo",
          level: "Undergraduate",
          field: "Sociology",
          graduationYear: "2024",
        },
        participation: {
          participation: "In person",
          linkedIn: "https://www.linkedin.com/in/example-haruka-sato",
          emergencyName: "Keiko Sato",
          emergencyPhone: "+81312345675",
        },
        essays: {
          motivation:
            "I grew up in a town in Akita where my school closed the year after I left it. Everybody talks about ageing as a number. I spent last summer riding the on-demand bus with the passengers who decide every week whether to move away, and I want to set what they told me beside the experience of other ageing places in Asia.",
          challenge:
            "When the last shop of a village closes, the council usually buys a van and sells groceries from it. It loses money and stops after two years. In one village the post office now delivers the orders it takes on its daily round. It works because it asks for nobody new. I would look for services that already pass by before I pay for another one.",
          contribution:
            "I can bring forty interviews, and patience in listening to people who do not agree with the plan that is made for them. I hope to meet students from Seoul and Shanghai, where the same is about to happen faster, and to write a short guide with them for town councils.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Accepted", setAt: EARLY_DECISIONS },
    },
  },
  {
    account: "signed",
    createdAt: "2022-11-01T11:45:00Z",
    application: {
      submittedAt: "2022-11-11T18:05:00Z",
      savedAt: "2022-11-11T17:40:00Z",
      answers: {
        about: {
          firstName: "Kwame",
          middleName: "Kofi",
          lastName: "Mensah",
          dateOfBirth: "1998-09-14",
          phone: "+233302123476",
          nationality: "GH",
          residence: "GH",
        },
        education: {
          institution: "University of Ghana",
          level: "Graduate",
          field: "International Trade",
          graduationYear: "2023",
        },
        participation: {
          participation: "In person",
          dietary: "No peanuts (allergy)",
          emergencyName: "Abena Mensah",
          emergencyPhone: "+233302123477",
        },
        essays: {
          motivation:
            "The market women in Makola buy their cloth in Guangzhou and pay for it through three cousins and a phone. I wrote my thesis about them. Much of what is said about Asia and Africa is said about governments; I want to talk about traders, and for that I need to hear from the other end of the phone.",
          challenge:
            "A trader in Accra who orders from a small factory has no way to claim anything if the goods are bad. Chambers of commerce offer arbitration, at a price above the value of the order. Traders trust agents from their own town instead. I would license those agents and let them hold the payment until the container is opened.",
          contribution:
            "Delegates can learn from me how trade looks to somebody who fills one container a year. I want to learn how platforms in South-East Asia won the trust of small sellers. My university runs a clinic for traders on Saturdays, and I will try one such idea there.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Accepted", setAt: EARLY_DECISIONS },
      waiverAcceptedAt: "2022-12-10T09:24:00Z",
    },
  },
  {
    account: "regular",
    createdAt: "2022-12-08T04:50:00Z",
    application: {
      // This time is in the future on the demo's clock, on purpose. So this is an application in the regular round, at
      // the regular price.
      submittedAt: "2023-05-10T12:00:00Z",
      savedAt: "2022-12-13T12:00:00Z",
      answers: {
        about: {
          firstName: "Minh Châu",
          lastName: "Nguyễn",
          dateOfBirth: "2001-11-30",
          phone: "+842812345678",
          nationality: "VN",
          residence: "SG",
        },
        education: {
          institution: "National University of Singapore",
          level: "Undergraduate",
          field: "Economics",
          graduationYear: "2023",
        },
        participation: {
          participation: "In person",
          linkedIn: "https://www.linkedin.com/in/example-minh-chau-nguyen",
          emergencyName: "Nguyễn Thu Hà",
          emergencyPhone: "+842812345679",
        },
        essays: {
          motivation:
            "My parents farm shrimp in Cà Mau, where the river now tastes of salt in March instead of May. I study economics to understand why the loan they were offered paid for a deeper well, which makes it worse. I come to meet people who write the rules of such loans.",
          challenge:
            "Salt moves up the Mekong a little further every dry season. Dikes were built and moved the problem to the neighbour. Some families turned to rice in the wet half of the year and shrimp in the dry one, and earn more than before. Banks do not lend for it because it fits no form. I would begin with the form.",
          contribution:
            "I can explain a delta from the point of view of a household budget. I hope to learn how crop insurance survived its first bad year in other countries. After graduation I return to Cần Thơ to work with a cooperative of sixty farms.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Accepted", setAt: "2022-12-15T20:00:00Z" },
      waiverAcceptedAt: "2022-12-17T02:15:00Z",
      asked: { passType: "goldPlus", addOns: { h2023mug: true }, askedAt: "2022-12-17T02:31:00Z" },
    },
  },
  {
    account: "deferred",
    createdAt: "2022-11-04T06:30:00Z",
    application: {
      submittedAt: "2022-11-14T14:10:00Z",
      savedAt: "2022-11-14T13:55:00Z",
      answers: {
        about: {
          firstName: "Dilnoza",
          lastName: "Karimova",
          dateOfBirth: "2003-05-08",
          phone: "+998711234580",
          nationality: "UZ",
          residence: "UZ",
        },
        education: {
          institution: "Westminster International University in Tashkent",
          level: "Other",
          otherLevel: "Foundation year",
          field: "Business Information Systems",
          graduationYear: "2026",
        },
        participation: {
          participation: "In person",
          accessNeeds:
            "I am hard of hearing in one ear. A seat near the front, or captions online, is enough.",
          emergencyName: "Rustam Karimov",
          emergencyPhone: "+998711234581",
        },
        essays: {
          motivation:
            "In Tashkent I teach girls of my old school to write small programs. Half of them have never met a woman who works as an engineer. I would like to hear how others in Asia brought girls into technology and kept them there after the first excitement.",
          challenge:
            "Our coding club is free, yet girls leave it at fifteen. We thought it was the subject. It was the bus: the club ended after dark. A later club was moved to Sunday morning and lost nobody in a year. I would ask those who left before I changed the lessons.",
          contribution:
            "I bring lesson plans in Uzbek and Russian that anyone may use, and stories of what went wrong. I hope to find partners for an online exchange between our club and one elsewhere.",
        },
        scholarship: {
          scholarship: "Yes",
          scholarshipAmount: "1200",
          scholarshipStatement:
            "The flight alone costs more than my family earns in two months. I have asked our ministry of youth for a travel grant and wait for the answer. Without support I would like to take part online.",
        },
      },
      decision: { decision: "Deferred to virtual", setAt: EARLY_DECISIONS },
      waiverAcceptedAt: "2022-12-11T05:37:00Z",
      asked: { passType: "gold", addOns: {}, askedAt: "2022-12-16T09:05:00Z" },
    },
  },
  {
    account: "rejected",
    createdAt: "2022-11-10T19:00:00Z",
    application: {
      submittedAt: "2022-11-17T21:15:00Z",
      savedAt: "2022-11-17T21:02:00Z",
      answers: {
        about: {
          firstName: "Lukas",
          lastName: "Brandt",
          dateOfBirth: "1999-12-03",
          phone: "+493012345682",
          nationality: "DE",
          residence: "DE",
        },
        education: {
          institution: "Freie Universität Berlin",
          level: "Recent graduate",
          field: "Chinese Studies",
          graduationYear: "2022",
        },
        participation: {
          participation: "In person",
          emergencyName: "Sabine Brandt",
          emergencyPhone: "+493012345683",
        },
        essays: {
          motivation:
            "I have learned Mandarin for five years and spent one of them in Chengdu. I would like to attend because I enjoy conferences and want to meet interesting people from many countries.",
          challenge:
            "Air pollution is a large challenge in many Asian cities. Governments have passed laws and built metro lines. I would strengthen international cooperation and use more renewable energy.",
          contribution:
            "Other delegates can learn from me how Europe sees Asia. What I learn will help me to find out which master’s programme suits me best.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Rejected", setAt: EARLY_DECISIONS },
    },
  },
  {
    account: "gold",
    createdAt: "2022-10-25T03:30:00Z",
    application: {
      submittedAt: "2022-11-06T12:20:00Z",
      savedAt: "2022-11-06T12:01:00Z",
      answers: {
        about: {
          firstName: "Maria",
          middleName: "Clara",
          lastName: "Reyes",
          dateOfBirth: "2000-06-12",
          phone: "+63212345684",
          nationality: "PH",
          residence: "PH",
        },
        education: {
          institution: "University of the Philippines Diliman",
          level: "Doctoral",
          field: "Public Health",
          graduationYear: "2025",
        },
        participation: {
          participation: "Virtual",
          emergencyName: "Ramon Reyes",
          emergencyPhone: "+63212345685",
        },
        essays: {
          motivation:
            "I am a nurse who went back to university. In the second year of the pandemic our clinic sent nine of its thirty nurses abroad, each for good reasons. I want to speak with students from the countries that hired them, because policy on both sides is made as if the other did not exist.",
          challenge:
            "Nurses leave rural clinics for Manila and Manila for London. Bonds that force graduates to stay were tried, and graduates paid to be free of them. What kept people in one province was a house and a second nurse on the night shift. I would count the nights worked alone and begin there.",
          contribution:
            "I can speak about health work from the ward as well as from the data. I hope to learn from Kerala, which sends nurses abroad too. What I take home goes into the training plan of our provincial health office.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Accepted", setAt: EARLY_DECISIONS },
      waiverAcceptedAt: "2022-12-03T07:52:00Z",
      payment: {
        passType: "gold",
        addOns: {},
        lines: [{ id: "gold", title: "Virtual Summit ticket", variant: null, cents: 15000 }],
        paidAt: "2022-12-03T08:05:00Z",
      },
    },
  },
  {
    account: "goldplus",
    createdAt: "2022-10-22T01:00:00Z",
    application: {
      submittedAt: "2022-11-03T09:12:00Z",
      savedAt: "2022-11-03T08:47:00Z",
      answers: {
        about: {
          firstName: "Ji-soo",
          lastName: "Park",
          dateOfBirth: "2001-02-17",
          phone: "+82212345686",
          nationality: "KR",
          residence: "US",
        },
        education: {
          institution: "Tufts University",
          level: "Undergraduate",
          field: "International Relations",
          graduationYear: "2023",
        },
        participation: {
          participation: "In person",
          linkedIn: "https://www.linkedin.com/in/example-ji-soo-park",
          dietary: "No shellfish",
          emergencyName: "Park Min-ho",
          emergencyPhone: "+82212345687",
        },
        essays: {
          motivation:
            "My grandmother was born in Kaesong and can see the hills near it on a clear day. I translate for a radio station that collects the memories of families like ours. I want to learn how other divided places in Asia kept their neighbours’ stories alive without making them weapons.",
          challenge:
            "Fewer people who remember family in the North are alive each year, and most young Koreans do not think of them. Video letters were recorded and put in an archive that nobody visits. We read them on the radio at the hour of the evening commute, and listeners wrote back. I would bring archives to where people already are.",
          contribution:
            "I can teach others how to interview somebody about a loss without hurting them. I hope to meet people from the Caucasus and from Cyprus who do the same. I want to turn our station’s method into a handbook that is free to use.",
        },
        scholarship: { scholarship: "No" },
      },
      decision: { decision: "Accepted", setAt: EARLY_DECISIONS },
      waiverAcceptedAt: "2022-12-01T15:02:00Z",
      details: [
        {
          changes: {
            badgeName: { from: "Ji-soo Park", to: "Jisoo Park" },
            emergencyRelation: { from: "", to: "Father" },
          },
          savedAt: "2022-12-02T09:30:00Z",
        },
        {
          changes: {
            dietary: { from: "No shellfish", to: "Vegetarian, no shellfish" },
            phone: { from: "+82212345686", to: "+16175550134" },
          },
          savedAt: "2022-12-10T21:05:00Z",
        },
      ],
      payment: {
        passType: "goldPlus",
        addOns: { h2023virtual: true, h2023execsem: true, h2023shirtblack: "M" },
        lines: [
          { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49500 },
          { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
          { id: "h2023execsem", title: "Executive seminars", variant: null, cents: 7500 },
          { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3000 },
        ],
        paidAt: "2022-12-01T15:20:00Z",
      },
    },
  },
  // This account pays for others and is not a delegate.
  { account: PAYER, createdAt: "2022-12-15T07:30:00Z" },
  { account: "subscriber", createdAt: "2022-11-20T10:00:00Z", hpairPlusSubscriptionId: "SIM-SUB-1" },
  ...DEMO_STAFF,
  { account: RETURNING, createdAt: "2021-11-02T05:10:00Z" },
];
