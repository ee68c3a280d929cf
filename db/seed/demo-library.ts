import { createHash } from "node:crypto";
import { searchWordsOf } from "../../app/values/search.ts";
import type { Chapter } from "../../app/values/shapes.ts";
import type { VideoAccess, VideoSource } from "../../app/values/types.ts";
import { type Duotone, landscape, silhouette } from "./demo-pictures.ts";
import type { Rows } from "./rows.ts";

/** The only video file of the demo, and its name in the file store. */
export const DEMO_VIDEO = { file: "demo-video.webm", key: "videos/demo.webm", contentType: "video/webm" };
const DEMO_VIDEO_SECONDS = 120;

const CATEGORIES: [id: string, title: string][] = [
  ["climate-and-energy", "Climate and energy"],
  ["economy-and-trade", "Economy and trade"],
  ["health", "Health"],
  ["technology", "Technology"],
  ["arts-and-media", "Arts and media"],
];

const COLOURS: Duotone[] = [
  [
    [28, 34, 66],
    [246, 206, 160],
  ],
  [
    [20, 52, 60],
    [218, 238, 214],
  ],
  [
    [70, 22, 38],
    [250, 214, 190],
  ],
  [
    [36, 30, 74],
    [214, 214, 250],
  ],
  [
    [52, 42, 20],
    [250, 236, 186],
  ],
  [
    [16, 44, 78],
    [206, 232, 250],
  ],
];

type Speaker = { name: string; title: string; organisation: string; biography: string; background?: true };

const SPEAKERS: Speaker[] = [
  {
    name: "Amihan Villanueva",
    title: "Director of Flood Forecasting",
    organisation: "Visayas River Basin Authority",
    biography:
      "Amihan Villanueva has warned of typhoons for nineteen years. After Haiyan she rebuilt the authority’s gauges so that a barangay captain can read them without a phone. She teaches hydrology in Cebu and keeps a list of every warning that came too late, and why.",
    background: true,
  },
  {
    name: "Rajan Subramaniam",
    title: "Chief Economist",
    organisation: "Coromandel Ports Trust",
    biography:
      "Rajan Subramaniam studies what a day of delay in a harbour costs, and who pays for it. Before he joined the ports he spent a decade at the finance ministry in Chennai. His book on small exporters is read by people who have never seen a container.",
  },
  {
    name: "Dr. Thandar Hlaing",
    title: "Physician and Researcher",
    organisation: "Mekong Fever Network",
    biography:
      "Thandar Hlaing runs clinics along a border where malaria medicine stops working first. She coordinates village health workers in four languages and publishes the data within a week, good or bad.",
    background: true,
  },
  {
    name: "Haruka Ōnishi",
    title: "Founder",
    organisation: "Tsunagu Robotics",
    biography:
      "Haruka Ōnishi builds machines that lift people, not boxes. Her company’s care robots work in forty nursing homes in Hokkaidō, where she spends one night a month on the late shift to see what they still do badly.",
  },
  {
    name: "Nurlan Abenov",
    title: "Deputy Head of Transmission",
    organisation: "Steppe Grid Company",
    biography:
      "Nurlan Abenov keeps the lights on over distances at which most grids give up. He connected the first large wind farms of the Kazakh steppe and has since argued, politely, with every neighbour about the frequency.",
  },
  {
    name: "Li Wenjing",
    title: "Documentary Film-maker",
    organisation: "Three Rivers Studio",
    biography:
      "Li Wenjing spent six years filming one bus line in Chongqing. Her documentaries are about people who are on their way to work, and have been shown in places where those people live before any festival.",
    background: true,
  },
  {
    name: "Farah Siddiqui",
    title: "Professor of Public Policy",
    organisation: "Indus School of Government",
    biography:
      "Farah Siddiqui writes about how cities decide. She advised three mayors of Karachi on water and lost the argument twice; both times she wrote down what she would do differently, and teaches from it.",
  },
  {
    name: "Park Joon-seo",
    title: "Head of Trust and Safety",
    organisation: "Hanbit Messenger",
    biography:
      "Park Joon-seo answers for what sixty million people may send each other. He was a public prosecutor in Busan before, and says that the hardest part of both jobs is to explain a decision to the person it went against.",
  },
];

