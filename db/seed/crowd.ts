import { HOUR } from "~/values/durations.ts";
import { ROLES } from "../../app/access/abilities.ts";
import type { Answers, Selection } from "../../app/values/catalogue.ts";
import type { Line } from "../../app/values/shapes.ts";
import type { Decision } from "../../app/values/types.ts";
import type { Persona } from "./demo.ts";

// Many made-up applicants, the same at every seeding, for trying out lists, counts and distribution at full size.

/** `dial` is a mobile number in which any digits may replace the final zeros. */
type Country = { code: string; dial: string; given: string; family: string; institutions: string[] };

const country = (
  code: string,
  dial: string,
  given: string,
  family: string,
  ...institutions: string[]
): Country => ({
  code,
  dial,
  given,
  family,
  institutions,
});

/**
 * Common names: ten given names and ten family names for each country, which is enough for a hundred people per country
 * before a name has to be repeated with a number.
 */
const COUNTRIES: Country[] = [
  country(
    "CN",
    "+8613800000000",
    "Wei Fang Jing Lei Min Yan Hao Xin Yu Qiang",
    "Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu",
    "Peking University",
    "Tsinghua University",
    "Fudan University",
  ),
  country(
    "HK",
    "+85250000000",
    "Ka-wai Wing Chun-hei Hoi-yan Tsz-ching Man-yee Siu-ming Yuk Lok-yiu Kwok",
    "Chan Wong Lam Cheung Ho Leung Lau Ng Tang Yip",
    "The University of Hong Kong",
    "The Chinese University of Hong Kong",
    "HKUST",
  ),
  country(
    "TW",
    "+886910000000",
    "Yi-chun Chia-ling Shu-fen Chih-ming Wen-hsiung Pei-shan Tzu-yu Han Yu-ting Cheng",
    "Lin Hsu Tsai Kuo Hsieh Chiu Chuang Liao Su Fan",
    "National Taiwan University",
    "National Chengchi University",
  ),
  country(
    "JP",
    "+819010000000",
    "Haruka Yui Sakura Ren Takumi Aoi Kenji Mio Daiki Naoko",
    "Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato",
    "The University of Tokyo",
    "Waseda University",
    "Kyoto University",
  ),
  country(
    "KR",
    "+821020000000",
    "Seo-yeon Min-jun Ji-woo Ha-eun Do-yun Su-bin Ye-jin Hyun-woo Eun-ji Tae-yang",
    "Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim",
    "Seoul National University",
    "Yonsei University",
    "Korea University",
  ),
  country(
    "IN",
    "+919800000000",
    "Aarav Diya Ishaan Ananya Rohan Meera Kabir Sneha Vikram Priya",
    "Sharma Patel Iyer Reddy Das Nair Singh Mukherjee Kulkarni Khan",
    "University of Delhi",
    "IIT Bombay",
    "Ashoka University",
  ),
  country(
    "PK",
    "+923010000000",
    "Ayesha Hamza Fatima Bilal Zainab Usman Maryam Ali Sana Hassan",
    "Ahmed Malik Qureshi Siddiqui Butt Chaudhry Raza Shah Mirza Baig",
    "Lahore University of Management Sciences",
    "University of Karachi",
  ),
  country(
    "BD",
    "+8801810000000",
    "Nusrat Tanvir Farhana Rakib Sadia Imran Tasnim Arif Mim Shakib",
    "Rahman Hossain Islam Chowdhury Akter Karim Uddin Sarker Miah Haque",
    "University of Dhaka",
    "BRAC University",
  ),
  country(
    "NP",
    "+9779840000000",
    "Sita Bikash Asmita Prakash Anjali Suman Rojina Dipesh Kabita Nabin",
    "Shrestha Gurung Tamang Thapa Rai Adhikari Karki Magar Basnet Lama",
    "Tribhuvan University",
    "Kathmandu University",
  ),
  country(
    "LK",
    "+94710000000",
    "Nethmi Kasun Dilini Ruwan Tharushi Chamara Sanduni Nuwan Ishara Malith",
    "Perera Fernando Silva Jayasinghe Bandara Wickrama Gunawardena Dias Ranasinghe Mendis",
    "University of Colombo",
    "University of Peradeniya",
  ),
  country(
    "ID",
    "+628120000000",
    "Putri Budi Dewi Agus Ayu Rizky Siti Bayu Intan Dimas",
    "Santoso Wijaya Pratama Hidayat Saputra Lestari Nugroho Kusuma Siregar Halim",
    "Universitas Indonesia",
    "Gadjah Mada University",
  ),
  country(
    "PH",
    "+639170000000",
    "Maria Jose Angelica Miguel Grace Paolo Bianca Carlo Isabel Rafael",
    "Santos Cruz Garcia Mendoza Bautista Villanueva Aquino Ramos Dizon Salazar",
    "University of the Philippines Diliman",
    "Ateneo de Manila University",
  ),
  country(
    "VN",
    "+84910000000",
    "Linh Minh Huong Duc Thao Anh Khanh Trang Quang Mai",
    "Nguyen Tran Le Pham Hoang Vu Dang Bui Do Ngo",
    "Vietnam National University, Hanoi",
    "Foreign Trade University",
  ),
  country(
    "TH",
    "+66810000000",
    "Ploy Nattapong Siriporn Krit Malee Arthit Kanya Somchai Pim Thanawat",
    "Saetang Srisuk Chaiyaporn Wongsa Rattanakul Boonmee Thongchai Suwan Phromma Kaewta",
    "Chulalongkorn University",
    "Thammasat University",
  ),
  country(
    "MY",
    "+60120000000",
    "Nurul Hafiz Aina Farid Mei-ling Arjun Siew Izzat Kavitha Amir",
    "Abdullah Tan Ismail Lim Rajan Omar Lee Hassan Goh Zainal",
    "Universiti Malaya",
    "Universiti Kebangsaan Malaysia",
  ),
  country(
    "SG",
    "+6581000000",
    "Jia-hui Wei-jie Shu-min Darren Priscilla Nadia Ryan Xin-yi Aravind Cheryl",
    "Tan Ong Teo Koh Sim Lim Menon Chua Yeo Seah",
    "National University of Singapore",
    "Nanyang Technological University",
  ),
  country(
    "MM",
    "+9592000000",
    "Aye Kyaw Su Zaw Hnin Min Thida Htet Ei Naing",
    "Win Tun Myint Oo Lwin Htun Aung Soe Maung Thant",
    "University of Yangon",
  ),
  country(
    "KH",
    "+85510000000",
    "Sophea Dara Sreymom Vannak Bopha Rithy Chanthy Piseth Kunthea Sokha",
    "Sok Chea Keo Meas Nhem Prak Seng Tep Ung Yim",
    "Royal University of Phnom Penh",
  ),
  country(
    "MN",
    "+97688000000",
    "Bolormaa Temuulen Nomin Enkhjin Oyuna Tuguldur Sarnai Munkh Anu Batu",
    "Bat-Erdene Ganbold Dorj Otgonbayar Purev Tsogt Sukhbaatar Davaa Munkhbat Enkhtur",
    "National University of Mongolia",
  ),
  country(
    "KZ",
    "+77010000000",
    "Aigerim Nursultan Dana Alibek Aruzhan Daniyar Madina Yerlan Saule Timur",
    "Akhmetov Nurlanov Omarova Suleimenov Bekova Ospanov Kassymova Abenov Zhumabek Iskakov",
    "Nazarbayev University",
  ),
  country(
    "AE",
    "+971500000000",
    "Mariam Khalid Noura Saeed Hessa Omar Latifa Rashid Amna Yousef",
    "Almansoori Alshamsi Alketbi Almazrouei Alnuaimi Alsuwaidi Aldhaheri Alzaabi Almarri Alblooshi",
    "NYU Abu Dhabi",
    "United Arab Emirates University",
  ),
  country(
    "TR",
    "+905320000000",
    "Zeynep Emre Elif Mert Defne Kerem Ece Baris Selin Deniz",
    "Yilmaz Kaya Demir Celik Sahin Aydin Ozturk Arslan Dogan Polat",
    "Bogazici University",
    "Koç University",
  ),
  country(
    "US",
    "+16172000000",
    "Emily Jacob Hannah Tyler Grace Ethan Olivia Marcus Chloe Jordan",
    "Johnson Miller Nguyen Garcia Kim Brown Davis Patel Wilson Lee",
    "Harvard University",
    "UC Berkeley",
    "Georgetown University",
  ),
  country(
    "CA",
    "+14162000000",
    "Liam Sophie Noah Amélie Lucas Chloé Owen Maya Nathan Zoë",
    "Tremblay Smith Roy Singh Gagnon Macdonald Chen Côté Wilson Ali",
    "University of Toronto",
    "McGill University",
  ),
  country(
    "GB",
    "+447400000000",
    "Oliver Amelia Harry Isla George Freya Callum Aisha Rhys Niamh",
    "Smith Jones Taylor Evans Khan Wilson Thomas Begum Hughes O'Brien",
    "University of Oxford",
    "London School of Economics",
  ),
  country(
    "DE",
    "+4915120000000",
    "Lena Jonas Hannah Felix Mia Lukas Emilia Maximilian Clara Jürgen",
    "Müller Schmidt Weber Fischer Wagner Becker Schulz Yıldız Krüger Vogel",
    "Freie Universität Berlin",
    "University of Mannheim",
  ),
  country(
    "FR",
    "+33610000000",
    "Camille Hugo Léa Théo Inès Louis Manon Raphaël Zoé Karim",
    "Martin Bernard Dubois Petit Moreau Laurent Nguyen Benali Roux Girard",
    "Sciences Po",
    "Université Paris-Saclay",
  ),
  country(
    "AU",
    "+61412000000",
    "Charlotte Jack Matilda William Ruby Cooper Sienna Angus Priya Lachlan",
    "Smith Nguyen Brown Kelly Wilson Singh Walker Ryan Tran Murphy",
    "The University of Sydney",
    "Australian National University",
  ),
  country(
    "NG",
    "+2348020000000",
    "Chioma Tunde Amaka Emeka Zainab Ifeanyi Funke Yusuf Ngozi Segun",
    "Okafor Adeyemi Balogun Eze Bello Okonkwo Abubakar Adebayo Nwosu Ojo",
    "University of Lagos",
  ),
  country(
    "BR",
    "+5511980000000",
    "Ana Pedro Beatriz Lucas Larissa Gabriel Camila Rafael Juliana Thiago",
    "Silva Souza Oliveira Pereira Lima Ferreira Tanaka Almeida Rocha Barbosa",
    "Universidade de São Paulo",
  ),
];

