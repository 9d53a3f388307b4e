import { isApiError } from "@stillreel/client";
import { listFolders, listWorkspaces } from "@stillreel/contract";
import { isOwnedBy, ownerNow } from "./owner.ts";
import { api } from "./api.ts";
import { readPreferences } from "./preferences.ts";
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

/** Chosen targets are in `local` and survive the browser; server data is in `session`. */
const TARGETS = "saveTargets";
const LOST = "saveTargetLost";
const SPACES = "saveSpaces";
const FOLDERS = "saveFolders";
const KINDS: readonly TargetKind[] = ["capture", "recording"];
/** Time limit for the server to confirm a save target, in milliseconds. The recording starts regardless. */
const ASK_MS = 2_000;

/** The choice of the personal library instead of a default workspace. Another default applies again. */
interface Own {
  workspaceId: null;
  instead: string;
  owner: string;
}

type Choices = Partial<Record<TargetKind, Target | Own>>;

async function allChoices(): Promise<Choices> {
  return ((await chrome.storage.local.get(TARGETS))[TARGETS] as Choices | undefined) ?? {};
}

/** Returns the choice of the personal library; null without a default workspace, where it is no choice. */
async function ownInstead(owner: string): Promise<Own | null> {
  const { defaultWorkspaceId: instead } = await readPreferences();
  return instead === null ? null : { workspaceId: null, instead, owner };
}

/** Returns the top level of the user's default workspace as save target; null without a default workspace. */
async function defaultTarget(owner: string, choice: Own | null): Promise<Target | null> {
  const [{ defaultWorkspaceId: workspaceId }, session] = await Promise.all([readPreferences(), chrome.storage.session.get(SPACES)]);
  if (workspaceId === null || workspaceId === choice?.instead) return null;
  const name = (session[SPACES] as Space[] | undefined)?.find(({ id }) => id === workspaceId)?.name ?? "";
  return { workspaceId, name, folderId: null, folderName: null, owner };
}

/**
 * Returns the save target of the current user: the chosen one, otherwise the default workspace. Null for the personal library.
 * Sends no request.
 */
export async function readTarget(kind: TargetKind): Promise<Target | null> {
  const [{ [kind]: choice }, owner] = await Promise.all([allChoices(), ownerNow()]);
  if (!owner) return null;
  if (!choice || !isOwnedBy(choice.owner, owner)) return defaultTarget(owner.mark, null);
  return choice.workspaceId === null ? defaultTarget(owner.mark, choice) : choice;
}

/** Returns cached data for choosing a save target. */
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

/** Sets the save target; null for the personal library. Clears the notice about a closed target. */
export async function chooseTarget(kind: TargetKind, chosen: Omit<Target, "owner"> | null): Promise<void> {
  const [{ [kind]: _old, ...rest }, owner] = await Promise.all([allChoices(), ownerNow()]);
  const choice = owner && (chosen ? { ...chosen, owner: owner.mark } : await ownInstead(owner.mark));
  const next: Choices = choice ? { ...rest, [kind]: choice } : rest;
  await chrome.storage.local.set({ [TARGETS]: next });
  await chrome.storage.local.remove(LOST);
}

/** Ids of a save target, as captures and recordings store them. */
type SaveLocation = Pick<Target, "workspaceId" | "folderId">;

/** Returns the last known name of a save target, also of one that was just removed; empty when unknown. */
async function knownName(location: SaveLocation): Promise<string> {
  const chosen = Object.values(await allChoices()).find((choice) => choice.workspaceId !== null && isSameLocation(choice, location));
  if (chosen && chosen.workspaceId !== null) return locationName(chosen);
  const { spaces, folders, lost } = await storedSaveTargets();
  const known = location.folderId === null ? spaces : folders[location.workspaceId];
  return known?.find(({ id }) => id === (location.folderId ?? location.workspaceId))?.name ?? lost ?? "";
}

/**
 * Removes a closed save target: content goes to the personal library from now on, and the popup reports it unless another
 * message does (see `settleLost`). Returns the name of the target.
 */
export async function loseTarget(location: SaveLocation): Promise<string> {
  const [choices, owner, name] = await Promise.all([allChoices(), ownerNow(), knownName(location)]);
  const next: Choices = { ...choices };
  for (const kind of KINDS) {
    const target = await readTarget(kind);
    if (!target || !isSameLocation(target, location)) continue;
    delete next[kind];
    const own = owner && (await ownInstead(owner.mark));
    if (own) next[kind] = own;
  }
  await chrome.storage.local.set({ [TARGETS]: next, [LOST]: name });
  return name;
}

/** Clears the notice about a closed save target. */
export const settleLost = (): Promise<void> => chrome.storage.local.remove(LOST);

async function askSpaces(signal?: AbortSignal): Promise<Space[]> {
  const workspaces = await api.call(listWorkspaces, {}, signal ? { signal } : {});
  return workspaces.map(({ id, name, permission }) => ({ id, name, canWrite: permission.write }));
}

async function askFolders(workspaceId: string, signal?: AbortSignal): Promise<FolderChoice[]> {
  const { items } = await api.call(listFolders, { params: { workspaceId }, query: { kind: "mixed" } }, signal ? { signal } : {});
  return folderChoices(items.filter(({ permission }) => permission.write));
}

/** Requests the writable folders of a workspace and caches them for this session. */
export async function refreshTargetFolders(workspaceId: string): Promise<void> {
  const folders = await askFolders(workspaceId);
  const known = ((await chrome.storage.session.get(FOLDERS))[FOLDERS] as SaveTargets["folders"] | undefined) ?? {};
  await chrome.storage.session.set({ [FOLDERS]: { ...known, [workspaceId]: folders } });
}

/** Returns the folders of a workspace; an empty list when it is no longer accessible. */
const foldersIn = (workspaceId: string): Promise<FolderChoice[]> =>
  askFolders(workspaceId).catch((error: unknown) => {
    if (isApiError(error, "not-found")) return [];
    throw error;
  });

/**
 * Requests the workspaces, and the folders of those that are chosen or have a read-only root. Removes closed save targets.
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
 * Confirms the save target of the next recording with the server and removes a closed one. `target` is null for the personal
 * library; `lost` is the name of a closed target.
 */
export async function openTarget(kind: TargetKind): Promise<{ target: Target | null; lost: string | null }> {
  const target = await readTarget(kind);
  if (!target) return { target, lost: null };
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const spaces = await askSpaces(signal);
    const folders = target.folderId === null ? null : await askFolders(target.workspaceId, signal);
    // The name of a default workspace can be unknown until now.
    const name = spaces.find(({ id }) => id === target.workspaceId)?.name ?? target.name;
    if (isOpen(target, spaces, folders)) return { target: { ...target, name }, lost: null };
  } catch (error) {
    // The server was not reached: the recording is stored locally anyway, with the chosen target.
    if (!isApiError(error, "not-found", "forbidden")) return { target, lost: null };
  }
  return { target: null, lost: await loseTarget(target) };
}
