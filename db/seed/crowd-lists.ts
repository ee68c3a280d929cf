// The lists of names from which `crowd.ts` and `scale.ts` make up applicants.

/** `dial` is a mobile number. Any digits may replace the zeros at its end. */
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
 * Common names: ten given names and ten family names for each country. That is enough for a hundred people per country;
 * after that, names are repeated with a number.
 */
export const COUNTRIES: Country[] = [
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

export const FIELDS =
  "Economics,Public Policy,International Relations,Computer Science,Medicine,Environmental Engineering,Law,History,Business Administration,Public Health,Political Science,Architecture,Data Science,Sociology".split(
    ",",
  );
export const LEVELS = [
  "Undergraduate",
  "Undergraduate",
  "Undergraduate",
  "Graduate",
  "Graduate",
  "Doctoral",
  "Recent graduate",
];
export const TOPICS = [
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

/** A name as it is written in an e-mail address. */
export const asciiName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/ı/g, "i")
    .replace(/[^\w-]/g, "")
    .toLowerCase();
