import { isApiError } from "@stillreel/client";
import { listFolders, listWorkspaces } from "@stillreel/contract";
import { client, queryClient } from "../../platform/api.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { OWN_DESTINATION, type RecordingDestination } from "./recording-destination.ts";

/** Time limit for the server to confirm a save target, in milliseconds, while the browser still accepts the user gesture. */
const ASK_MS = 2_000;

async function isOpen({ ref, folderId }: RecordingDestination, signal: AbortSignal): Promise<boolean> {
  const workspace = (await client.call(listWorkspaces, {}, { signal })).find(({ id }) => id === ref);
  if (!workspace || folderId === null) return workspace?.permission.write === true;
  const { items } = await client.call(listFolders, { params: { workspaceId: ref }, query: { kind: "mixed" } }, { signal });
  return items.some(({ id, permission }) => id === folderId && permission.write);
}

/**
 * Confirms the save target of the next recording with the server. A closed target is returned as `lost`, and the recording goes to
 * the personal library. Without a response the recording keeps its target.
 */
export async function checkDestination(
  requested: RecordingDestination,
): Promise<{ destination: RecordingDestination; lost: RecordingDestination | null }> {
  if (requested.ref === PERSONAL) return { destination: requested, lost: null };
  try {
    if (await isOpen(requested, AbortSignal.timeout(ASK_MS))) return { destination: requested, lost: null };
  } catch (error) {
    if (!isApiError(error, "not-found", "forbidden")) return { destination: requested, lost: null };
  }
  void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  return { destination: OWN_DESTINATION, lost: requested };
}