type Video = {
  /** The name from which the id of the row is made. */
  name: string;
  title: string;
  description: string;
  /** The categories and speakers, as indexes into the lists above. */
  categories: number[];
  speakers: number[];
  access?: VideoAccess;
  elsewhere?: [source: VideoSource, id: string, seconds: number];
  chapters?: Chapter[];
  /** If this is null, only staff can see the video. */
  publishedAt: string | null;
};

const VIDEOS: Video[] = [
  {
    name: "warnings",
    title: "A warning nobody hears is not a warning",
    description:
      "Why forecasts of the last twenty typhoons were right and people drowned all the same. What changed when the siren was tied to the river and not to an office, what it cost, and why the first four gauges failed.",
    categories: [0],
    speakers: [0],
    chapters: [
      { at: 0, title: "The night of Haiyan" },
      { at: 35, title: "Four gauges that failed" },
      { at: 80, title: "What a siren costs" },
    ],
    publishedAt: "2022-12-12T09:00:00Z",
  },
  {
    name: "delay",
    title: "What one day in a harbour costs",
    description:
      "A container of shirts waits in Chennai. Followed from the factory to the shelf, each day of delay takes a little from somebody who cannot see it coming. With the numbers, and how to read them.",
    categories: [1],
    speakers: [1],
    chapters: [
      { at: 0, title: "The container" },
      { at: 48, title: "Who pays" },
    ],
    publishedAt: "2022-12-08T09:00:00Z",
  },
  {
    name: "resistance",
    title: "Where medicine stops working first",
    description:
      "Drug-resistant malaria begins along a few rivers of the Mekong region. Village health workers found it before the laboratories did. How they were trained, and what happens when the funding ends.",
    categories: [2],
    speakers: [2],
    publishedAt: "2022-12-05T09:00:00Z",
  },
  {
    name: "care",
    title: "Robots on the night shift",
    description:
      "Forty nursing homes, two hundred machines, one question: what should a robot never do? With scenes from a night in Sapporo, some of them embarrassing for the machine.",
    categories: [3, 2],
    speakers: [3],
    chapters: [
      { at: 0, title: "Nine in the evening" },
      { at: 40, title: "What the nurses changed" },
      { at: 90, title: "Questions" },
    ],
    publishedAt: "2022-12-01T09:00:00Z",
  },
  {
    name: "wind",
    title: "Wind over the steppe",
    description:
      "Connecting two gigawatts of wind to a grid that was built for coal. Frequency, neighbours, and the winter of 2021, told by the engineer who had to switch a city off.",
    categories: [0, 3],
    speakers: [4],
    publishedAt: "2022-11-24T09:00:00Z",
  },
  {
    name: "bus",
    title: "Six years on one bus",
    description:
      "Scenes from a film about a bus line in Chongqing, and a conversation about who may look at whom. Anybody may watch this one.",
    categories: [4],
    speakers: [5],
    access: "open",
    publishedAt: "2022-11-18T09:00:00Z",
  },
  {
    name: "water",
    title: "Who decides where the water goes",
    description:
      "Karachi has too little water and three plans for it. A professor who advised three mayors explains why each plan was chosen, and why none was built as it was drawn.",
    categories: [1, 0],
    speakers: [6],
    publishedAt: "2022-11-10T09:00:00Z",
  },
  {
    name: "messages",
    title: "Sixty million conversations",
    description:
      "What a messenger forbids, who finds out, and how a decision is explained to the person it went against. With five real cases, changed so that nobody is recognised.",
    categories: [3, 4],
    speakers: [7],
    chapters: [
      { at: 0, title: "The first case" },
      { at: 60, title: "The fifth case" },
    ],
    publishedAt: "2022-11-03T09:00:00Z",
  },
  {
    name: "panel",
    title: "Panel: can a region share its electricity?",
    description:
      "A grid engineer, an economist and a professor of public policy on a power line that five countries want and nobody wants to pay for.",
    categories: [0, 1],
    speakers: [4, 1, 6],
    publishedAt: "2022-10-27T09:00:00Z",
  },
  {
    name: "invitation",
    title: "An invitation to the conference",
    description:
      "What to expect of four days in February. In the demo this shows a short film by the Blender Foundation.",
    categories: [4],
    speakers: [],
    access: "open",
    elsewhere: ["youtube", "aqz-KE-bpKQ", 635],
    publishedAt: "2022-10-20T09:00:00Z",
  },
  {
    name: "clinic",
    title: "A clinic for four languages",
    description: "Being cut: the second talk on the Mekong Fever Network, with pictures from the boats.",
    categories: [2],
    speakers: [2],
    publishedAt: null,
  },
  {
    name: "closing",
    title: "Closing words: technology and trust",
    description: "Waits for the speakers’ consent.",
    categories: [3],
    speakers: [7, 3],
    access: "open",
    elsewhere: ["vimeo", "1084537", 596],
    publishedAt: null,
  },
];

