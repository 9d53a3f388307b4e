import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { queryClient, clientId } from "../../platform/api.ts";
import { addItem } from "../items/item-changes.ts";
import { copyLink, turnOffLink } from "../items/item-links.ts";
import { preferencesQuery } from "../people/account.queries.ts";
import type { ItemView } from "../items/item-list.ts";
import { noteWorkspaces } from "../spaces/space-ref.ts";
import type { Addressed } from "../spaces/addresses.ts";
import { openFilePicker } from "./file-picker.ts";
import { joinTabs, storedHandles, storedUploads } from "./stored-uploads.ts";
import { readChosen } from "./picked-files.ts";
import { goesInPieces, sendFile } from "./send-file.ts";
import type { SendJob, Sent } from "./sending.ts";
import { ARCHIVE_DESTINATION, destinationOf, type PickedFile } from "./upload-destination.ts";
import { uploadTarget } from "./upload-target.ts";
import type { UploadFailure } from "./upload-queue.ts";
import { createUploadsStore, type NewUpload } from "./uploads-store.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

let annotate: (item: Addressed) => void = () => {};

/** Sets how an image is opened for annotation; the toast about a single new image offers it. */
export function setAnnotate(open: (item: Addressed) => void): void {
  annotate = open;
}

async function handleSent({ item, importId }: Sent<ItemView>, isOnly: boolean): Promise<boolean> {
  if (importId) await queryClient.invalidateQueries({ queryKey: ["imports"] });
  else if (item) addItem(item);
  else {
    // The file arrived but its item is unknown: the lists are refetched.
    await Promise.all([queryClient.invalidateQueries({ queryKey: ["items"] }), queryClient.invalidateQueries({ queryKey: ["counts"] })]);
  }
  return isOnly && item !== undefined && item !== null && shareAlone(item);
}

/**
 * Creates and copies the link of an item that was uploaded alone, if its user wants that. Returns whether the link was copied: a link
 * that the user did not get is turned off again, because the tray only announces copied ones.
 */
async function shareAlone(item: ItemView): Promise<boolean> {
  const preferences = await queryClient.ensureQueryData(preferencesQuery).catch(() => null);
  if (!preferences?.copyUploadLink) return false;
  const next = { label: i18next.t("uploads:annotate"), run: () => annotate(item) };
  const isCopied = await copyLink(item, item.type === "image" ? next : undefined);
  if (!isCopied) await turnOffLink(item).catch(() => {});
  return isCopied;
}

/** Returns why a file would be refused, or null. The server checks the content; this check prevents useless uploads. */
function refusalOf({ file, place }: NewUpload): UploadFailure | null {
  if (place?.kind === "archive" && !/\.zip$/iu.test(file.name)) return { code: "unsupported-file-type" };
  return file.size === 0 ? { code: "unreadable-file" } : null;
}

/** Owner of these uploads. */
let owner: string | undefined;

function rememberUpload(job: SendJob, url: string | null, handle: NewUpload["handle"]): void {
  const { key, file, place } = job;
  if (url === null || owner === undefined || !goesInPieces(job)) {
    storedUploads.forget(key);
    void storedHandles.forget(key);
    return;
  }
  storedUploads.save({
    key,
    userId: owner,
    name: file.name,
    sizeBytes: file.size,
    lastModified: file.lastModified,
    place,
    url,
    keptAt: Date.now(),
  });
  void handle?.then((found) => found && storedHandles.save(key, found));
}

let uploadCount = 0;

/** The uploads of this page. */
export const uploads = createUploadsStore<ItemView>({
  send: (job, hooks) => {
    noteWorkspaces([job.place.workspaceId]);
    return sendFile(job, hooks);
  },
  refusalOf,
  onSent: handleSent,
  onResumable: rememberUpload,
  endRemote: (url) => void import("./send-in-pieces.ts").then(({ endUpload }) => endUpload(url)),
  now: () => Date.now(),
  newKey: () => `${clientId}-${(uploadCount += 1)}`,
});

/** Uploads files into the open folder. */
export function addFiles(picked: readonly PickedFile[]): void {
  const target = uploadTarget();
  if (target?.isReadOnly) return toasts.error(i18next.t("uploads:readOnly"));
  if (picked.length > 0)
    uploads.add(picked.map(({ file, path, handle }) => ({ file, place: destinationOf({ file, path }, target), handle })));
}

/** Uploads the files of a file input into the open folder; those of a folder with their paths. */
export const addChosen = (files: readonly File[]): void => addFiles(readChosen(files));

/** Uploads a zip for import. Resolves to the import's id, or to null when it was refused or cancelled. */
export function importArchive(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    uploads.add([{ file, place: ARCHIVE_DESTINATION, onEnd: (sent) => resolve(sent?.importId ?? null) }]);
  });
}

const tabs = joinTabs(uploads.keys);

/** Shows this user's interrupted uploads that no other tab runs. Uploads of previous users are removed. */
export async function restoreUploads(): Promise<void> {
  const { id } = await queryClient.ensureQueryData(userQuery);
  if (owner !== undefined && owner !== id) uploads.reset();
  owner = id;
  const stored = storedUploads.list(id);
  if (stored.length === 0) return;
  const elsewhere = await tabs.othersRunning();
  uploads.restore(stored.filter(({ key }) => !elsewhere.has(key)));
}

/** Resumes an interrupted upload with its stored file handle, or with a file that the user selects again. */
export async function resumeUpload(id: string): Promise<void> {
  const key = uploads.keyOf(id);
  const handle = key === undefined ? undefined : await storedHandles.find(key);
  const file = handle && (await readHandle(handle));
  if (!file || uploads.offer([file]).length > 0) openFilePicker(false, addChosen);
}

type AskingHandle = FileSystemFileHandle & { requestPermission?: (options: { mode: "read" }) => Promise<PermissionState> };

async function readHandle(handle: AskingHandle): Promise<File | undefined> {
  try {
    if ((await handle.requestPermission?.({ mode: "read" })) === "denied") return undefined;
    return await handle.getFile();
  } catch {
    // Moved, deleted, or access denied.
    return undefined;
  }
}
