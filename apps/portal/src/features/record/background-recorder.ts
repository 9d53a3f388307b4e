import type { Recorder, RecorderState } from "@stillreel/recorder";

/** A recording that has been stopped. */
export type Done = Extract<RecorderState, { phase: "done" }>;

/**
 * A recorder that does not lose sight of what it is done with: a recording whose last bytes are still on their way goes on behind a
 * recorder of its own when the page turns to the next one.
 * @param onHome is told once of each of those whose place is closed meanwhile, so that it goes to its maker's own library: `before` is
 *   how it stood when the page turned away from it
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
      // What has come home already has been told of.
      if (state.phase === "done" && !state.progress.home && current.isBusy()) moveToBackground(state);
      else current.reset();
    },
    watchCamera: (listener) => current.watchCamera(listener),
    pictures: () => current.pictures(),
    isBusy: () => current.isBusy() || past.size > 0,
    whenSettled: async () => void (await Promise.all([current, ...past].map((one) => one.whenSettled()))),
  };
}
