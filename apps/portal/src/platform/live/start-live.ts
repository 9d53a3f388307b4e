/** The first paint and its pictures come first, in milliseconds. */
const HEAD_START_MS = 1_500;

let isAsked = false;

/** Opens the stream of live events a little later, once a page; more calls do nothing unless it ended with a session. */
export function startLive(): void {
  if (isAsked) return;
  isAsked = true;
  setTimeout(() => {
    void import("./page-stream.ts").then(
      ({ runPageStream }) =>
        runPageStream(() => {
          isAsked = false;
        }),
      () => {
        isAsked = false;
      },
    );
  }, HEAD_START_MS);
}
