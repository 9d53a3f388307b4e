import { multipart, type TestApp, type TestUser, video, type VideoRecipe } from "@stillreel/testing";
import type { SpeechDouble } from "@stillreel/testing/vendors";

const RATE = 48_000;
/** Samples per second that speech services get. */
const SERVICE_RATE = 16_000;

/** Returns a tone of a third of a second that swells and fades, one sound for each number. */
export function toneOf(index: number, rate = SERVICE_RATE, seconds = 0.3): Int16Array {
  const count = Math.round(seconds * rate);
  return Int16Array.from({ length: count }, (_, at) =>
    Math.round(
      Math.sin((2 * Math.PI * (300 + index * 150) * at) / rate) * 9_000 * Math.min(1, (count - at) / (rate * 0.05), at / (rate * 0.01)),
    ),
  );
}

/** Returns 16-bit samples at 48 kHz: silence with sounds at some seconds. */
export function soundWith(seconds: number, placed: readonly { at: number; samples: Int16Array }[]): Buffer {
  const bytes = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (const { at, samples } of placed)
    samples.forEach((value, index) => {
      const position = (Math.round(at * RATE) + index) * 2;
      if (position + 1 < bytes.length) bytes.writeInt16LE(value, position);
    });
  return bytes;
}

/** Teaches the service tones as words. Returns the sound of each at 48 kHz. */
export function teachTones(service: SpeechDouble, words: readonly string[]): Map<string, Int16Array> {
  words.forEach((word, index) => service.teach(word, toneOf(index)));
  return new Map(words.map((word, index) => [word, toneOf(index, RATE)]));
}

/** Uploads a video and returns its id, when it is playable. */
export async function uploadedVideo(t: TestApp, user: TestUser, recipe: VideoRecipe, workspace = "personal"): Promise<string> {
  const bytes = await video({ width: 64, height: 36, rate: 4, fastStart: true, ...recipe });
  const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
  const answer = await t.app.inject({
    method: "POST",
    url: `/api/v1/workspace/${workspace}/files/video`,
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  await t.runJobs();
  return (answer.json() as { data: { id: string } }).data.id;
}
