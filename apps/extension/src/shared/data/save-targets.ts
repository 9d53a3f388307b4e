import { isApiError } from "@stillreel/client";
import { listFolders, listWorkspaces } from "@stillreel/contract";
import { isOwnedBy, ownerNow } from "./owner.ts";
import { api } from "./api.ts";
import { type FolderChoice, folderChoices } from "../core/folder-choices.ts";
import {
  isOpen,
  isSameLocation,
  locationName,
  type SaveTargets,
  type Space,
  type Target,
  type TargetKind,
} from "../core/save-target.plan.ts";

/** What is chosen lies in `local` and survives the browser; what the server told lies in `session`. */
const TARGETS = "saveTargets";
const LOST = "saveTargetLost";
const SPACES = "saveSpaces";
const FOLDERS = "saveFolders";
/** How long a recording waits for the server to say whether its place is open, in milliseconds; it begins all the same. */
const ASK_MS = 2_000;

type Targets = SaveTargets["targets"];

async function allTargets(): Promise<Targets> {
  return ((await chrome.storage.local.get(TARGETS))[TARGETS] as Targets | undefined) ?? {};
}

/** Where captures or recordings of whoever is signed in go; null for their own library. Asks no server. */
export async function readTarget(kind: TargetKind): Promise<Target | null> {
  const [targets, owner] = await Promise.all([allTargets(), ownerNow()]);
  const target = targets[kind];
  return target && owner && isOwnedBy(target.owner, owner) ? target : null;
}

/** What a choice shows before any server is asked. */
export async function storedSaveTargets(): Promise<SaveTargets> {
  const [capture, recording, session, stored] = await Promise.all([
    readTarget("capture"),
    readTarget("recording"),
    chrome.storage.session.get([SPACES, FOLDERS]),
    chrome.storage.local.get(LOST),
  ]);
  return {
    targets: { ...(capture && { capture }), ...(recording && { recording }) },
    spaces: (session[SPACES] as Space[] | undefined) ?? null,
    folders: (session[FOLDERS] as SaveTargets["folders"] | undefined) ?? {},
    lost: (stored[LOST] as string | undefined) ?? null,
  };
}

/** Chooses where captures or recordings go; null for one's own library. What was said of a lost place is settled by it. */
export async function chooseTarget(kind: TargetKind, chosen: Omit<Target, "owner"> | null): Promise<void> {
  const [{ [kind]: _old, ...rest }, owner] = await Promise.all([allTargets(), ownerNow()]);
  const next: Targets = chosen && owner ? { ...rest, [kind]: { ...chosen, owner: owner.mark } } : rest;
  await chrome.storage.local.set({ [TARGETS]: next });
  await chrome.storage.local.remove(LOST);
}

/** A place by its ids, as captures and recordings carry it. */
type SaveLocation = Pick<Target, "workspaceId" | "folderId">;

/** What a place is called, as far as this machine knows; perhaps it was let go of a moment ago. Empty where nobody knows. */
async function knownName(location: SaveLocation): Promise<string> {
  const chosen = Object.values(await allTargets()).find((target) => isSameLocation(target, location));
  if (chosen) return locationName(chosen);
  const { spaces, folders, lost } = await storedSaveTargets();
  const known = location.folderId === null ? spaces : folders[location.workspaceId];
  return known?.find(({ id }) => id === (location.folderId ?? location.workspaceId))?.name ?? lost ?? "";
}

/**
 * A place turned out not to be open any more: from now on things go to one's own library, and the popup says so, unless somebody else
 * does (see `settleLost`). Answers what the place was called.
 */
export async function loseTarget(location: SaveLocation): Promise<string> {
  const [targets, name] = await Promise.all([allTargets(), knownName(location)]);
  const rest = Object.fromEntries(Object.entries(targets).filter(([, target]) => !isSameLocation(target, location)));
  await chrome.storage.local.set({ [TARGETS]: rest, [LOST]: name });
  return name;
}

/** It was read, or is of no interest any more. */
export const settleLost = (): Promise<void> => chrome.storage.local.remove(LOST);

async function askSpaces(signal?: AbortSignal): Promise<Space[]> {
  const workspaces = await api.call(listWorkspaces, {}, signal ? { signal } : {});
  return workspaces.map(({ id, name, permission }) => ({ id, name, canWrite: permission.write }));
}

async function askFolders(workspaceId: string, signal?: AbortSignal): Promise<FolderChoice[]> {
  const { items } = await api.call(listFolders, { params: { workspaceId }, query: { kind: "mixed" } }, signal ? { signal } : {});
  return folderChoices(items.filter(({ permission }) => permission.write));
}

/** Asks for the folders of a workspace that things can be added to, and keeps them for this session. */
export async function refreshTargetFolders(workspaceId: string): Promise<void> {
  const folders = await askFolders(workspaceId);
  const known = ((await chrome.storage.session.get(FOLDERS))[FOLDERS] as SaveTargets["folders"] | undefined) ?? {};
  await chrome.storage.session.set({ [FOLDERS]: { ...known, [workspaceId]: folders } });
}

/** Folders of a workspace; none of one that was left in this moment. */
const foldersIn = (workspaceId: string): Promise<FolderChoice[]> =>
  askFolders(workspaceId).catch((error: unknown) => {
    if (isApiError(error, "not-found")) return [];
    throw error;
  });

/**
 * Asks for the workspaces, and for the folders of those that are chosen, or at whose top level nothing can be put: there may be some
 * below. Lets go of places that are not open any more.
 */
export async function refreshSaveTargets(): Promise<void> {
  const [spaces, chosen] = await Promise.all([askSpaces(), Promise.all([readTarget("capture"), readTarget("recording")])]);
  const targets = chosen.filter((target) => target !== null);
  const asked = spaces.filter(({ id, canWrite }) => !canWrite || targets.some(({ workspaceId }) => workspaceId === id));
  const folders = Object.fromEntries(await Promise.all(asked.map(async ({ id }) => [id, await foldersIn(id)] as const)));
  await chrome.storage.session.set({ [SPACES]: spaces, [FOLDERS]: folders });
  for (const target of targets) if (!isOpen(target, spaces, folders[target.workspaceId] ?? [])) await loseTarget(target);
}

/**
 * The place of the next recording, asked for at the server: one that is not open any more is let go of. `target` is null for one's own
 * library, `lost` the name of a place that it should have been.
 */
export async function openTarget(kind: TargetKind): Promise<{ target: Target | null; lost: string | null }> {
  const target = await readTarget(kind);
  if (!target) return { target, lost: null };
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const spaces = await askSpaces(signal);
    const folders = target.folderId === null ? null : await askFolders(target.workspaceId, signal);
    if (isOpen(target, spaces, folders)) return { target, lost: null };
  } catch (error) {
    // Not reached: the recording is kept on this machine anyway, and its place is what was chosen.
    if (!isApiError(error, "not-found", "forbidden")) return { target, lost: null };
  }
  return { target: null, lost: await loseTarget(target) };
}
