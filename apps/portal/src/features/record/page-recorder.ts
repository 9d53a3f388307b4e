import {
  browserPorts,
  createKeptRecordings,
  createRecorder,
  type Destination,
  type KeptRecordings,
  type Recorder,
} from "@stillreel/recorder";
import { CALL_HEADERS, queryClient } from "../../api.ts";
import { userQuery } from "../account/index.ts";
import { knownWorkspace } from "../spaces/index.ts";
import { tellClosed } from "./tell-closed.ts";

/** Whom this page records for, or null while nobody is signed in. */
export function pageDestination(): Destination | null {
  const user = queryClient.getQueryData(userQuery.queryKey);
  return user ? { url: location.origin, userId: user.id } : null;
}

const ports = browserPorts({
  // The session travels in cookies: they are whose they are, so another account's recordings wait for theirs.
  headers: ({ userId }) => Promise.resolve(pageDestination()?.userId === userId ? CALL_HEADERS : null),
});

/** The recorder of this page. It goes on, and goes on sending, whatever the page shows. */
export const pageRecorder: Recorder = createRecorder(ports);
/** What lies on this browser's disk. */
export const keptRecordings: KeptRecordings = createKeptRecordings(ports, ({ workspaceId }) =>
  tellClosed(knownWorkspace(workspaceId)?.name ?? null),
);

/** Browsers ask before they close a page whose recording runs or is not on the server yet. */
function keepOpen(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
let isKept = false;
pageRecorder.subscribe(() => {
  if (pageRecorder.isBusy() === isKept) return;
  isKept = !isKept;
  if (isKept) window.addEventListener("beforeunload", keepOpen);
  else window.removeEventListener("beforeunload", keepOpen);
});
