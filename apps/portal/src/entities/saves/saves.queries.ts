import {
  cancelSave,
  type ClientArgs,
  type ClientResult,
  createSave,
  createSaveFolder,
  getSave,
  getSaveName,
  listSaveFolders,
  retrySave,
  type SaveProvider,
} from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { integrationsQuery, type IntegrationView } from "../integrations/integrations.queries.ts";

export type SaveView = ClientResult<typeof getSave>;
export type SaveResultView = SaveView["results"][number];
export type SaveFolderView = ClientResult<typeof createSaveFolder>;
export type { SaveProvider } from "@stillreel/contract";
type SaveOptions = ClientArgs<typeof createSave>["body"];

/** Poll interval of a running save, in milliseconds. */
const RUNNING_POLL_MS = 1_000;
/** The services that store files. */
export const SAVE_PROVIDERS = ["drive", "dropbox"] as const satisfies readonly SaveProvider[];

export interface SaveService extends IntegrationView {
  provider: SaveProvider;
}

/** The services that store files and are set up on this server. */
export const saveServicesQuery = queryOptions({
  ...integrationsQuery,
  select: (all): SaveService[] =>
    all.filter((one): one is SaveService => one.configured && SAVE_PROVIDERS.some((provider) => provider === one.provider)),
});

/** One save. It is read again while it is running. */
export const saveQuery = (saveId: string) =>
  queryOptions({
    queryKey: ["saves", saveId] as const,
    queryFn: ({ signal }) => client.call(getSave, { params: { saveId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" || state.data === undefined ? RUNNING_POLL_MS : false),
    staleTime: 0,
  });

/** Folders of a connected account inside a folder (null: the root). */
export const saveFoldersQuery = (provider: SaveProvider, parentId: string | null) =>
  infiniteQueryOptions({
    queryKey: ["save-folders", provider, parentId] as const,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listSaveFolders,
        { params: { provider }, query: { parentId: parentId ?? undefined, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/** The name that an item would have now in a folder of a connected account. */
export const saveNameQuery = (provider: SaveProvider, query: ClientArgs<typeof getSaveName>["query"]) =>
  queryOptions({
    queryKey: ["save-name", provider, query] as const,
    queryFn: ({ signal }) => client.call(getSaveName, { params: { provider }, query }, { signal }),
    // Each save takes a name.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Creates a folder in a connected account. */
export async function makeSaveFolder(provider: SaveProvider, parentId: string | null, name: string): Promise<SaveFolderView> {
  const body = { name, ...(parentId === null ? {} : { parentId }) };
  const folder = await client.call(createSaveFolder, { params: { provider }, body });
  await queryClient.invalidateQueries({ queryKey: saveFoldersQuery(provider, parentId).queryKey });
  return folder;
}

/** Starts a save and returns its id. */
export const beginSave = async (provider: SaveProvider, body: SaveOptions): Promise<string> =>
  (await client.call(createSave, { params: { provider }, body })).saveId;

const store = (save: SaveView): void => void queryClient.setQueryData(saveQuery(save.id).queryKey, save);

/** Cancels a save. */
export async function stopSave(saveId: string): Promise<void> {
  store(await client.call(cancelSave, { params: { saveId } }));
}

/** Saves the files of an ended save that are not stored. */
export async function repeatSave(saveId: string): Promise<void> {
  store(await client.call(retrySave, { params: { saveId } }));
  await queryClient.invalidateQueries({ queryKey: saveQuery(saveId).queryKey });
}
