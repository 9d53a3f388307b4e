import type { Recorder, RecorderState } from "@stillreel/recorder";
import { expect, test, vi } from "vitest";
import { backgroundRecorder, type Done } from "./background-recorder.ts";

const done = (id: string, over: { home?: boolean; itemId?: string } = {}): Done => ({
  phase: "done",
  id,
  reason: "stopped",
  itemId: over.itemId ?? id,
  shareUrl: `http://x/s/${over.itemId ?? id}`,
  durationMs: 2_000,
  progress: { disk: { bytes: 2, ms: 2_000 }, server: { bytes: 1, ms: 1_000 }, trouble: null, ...(over.home && { home: true }) },
});

/** Creates a recorder whose states the test sets. */
function fakeRecorder() {
  let state: RecorderState = { phase: "idle" };
  let settle = (): void => {};
  let isBusy = false;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  const listeners = new Set<(state: RecorderState) => void>();
  const update = (next: RecorderState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };
  const recorder = {
    state: () => state,
    subscribe: (listener: (state: RecorderState) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reset: vi.fn(() => update({ phase: "idle" })),
    isBusy: () => isBusy,
    whenSettled: () => settled,
  } as unknown as Recorder & { reset: ReturnType<typeof vi.fn> };
  return {
    recorder,
    update: update,
    setBusy: (next: boolean) => void (isBusy = next),
    arrive: async () => {
      isBusy = false;
      settle();
      await settled;
    },
  };
}

function begin() {
  const made: ReturnType<typeof fakeRecorder>[] = [];
  const onHome = vi.fn();
  const recorder = backgroundRecorder(() => {
    made.push(fakeRecorder());
    return made.at(-1)!.recorder;
  }, onHome);
  const subscriber = vi.fn();
  recorder.subscribe(subscriber);
  return { made, onHome, recorder, subscriber };
}

test("reset after a finished recording reuses the same recorder", () => {
  const { made, recorder } = begin();
  made[0]!.update(done("r"));
  recorder.reset();
  expect(made).toHaveLength(1);
  expect(recorder.state()).toEqual({ phase: "idle" });
});

test("an unfinished upload continues behind the next recording, and reports a closed destination once", async () => {
  const { made, onHome, recorder, subscriber } = begin();
  const [first] = made;
  first!.setBusy(true);
  first!.update(done("r"));
  recorder.reset();
  expect(made).toHaveLength(2);
  expect(recorder.state()).toEqual({ phase: "idle" });
  expect(subscriber).toHaveBeenLastCalledWith({ phase: "idle" });
  expect(recorder.isBusy()).toBe(true);

  made[1]!.update({ phase: "preparing", id: "next", source: "screen" });
  subscriber.mockClear();
  first!.update(done("r"));
  expect(onHome).not.toHaveBeenCalled();
  first!.update(done("r", { home: true, itemId: "new" }));
  first!.update(done("r", { home: true, itemId: "new" }));
  expect(onHome.mock.calls).toEqual([[done("r", { home: true, itemId: "new" }), done("r")]]);
  // The visible recorder is not affected.
  expect(subscriber).not.toHaveBeenCalled();
  expect(recorder.state()).toMatchObject({ id: "next" });

  await first!.arrive();
  expect(recorder.isBusy()).toBe(false);
  // The page guard is notified at its end.
  expect(subscriber).toHaveBeenCalledOnce();
});

test("a recording that was redirected before the page closed is not reported twice", () => {
  const { made, onHome, recorder } = begin();
  made[0]!.setBusy(true);
  made[0]!.update(done("r", { home: true }));
  recorder.reset();
  made[0]!.update(done("r", { home: true }));
  expect(made).toHaveLength(1);
  expect(onHome).not.toHaveBeenCalled();
});
