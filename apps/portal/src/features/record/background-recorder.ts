import type { Recorder, RecorderState } from "@stillreel/recorder";

/** A stopped recording. */
export type Done = Extract<RecorderState, { phase: "done" }>;

/**
 * Wraps recorders, so that a recording whose last bytes are still being sent continues in its own recorder when the next
 * recording starts.
 * @param onHome called once for each such recording whose save target was closed, so that it went to the personal library;
 *   `before` is its state when the next recording started
 */
export function backgroundRecorder(make: () => Recorder, onHome: (now: Done, before: Done) => void): Recorder {
  const listeners = new Set<(state: RecorderState) => void>();
  const past = new Set<Recorder>();
  const notify = (state: RecorderState): void => {
    for (const listener of listeners) listener(state);
  };
  let current = make();
  let unsubscribe = current.subscribe(notify);

  const moveToBackground = (before: Done): void => {
    const left = current;
    unsubscribe();
    past.add(left);
    const stop = left.subscribe((state) => {
      if (state.phase !== "done" || !state.progress.home) return;
      stop();
      onHome(state, before);
    });
    void left.whenSettled().then(() => {
      stop();
      past.delete(left);
      notify(current.state());
    });
    current = make();
    unsubscribe = current.subscribe(notify);
    notify(current.state());
  };

  return {
    state: () => current.state(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: (order) => current.start(order),
    command: (command) => current.command(command),
    reset: () => {
      const state = current.state();
      // A recording that already went to the personal library was reported.
      if (state.phase === "done" && !state.progress.home && current.isBusy()) moveToBackground(state);
      else current.reset();
    },
    watchCamera: (listener) => current.watchCamera(listener),
    pictures: () => current.pictures(),
    isBusy: () => current.isBusy() || past.size > 0,
    whenSettled: async () => void (await Promise.all([current, ...past].map((one) => one.whenSettled()))),
  };
}
