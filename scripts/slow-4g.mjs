/**
 * Lighthouse's slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up), with the values that Lighthouse passes to Chromium.
 * Chromium adds the latency to each request, not to each packet.
 */
export const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1_638.4 * 0.9 * 1_000) / 8,
  uploadThroughput: (750 * 0.9 * 1_000) / 8,
};