const FIELDS =
  "Economics,Public Policy,International Relations,Computer Science,Medicine,Environmental Engineering,Law,History,Business Administration,Public Health,Political Science,Architecture,Data Science,Sociology".split(
    ",",
  );
const LEVELS = [
  "Undergraduate",
  "Undergraduate",
  "Undergraduate",
  "Graduate",
  "Graduate",
  "Doctoral",
  "Recent graduate",
];
const TOPICS = [
  ["the price of rice", "a cooperative that stores the harvest", "who owns the scale at the market"],
  ["air in winter", "a ban on burning straw", "what a farmer would need in order not to burn it"],
  ["ageing villages", "buses on demand", "whether anyone asked the drivers"],
  ["schools without teachers", "a tablet for each child", "the hours a teacher spends on the road"],
  ["flooded streets", "higher walls along the river", "where the water goes instead"],
  ["migrant work", "a hotline in four languages", "who answers it at night"],
  ["unpaid interns", "a law with an exception for training", "how the exception became the rule"],
  ["small shops online", "a state-run marketplace", "the fees that were added later"],
  ["clean cooking", "subsidised gas", "why the second cylinder is never bought"],
  ["languages that vanish", "a dictionary", "who is paid to speak"],
] as const;

/** The lists from which made-up applicants are put together; `seed scale` uses them too. */
export const material = { countries: COUNTRIES, fields: FIELDS, levels: LEVELS, topics: TOPICS };