/** How far subscribers have watched: the account, the video, the seconds, and when they watched. */
const WATCHED: [account: string, video: string, seconds: number, at: string][] = [
  ["subscriber", "care", 52, "2022-12-16T21:10:00Z"],
  ["subscriber", "wind", 31, "2022-12-14T20:40:00Z"],
  ["subscriber", "bus", 118, "2022-12-11T19:05:00Z"],
];

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/**
 * The speakers and videos of the demo, their pictures, and how far the videos were watched. The videos play the file
 * `DEMO_VIDEO`, which the seeding script puts into the file store.
 *
 * @param idOf returns the id of a row for its name.
 * @param uidOf returns the uid of a demo account.
 */
export function demoLibrary(idOf: (name: string) => string, uidOf: (account: string) => string) {
  const files: { key: string; bytes: Uint8Array; contentType: string }[] = [];
  const stored = (prefix: string, bytes: Uint8Array) => {
    const key = `${prefix}-${digest(bytes)}.png`;
    files.push({ key, bytes, contentType: "image/png" });
    return key;
  };
  const coloursOf = (index: number) => COLOURS[index % COLOURS.length]!;
  const filmed = Date.parse("2022-10-01T09:00:00Z");

  const speakers = SPEAKERS.map(({ background, ...speaker }, position) => {
    const id = idOf(`speaker ${speaker.name}`);
    const folder = `assets/speakers/${id}`;
    return {
      ...speaker,
      id,
      profileKey: stored(`${folder}/profile`, silhouette(200, coloursOf(position), position + 1)),
      backgroundKey: background
        ? stored(`${folder}/background`, landscape(800, 300, coloursOf(position), position + 0.5))
        : null,
      position,
      version: 1,
      createdAt: filmed,
    };
  });
  const recordings = VIDEOS.map((video, index) => {
    const id = idOf(`video ${video.name}`);
    const [source, sourceId, seconds] = video.elsewhere ?? ["file", DEMO_VIDEO.key, DEMO_VIDEO_SECONDS];
    return {
      id,
      title: video.title,
      description: video.description,
      access: video.access ?? ("premium" as const),
      source: source as VideoSource,
      sourceId,
      lengthSeconds: seconds,
      chapters: video.chapters ?? [],
      thumbnailKey: stored(
        `assets/videos/${id}/thumbnail`,
        landscape(640, 360, coloursOf(index + 2), index + 1),
      ),
      publishedAt: video.publishedAt === null ? null : Date.parse(video.publishedAt),
      version: 1,
      createdAt: filmed + index * 60_000,
    };
  });
  const rows = {
    speakers,
    recordings,
    categories: CATEGORIES.map(([id, title], position) => ({ id, title, position })),
    recordingCategories: VIDEOS.flatMap(({ categories }, index) =>
      categories.map((category) => ({
        categoryId: CATEGORIES[category]![0],
        recordingId: recordings[index]!.id,
        position: index,
      })),
    ),
    recordingSpeakers: VIDEOS.flatMap((video, index) =>
      video.speakers.map((speaker) => ({
        recordingId: recordings[index]!.id,
        speakerId: speakers[speaker]!.id,
      })),
    ),
    recordingWords: VIDEOS.flatMap((video, index) => {
      const names = video.speakers.map((speaker) => SPEAKERS[speaker]!.name);
      const words = new Set([video.title, ...names].flatMap(searchWordsOf));
      return [...words].map((word) => ({ word, recordingId: recordings[index]!.id }));
    }),
    watching: WATCHED.map(([account, video, seconds, at]) => ({
      uid: uidOf(account),
      recordingId: idOf(`video ${video}`),
      seconds,
      watchedAt: Date.parse(at),
    })),
  } satisfies Rows;
  return { rows, files };
}
