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

/** Whom this page records for, or null while nobody is signed in. */
export function pageDestination(): Destination | null {
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user ? { url: location.origin, userId: user.id } : null;
}

const ports = browserPorts({
  // The session travels in cookies: they are whose they are, so another account's recordings wait for theirs.
  headers: ({ userId }) => Promise.resolve(pageDestination()?.userId === userId ? CALL_HEADERS : null),
});

/** Where each recording was to go that this page has begun; it is known by name in the moment of its start. */
const starts = new Map<string, Start>();

/** The recorder of this page. It goes on, and goes on sending, whatever the page shows. */
export const pageRecorder: Recorder = backgroundRecorder(
  () => createRecorder(ports),
  (now, before) => void notifyClosedLater(now, before, starts.get(now.id)?.name ?? null),
);
/** What lies on this browser's disk. */
export const storedRecordings: LocalRecordings = createLocalRecordings(ports, ({ workspaceId }) =>
  notifyClosed(knownWorkspace(workspaceId)?.name ?? null),
);

/** Browsers ask before they close a page whose recording runs or is not on the server yet. */
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
