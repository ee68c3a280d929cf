import decodeQR from "qr/decode.js";

/** The API of browsers that can find codes by themselves. TypeScript has no types for it. */
type Detector = { detect: (picture: ImageBitmapSource) => Promise<{ rawValue: string }[]> };
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The longer side (pixels) of a picture for our own decoder. The code of a ticket has about 60 squares in a row. */
const SIDE = 800;
/** How long our own decoder may try (ms). */
const LONGEST_TRY = { frame: 60, picture: 600 };

let detector: Promise<Detector | null> | undefined;
const findDetector = async (): Promise<Detector | null> => {
  const found = (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector;
  const formats: string[] = (await found?.getSupportedFormats().catch(() => [])) ?? [];
  return found && formats.includes("qr_code") ? new found({ formats: ["qr_code"] }) : null;
};

/**
 * Reads the QR code in a picture; null if there is none. The browser's decoder is used first, if there is one. If it
 * finds nothing, our own decoder is used.
 */
export async function readCode(
  picture: ImageBitmap | HTMLVideoElement,
  kind: keyof typeof LONGEST_TRY,
): Promise<string | null> {
  detector ??= findDetector();
  const own = await detector;
  const found = await own?.detect(picture).catch(() => []);
  return found?.[0]?.rawValue ?? decoded(picture, LONGEST_TRY[kind]);
}

const canvas = document.createElement("canvas");

function decoded(picture: ImageBitmap | HTMLVideoElement, timeLimit: number): string | null {
  const [width, height] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture.width, picture.height];
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit });
  } catch {
    return null;
  }
}

/** The camera of the phone. It reads codes until it is stopped. */
export class CodeCamera {
  readonly #video: HTMLVideoElement;
  readonly #found: (text: string, began: number) => void;
  #isReading = false;

  /**
   * @param found called with each text that is read, and with the time (ms) of its frame. After that, the camera waits
   *   until `read` is called again.
   */
  constructor(video: HTMLVideoElement, found: (text: string, began: number) => void) {
    this.#video = video;
    this.#found = found;
  }

  get isOn(): boolean {
    return this.#video.srcObject !== null;
  }

  /** Starts the camera at the back of the phone. Rejects if there is no camera, or if it may not be used. */
  async start(): Promise<void> {
    const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
    this.#video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    await this.#video.play();
  }

  /** Reads frames until one of them has a code. */
  async read(): Promise<void> {
    if (this.#isReading || !this.isOn) return;
    this.#isReading = true;
    while (this.isOn && this.#isReading) {
      const began = performance.now();
      const text = document.hidden ? null : await readCode(this.#video, "frame");
      if (text !== null && this.#isReading) {
        this.#isReading = false;
        this.#found(text, began);
      } else await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  pause() {
    this.#isReading = false;
  }

  stop() {
    this.#isReading = false;
    const stream = this.#video.srcObject as MediaStream | null;
    for (const track of stream?.getTracks() ?? []) track.stop();
    this.#video.srcObject = null;
  }
}

/** The pause (ms) between two frames. It keeps the page responsive while the camera is looking for a code. */
const PAUSE = 60;
