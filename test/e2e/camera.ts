import { closeSync, openSync, writeSync } from "node:fs";
import type { Browser, BrowserType, LaunchOptions } from "@playwright/test";
import { squaresOf } from "./tickets.ts";

const WIDTH = 640;
const HEIGHT = 480;
/**
 * How bright the wall behind a code is, and in what range the brightness of each point varies, as with a cheap camera.
 */
const WALL = 96;
const NOISE = 24;
/** The size (points) of one square of the code. It is as large as on a ticket that is held at arm's length. */
const SCALE = 6;

/** A picture of a code, as the brightness of each point. The code is not quite in the middle. */
function frameOf(text: string, index: number): Buffer {
  const { side, grey } = squaresOf(text, SCALE);
  const [left, top] = [(index * 37) % (WIDTH - side), (index * 13) % (HEIGHT - side)];
  const frame = Buffer.alloc(WIDTH * HEIGHT);
  let state = index + 1;
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const [inX, inY] = [x - left, y - top];
      const isInside = inX >= 0 && inX < side && inY >= 0 && inY < side;
      const light = isInside ? 40 + (grey[inY * side + inX]! * 3) / 4 : WALL;
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      frame[y * WIDTH + x] = light + ((state >>> 16) % NOISE) - NOISE / 2;
    }
  return frame;
}

/** Writes a video in which a camera sees these codes one after the other, each for a second. */
export function writeVideo(file: string, texts: readonly string[]) {
  const video = openSync(file, "w");
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  writeSync(video, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F1:1 Ip A1:1 C420jpeg\n`);
  for (const [index, text] of texts.entries())
    for (const part of [Buffer.from("FRAME\n"), frameOf(text, index), colours]) writeSync(video, part);
  closeSync(video);
}

/**
 * A browser whose camera plays the video again and again. It compiles scripts as browsers do outside of tests, so that
 * measured times are like those of a phone.
 */
export const launchWithCamera = (
  chromium: BrowserType,
  { args = [], ...options }: LaunchOptions,
  video: string,
): Promise<Browser> =>
  chromium.launch({
    ...options,
    args: [
      ...args.filter((one) => !one.startsWith("--js-flags")),
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
