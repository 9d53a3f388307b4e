import { isApiError } from "@stillreel/client";
import { listFolders, listWorkspaces } from "@stillreel/contract";
import { client, queryClient } from "../../platform/api.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { OWN_DESTINATION, type RecordingDestination } from "./recording-destination.ts";

/** How long the server may take to say whether a place is open, in milliseconds. The browser still knows then that somebody pressed Start. */
const ASK_MS = 2_000;

async function isOpen({ ref, folderId }: RecordingDestination, signal: AbortSignal): Promise<boolean> {
  const workspace = (await client.call(listWorkspaces, {}, { signal })).find(({ id }) => id === ref);
  if (!workspace || folderId === null) return workspace?.permission.write === true;
  const { items } = await client.call(listFolders, { params: { workspaceId: ref }, query: { kind: "mixed" } }, { signal });
  return items.some(({ id, permission }) => id === folderId && permission.write);
}

/**
 * The place of the next recording, asked for at the server: one that is closed to the person is `lost`, and the recording goes to their
 * own library. A server that does not answer keeps nobody: what is recorded goes where it was to go, once it can.
 */
export async function checkDestination(
  wished: RecordingDestination,
): Promise<{ destination: RecordingDestination; lost: RecordingDestination | null }> {
  if (wished.ref === PERSONAL) return { destination: wished, lost: null };
  try {
    if (await isOpen(wished, AbortSignal.timeout(ASK_MS))) return { destination: wished, lost: null };
  } catch (error) {
    if (!isApiError(error, "not-found", "forbidden")) return { destination: wished, lost: null };
  }
  void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  return { destination: OWN_DESTINATION, lost: wished };
}
