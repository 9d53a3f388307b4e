import type { RecorderState } from "@stillreel/recorder";
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { noteStart, type Start } from "./recording-destination.ts";
import { RunningPanel } from "./running-panel.tsx";

vi.mock("./page-recorder.ts", () => ({ pageRecorder: { pictures: () => ({ main: null, camera: null }), command: () => {} } }));

fakeServer();
const NOWHERE: Start = { ref: "personal", name: null, lost: null };
afterEach(() => noteStart(NOWHERE));

const recording = (home: boolean, slow = false): Extract<RecorderState, { phase: "recording" }> => ({
  phase: "recording",
  id: "r",
  source: "screen",
  microphone: null,
  systemSound: null,
  camera: null,
  lost: [],
  width: 1280,
  height: 720,
  elapsedMs: 2_000,
  itemId: "v",
  shareUrl: "http://x/s/v",
  live: false,
  slow,
  progress: { disk: { bytes: 1, ms: 2_000 }, server: { bytes: 1, ms: 1_000 }, trouble: null, ...(home && { home }) },
});
async function announcement(start: Start, home = false, slow = false): Promise<string> {
  noteStart(start);
  openScreens({ "/record": () => <RunningPanel state={recording(home, slow)} /> }, ["/record"]);
  return (await screen.findByText(/recorded, /u)).parentElement?.textContent ?? "";
}
const bugs = { ref: "w", workspaceName: "Lumen Transit", folderId: "f", folderName: "Bugs" };

test("a machine that is too slow for the frame rate is reported", async () => {
  expect(await announcement(NOWHERE, false, true)).toContain("This computer is busy, so the video has fewer frames for now.");
});

test("an open destination causes no message", async () => {
  expect(await announcement({ ref: "w", name: "Bugs", lost: null })).toBe("0:02 recorded, 0:01 uploaded");
});

test("a destination that closes at the start is reported", async () => {
  const words = "You no longer have access to Bugs. This recording will be saved in My videos.";
  expect(await announcement({ ...NOWHERE, lost: bugs })).toContain(words);
});

test("a destination that closes during the recording is reported", async () => {
  expect(await announcement({ ref: "w", name: "Bugs", lost: null }, true)).toContain("You no longer have access to Bugs.");
});
