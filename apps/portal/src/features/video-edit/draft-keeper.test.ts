import { ApiError } from "@stillreel/client";
import type { EditDocument, EditSource } from "@stillreel/contract";
import { createVideoEditor, wholeVideo, type VideoEditor } from "@stillreel/video-editor/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "./draft-keeper.ts";

const source = { itemId: "v", type: "video", duration: 40 } as EditSource;
const failure = (code: "offline" | "edit-conflict" | "validation-failed"): ApiError =>
  new ApiError({ status: 0, code, message: `It is ${code}.` });

interface World {
  editor: VideoEditor;
  keeper: DraftKeeper;
  sent: { version: number; clips: number }[];
  /** What the next requests answer. Without an entry: success. */
  answers: (ApiError | "success")[];
  stored: EditDocument[];
  stop: () => void;
}

function open(): World {
  const editor = createVideoEditor({ document: wholeVideo(40), source });
  const world: Omit<World, "keeper" | "stop"> = { editor, sent: [], answers: [], stored: [] };
  const keeper = new DraftKeeper(editor, 3, editor.getState().document, {
    send: (version, document) => {
      world.sent.push({ version, clips: document.clips.length });
      const answer = world.answers.shift();
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve({ version: version + 1 });
    },
    store: (_version, document) => Promise.resolve(world.stored.push(document)),
    forget: () => Promise.resolve(world.stored.splice(0)),
  });
  return { ...world, keeper, stop: keeper.start() };
}

const split = ({ editor }: World, at: number): void => {
  editor.seek(at);
  editor.split();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  vi.stubGlobal("document", { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("changes are sent together after a pause, with the version that the server has", async () => {
  const world = open();
  split(world, 10);
  split(world, 20);
  expect(world.keeper.getState()).toBe("saving");
  await vi.advanceTimersByTimeAsync(1_000);
  split(world, 30);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.sent).toEqual([
    { version: 3, clips: 3 },
    { version: 4, clips: 4 },
  ]);
  expect(world.keeper.getState()).toBe("saved");
  expect(world.stored).toEqual([]);
  world.stop();
});

test("without the server, edits are stored in the browser and sent again later", async () => {
  const world = open();
  world.answers.push(failure("offline"), failure("offline"));
  split(world, 10);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.keeper.getState()).toBe("offline");
  expect(world.stored.at(-1)?.clips).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(world.keeper.getState()).toBe("offline");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(world.keeper.getState()).toBe("saved");
  expect(world.stored).toEqual([]);
  world.stop();
});

test("after a conflict nothing is sent until the user has decided", async () => {
  const world = open();
  world.answers.push(failure("edit-conflict"));
  split(world, 10);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.keeper.getState()).toBe("conflict");
  split(world, 20);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.sent).toHaveLength(1);
  expect(world.stored).toHaveLength(1);
  const theirs = { ...wholeVideo(40), clips: [{ start: 1, end: 2 }] };
  world.editor.replaceDocument(theirs);
  world.keeper.resolve(9, theirs);
  expect(world.keeper.getState()).toBe("saved");
  world.editor.undo();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.sent.at(-1)).toEqual({ version: 9, clips: 3 });
  world.stop();
});

test("edits that the server refuses are reported with its reason", async () => {
  const world = open();
  world.answers.push(failure("validation-failed"));
  split(world, 10);
  expect(await world.keeper.flush()).toBe(false);
  expect(world.keeper.getState()).toBe("failed");
  expect(world.keeper.reason).toBe("It is validation-failed.");
  world.stop();
});
