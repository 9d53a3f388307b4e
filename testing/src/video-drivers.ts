import { tmpdir } from "node:os";
import { complaintAbout } from "@stillreel/server/platform/ports/video/ffmpeg.driver.ts";
import { describe } from "vitest";

/** Driver of the server's video operations: the ffmpeg program, or the library that npm installs. */
export type VideoDriver = "node-av" | "ffmpeg";

/** The program that is tested: `FFMPEG_PATH`, or the one on `PATH`. */
export const ffmpegPath = process.env.FFMPEG_PATH;

const complaint = await complaintAbout(ffmpegPath ?? "ffmpeg", tmpdir());

/**
 * Runs a group of tests with each driver, because self-hosted servers have either. Without a suitable program, the program's group is
 * skipped, and its name has the reason.
 * @param name of the group; the driver's name is added
 */
export function describeByDriver(name: string, options: { timeout: number }, tests: (only: VideoDriver) => void): void {
  describe(`${name} by node-av`, options, () => {
    tests("node-av");
  });
  const reason = complaint === null ? "" : ` (skipped: no program on this machine, ${complaint})`;
  describe.skipIf(complaint !== null)(`${name} by ffmpeg${reason}`, options, () => {
    tests("ffmpeg");
  });
}
