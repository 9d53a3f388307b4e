import { createExport, deleteExport, listExports, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../../platform/api.ts";

export type ExportView = ClientResult<typeof listExports>["items"][number];
export type ExportBody = ClientArgs<typeof createExport>["body"];
export type ExportFormat = ExportView["format"];

/** Poll interval while an export is made, in milliseconds. */
const POLL_MS = 1_000;
const keyOf = (itemId: string) => ["items", "exports", itemId] as const;

export const isOpen = ({ state }: ExportView): boolean => state === "waiting" || state === "running";

/** The user's exports of a video. They are read again while one of them is made. */
export const exportsQuery = (itemId: string) =>
  queryOptions({
    queryKey: keyOf(itemId),
    queryFn: ({ signal }) => client.call(listExports, { params: { itemId } }, { signal }),
    select: ({ items }) => items,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? POLL_MS : false),
  });

/** Starts an export. Resolves to its id. */
export async function beginExport(itemId: string, body: ExportBody): Promise<string> {
  const { id } = await client.call(createExport, { params: { itemId }, body });
  await queryClient.invalidateQueries({ queryKey: keyOf(itemId) });
  return id;
}

/** Cancels an export or deletes its file. */
export async function removeExport({ itemId, id }: ExportView): Promise<void> {
  await client.call(deleteExport, { params: { itemId, exportId: id } });
  await queryClient.invalidateQueries({ queryKey: keyOf(itemId) });
}
