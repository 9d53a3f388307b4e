import type { RecorderState } from "@stillreel/recorder";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { noteWorkspaces } from "../../entities/spaces/space-ref.ts";
import { noteStart } from "./recording-destination.ts";
import { useAfterRecording } from "./use-after-recording.ts";
import { startInEnglish } from "../../test-harness/start-in-english.ts";

vi.mock("./page-recorder.ts", () => ({ pageRecorder: { reset: () => {} } }));

beforeAll(async () => {
  await startInEnglish();
  noteWorkspaces(["w"]);
});
afterEach(cleanup);

const ended = (home: boolean): RecorderState => ({
  phase: "done",
  id: "r",
  reason: "stopped",
  itemId: "v",
  shareUrl: null,
  durationMs: 2_000,
  progress: { disk: { bytes: 1, ms: 2_000 }, server: { bytes: 1, ms: 2_000 }, trouble: null, ...(home && { home }) },
});

function open(state: RecorderState): void {
  const Recorder = (): null => {
    useAfterRecording(state);
    return null;
  };
  openScreens(
    {
      "/record": Recorder,
      "/videos/$itemId": () => <h1>Among one's own</h1>,
      "/w/$workspaceId/videos/$itemId": () => <h1>In the workspace</h1>,
    },
    ["/record"],
  );
}

test("a recording in its chosen destination opens there without a message", async () => {
  noteStart({ ref: "w", name: "Lumen Transit", lost: null });
  open(ended(false));
  await screen.findByRole("heading", { name: "In the workspace" });
  expect(screen.queryByText(/no longer have access/u)).toBeNull();
});

test.each([
  ["Bugs", "You no longer have access to Bugs. Saved in My videos."],
  [null, "You no longer have access to the chosen folder. Saved in My videos."],
])("one whose place was closed meanwhile is opened among one's own, and that is said (%s)", async (name, words) => {
  noteStart({ ref: "w", name, lost: null });
  open(ended(true));
  await screen.findByRole("heading", { name: "Among one's own" });
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test("a recording whose destination closed at its start is in the personal library, with a message", async () => {
  noteStart({ ref: "personal", name: null, lost: { ref: "w", workspaceName: "Lumen Transit", folderId: "f", folderName: "Bugs" } });
  open(ended(false));
  await screen.findByRole("heading", { name: "Among one's own" });
  expect((await screen.findAllByText("You no longer have access to Bugs. Saved in My videos.")).length).toBeGreaterThan(0);
});