const READERS = [
  "Harvard University",
  "Harvard University",
  "Massachusetts Institute of Technology",
  "Tufts University",
];
const READER_COUNT = 12;

/** Numbers from 0 to 1 that look random but are always the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pad = (number: number, length: number) => String(number).padStart(length, "0");
/** A name in the form that it has in an e-mail address. */
export const asciiName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/ı/g, "i")
    .replace(/[^\w-]/g, "")
    .toLowerCase();
const at = (instant: number) => new Date(instant).toISOString();

/** Makes `count` applicants. Out of ten, about one has not submitted, four have a decision and one has paid. */
export function crowd(count: number): Persona[] {
  return Array.from({ length: count }, (_, index) => applicant(index));
}

/** The staff who read these applications. */
export function crowdReaders(): Persona[] {
  return Array.from({ length: READER_COUNT }, (_, index) => ({
    account: `reader-${pad(index + 1, 2)}`,
    createdAt: "2022-10-01T12:00:00Z",
    admin: true,
    abilities: ROLES.reviewer.abilities,
    capacity: index % 4 === 3 ? 2 : 1,
    institution: READERS[index % READERS.length]!,
  }));
}

function applicant(index: number): Persona {
  const next = numbers(index + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const home = pick(COUNTRIES);
  const [firstName, lastName] = [pick(home.given.split(" ")), pick(home.family.split(" "))];
  const phone = () =>
    home.dial.replace(/0+$/, (end) => pad(Math.floor(next() * 10 ** end.length), end.length));
  const [field, topic] = [pick(FIELDS), pick(TOPICS)];
  const level = pick(LEVELS);
  // Submissions become more frequent as the winter break approaches.
  const handedIn = Date.parse("2022-12-17T02:00:00Z") - Math.floor(next() ** 2 * 75 * 24) * HOUR;
  const isSubmitted = next() > 0.12;
  const participation = next() < 0.8 ? "In person" : "Virtual";
  const birthYear = 1996 + Math.floor(next() * 8);
  const answers: Record<string, Answers> = {
    about: {
      firstName,
      lastName,
      dateOfBirth: `${birthYear}-${pad(1 + Math.floor(next() * 12), 2)}-${pad(1 + Math.floor(next() * 28), 2)}`,
      phone: phone(),
      nationality: home.code,
      residence: next() < 0.85 ? home.code : pick(COUNTRIES).code,
    },
    education: {
      institution: pick(home.institutions),
      level,
      field,
      graduationYear: String(birthYear + 22 + Math.floor(next() * 3)),
    },
    ...(isSubmitted && {
      participation: {
        participation,
        emergencyName: `${pick(home.given.split(" "))} ${lastName}`,
        emergencyPhone: phone(),
        ...(next() < 0.2 && { dietary: pick(["Vegetarian", "Halal", "No nuts", "Vegan", "Kosher"]) }),
      },
      essays: essays(firstName, field, topic, pick),
      scholarship: { scholarship: "No" },
    }),
  };
  const isDecided = isSubmitted && handedIn < Date.parse("2022-11-20T00:00:00Z") && next() < 0.9;
  const decision = isDecided ? decisionOf(next(), participation) : null;
  const isPaid = decision === "Accepted" && next() < 0.6;
  return {
    account: `${asciiName(firstName)}.${asciiName(lastName)}.${pad(index + 1, 4)}`,
    createdAt: at(handedIn - 9 * 24 * HOUR),
    application: {
      submittedAt: isSubmitted ? at(handedIn) : null,
      savedAt: at(handedIn - HOUR),
      answers,
      ...(decision && { decision: { decision, setAt: "2022-11-28T16:30:00Z" } }),
      ...(isPaid && {
        waiverAcceptedAt: "2022-12-02T09:00:00Z",
        payment: payment(
          participation,
          at(Date.parse("2022-12-02T10:00:00Z") + Math.floor(next() * 300) * HOUR),
        ),
      }),
    },
  };
}

function essays(
  firstName: string,
  field: string,
  [problem, tried, question]: (typeof TOPICS)[number],
  pick: <Item>(items: readonly Item[]) => Item,
): Answers {
  const who = pick(["my grandmother", "a neighbour", "my first employer", "a teacher of mine", "my cousin"]);
  const where = pick(["at home", "in the town where I study", "in the district next to ours", "in my city"]);
  return {
    motivation: `I study ${field.toLowerCase()}, and what I read about ${problem} rarely sounds like what ${who} says about it. I would like to spend three days with people who have seen the same thing somewhere else, because I no longer believe that one country finds the answer alone.`,
    challenge: `${problem[0]!.toUpperCase()}${problem.slice(1)} is the challenge I know best, ${where}. What was tried first was ${tried}; it helped for a season. Nobody asked about ${question}. I would begin with that question, write down the answers for a year, and only then decide what to build.`,
    contribution: `I can show how we measured it and where we were wrong. I hope to learn how others bring ${who.replace("my ", "a ").replace(" of mine", "")} into the room when decisions are made. What I take home goes into the group that meets ${pick(["every second Thursday", "after classes", "in our library", "online on Sundays"])}; ${firstName} is the one who takes its minutes.`,
  };
}

function decisionOf(draw: number, participation: string): Decision {
  if (draw < 0.45) return "Accepted";
  if (draw < 0.6 && participation === "In person") return "Deferred to virtual";
  return draw < 0.75 ? "Waitlisted" : "Rejected";
}

function payment(participation: string, paidAt: string) {
  const isVirtual = participation === "Virtual";
  const lines: Line[] = isVirtual
    ? [{ id: "gold", title: "Virtual Summit ticket", variant: null, cents: 15_000 }]
    : [
        { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents: 49_500 },
        { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
      ];
  const addOns: Selection = isVirtual ? {} : { h2023virtual: true };
  return { passType: isVirtual ? ("gold" as const) : ("goldPlus" as const), addOns, lines, paidAt };
}
