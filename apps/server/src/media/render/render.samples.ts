import { createReadStream, createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { SAMPLE_RATE } from "../../platform/ports/video.port.ts";

/** Header of a WAV file of unknown length: 16 bits, stereo. */
function waveHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(0xff_ff_ff_ff, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(0xff_ff_ff_ff, 40);
  return header;
}

/** Joins files of samples into one WAV file, and removes them. */
export async function joinSamples(to: string, parts: readonly string[]): Promise<void> {
  await writeFile(to, waveHeader());
  for (const part of parts) {
    await pipeline(createReadStream(part, { highWaterMark: 1024 * 1024 }), createWriteStream(to, { flags: "a" }));
    await rm(part);
  }
}
