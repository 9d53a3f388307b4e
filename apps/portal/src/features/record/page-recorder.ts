import {
  browserPorts,
  createLocalRecordings,
  createRecorder,
  type Destination,
  type LocalRecordings,
  type Recorder,
} from "@stillreel/recorder";
import { CALL_HEADERS, queryClient } from "../../platform/api.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { backgroundRecorder } from "./background-recorder.ts";
import { lastStart, type Start } from "./recording-destination.ts";
import { notifyClosed, notifyClosedLater } from "./notify-closed-destination.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Returns the account and server of this page's recordings, or null when signed out. */
export function pageDestination(): Destination | null {
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user ? { url: location.origin, userId: user.id } : null;
}

const ports = browserPorts({
  // Cookies carry the session: recordings of another account wait until that account is signed in.
  headers: ({ userId }) => Promise.resolve(pageDestination()?.userId === userId ? CALL_HEADERS : null),
});

/** Save targets of the recordings of this page, with their names at the start. */
const starts = new Map<string, Start>();

/** The recorder of this page. It continues recording and sending during navigation. */
export const pageRecorder: Recorder = backgroundRecorder(
  () => createRecorder(ports),
  (now, before) => void notifyClosedLater(now, before, starts.get(now.id)?.name ?? null),
);
/** Recordings on this browser's disk. */
export const storedRecordings: LocalRecordings = createLocalRecordings(ports, ({ workspaceId }) =>
  notifyClosed(knownWorkspace(workspaceId)?.name ?? null),
);

/** Asks before closing a page whose recording is active or not fully sent. */
function confirmClose(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
let isConfirming = false;
pageRecorder.subscribe((state) => {
  if (state.phase === "done") starts.set(state.id, lastStart());
  if (pageRecorder.isBusy() === isConfirming) return;
  isConfirming = !isConfirming;
  if (isConfirming) window.addEventListener("beforeunload", confirmClose);
  else window.removeEventListener("beforeunload", confirmClose);
});
