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
import { lastingRecorder } from "./background-recorder.ts";
import { lastStart, type Start } from "./recording-destination.ts";
import { tellClosed, tellClosedLate } from "./notify-closed-destination.ts";
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
export const pageRecorder: Recorder = lastingRecorder(
  () => createRecorder(ports),
  (now, before) => void tellClosedLate(now, before, starts.get(now.id)?.name ?? null),
);
/** What lies on this browser's disk. */
export const keptRecordings: LocalRecordings = createLocalRecordings(ports, ({ workspaceId }) =>
  tellClosed(knownWorkspace(workspaceId)?.name ?? null),
);

/** Browsers ask before they close a page whose recording runs or is not on the server yet. */
function keepOpen(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
let isKept = false;
pageRecorder.subscribe((state) => {
  if (state.phase === "done") starts.set(state.id, lastStart());
  if (pageRecorder.isBusy() === isKept) return;
  isKept = !isKept;
  if (isKept) window.addEventListener("beforeunload", keepOpen);
  else window.removeEventListener("beforeunload", keepOpen);
});
