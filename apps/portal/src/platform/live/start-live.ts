/** Delay in milliseconds that gives the first paint and its pictures priority. */
const HEAD_START_MS = 1_500;

let isAsked = false;

/** Opens the live event stream after a delay, once per page; repeated calls do nothing unless a session has ended. */
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
