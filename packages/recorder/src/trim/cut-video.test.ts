import { video } from "@stillreel/testing/video";
import { BlobSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { expect, test } from "vitest";
import { cutVideo } from "./cut-video.ts";

const open = (file: Blob): Input => new Input({ source: new BlobSource(file), formats: [MP4] });

/** Returns the video packets of a file as texts, with the times of the first one and of the end. */
async function packetsOf(file: Blob): Promise<{ packets: string[]; keys: number[]; first: number; seconds: number }> {
  using input = open(file);
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is no video track.");
  const packets: string[] = [];
  const keys: number[] = [];
  for await (const { data, timestamp, type } of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(data).toString("base64"));
    if (type === "key") keys.push(timestamp);
  }
  return { packets, keys, first: await track.getFirstTimestamp(), seconds: await track.computeDuration() };
}

test("a cut from a keyframe has the same packets, and none of those outside of the part", async () => {
  const file = new File([new Uint8Array(await video({ seconds: 4, width: 64, height: 48, fragments: true }))], "film.mp4", {
    type: "video/mp4",
  });
  const whole = await packetsOf(file);
  const start = whole.keys[1] ?? 0;
  expect(start).toBeGreaterThan(0);
  using input = open(file);
  const options = { name: "a", signal: new AbortController().signal, onProgress: () => undefined };
  const part = await packetsOf(await cutVideo(input, file, { start, end: start + 1.5 }, options));
  expect(part.first).toBe(0);
  expect(Math.abs(part.seconds - 1.5)).toBeLessThan(0.1);
  expect(part.packets.length).toBeLessThan(whole.packets.length / 2);
  const from = whole.packets.indexOf(part.packets[0] ?? "");
  expect(whole.packets.slice(from, from + part.packets.length)).toEqual(part.packets);
});

test("a cut that was stopped leaves no file", async () => {
  const file = new File([new Uint8Array(await video({ seconds: 2, width: 64, height: 48 }))], "film.mp4", { type: "video/mp4" });
  using input = open(file);
  const options = { name: "a", signal: AbortSignal.abort(), onProgress: () => undefined };
  await expect(cutVideo(input, file, { start: 0, end: 1 }, options)).rejects.toThrow();
});

test("a cut that can only be encoded is refused without an encoder, instead of a file without its video", async () => {
  const file = new File([new Uint8Array(await video({ seconds: 4, width: 64, height: 48 }))], "film.mp4", { type: "video/mp4" });
  using input = open(file);
  const options = { name: "a", signal: new AbortController().signal, onProgress: () => undefined };
  await expect(cutVideo(input, file, { start: 1, end: 3 }, options)).rejects.toThrow("A track cannot be cut.");
});
