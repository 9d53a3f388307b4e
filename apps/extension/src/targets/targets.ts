import { isApiError } from "@stillreel/client";
import { listFolders, listWorkspaces } from "@stillreel/contract";
import { isOwnedBy, ownerNow } from "../captures/owner.ts";
import { api } from "../shared/api.ts";
import { type FolderChoice, folderChoices } from "../shared/folder-choices.ts";
import { isOpen, type Places, type Space, type Target, type TargetKind } from "./target.plan.ts";

/** What is chosen lies in `local` and survives the browser; what the server told lies in `session`. */
const TARGETS = "saveTargets";
const LOST = "saveTargetLost";
const SPACES = "saveSpaces";
const FOLDERS = "saveFolders";
/** How long a recording waits for the server to say whether its place is open, in milliseconds; it begins all the same. */
const ASK_MS = 2_000;

type Targets = Places["targets"];

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
export async function storedPlaces(): Promise<Places> {
  const [capture, recording, told, kept] = await Promise.all([
    readTarget("capture"),
    readTarget("recording"),
    chrome.storage.session.get([SPACES, FOLDERS]),
    chrome.storage.local.get(LOST),
  ]);
  return {
    targets: { ...(capture && { capture }), ...(recording && { recording }) },
    spaces: (told[SPACES] as Space[] | undefined) ?? null,
    folders: (told[FOLDERS] as Places["folders"] | undefined) ?? {},
    lost: (kept[LOST] as string | undefined) ?? null,
  };
}

/** Chooses where captures or recordings go; null for one's own library. What was said of a lost place is settled by it. */
export async function chooseTarget(kind: TargetKind, chosen: Omit<Target, "owner"> | null): Promise<void> {
  const [{ [kind]: _old, ...rest }, owner] = await Promise.all([allTargets(), ownerNow()]);
  const next: Targets = chosen && owner ? { ...rest, [kind]: { ...chosen, owner: owner.mark } } : rest;
  await chrome.storage.local.set({ [TARGETS]: next });
  await chrome.storage.local.remove(LOST);
}

/** A place turned out not to be open any more: from now on things go to one's own library, and the popup says so. */
export async function loseTarget(workspaceId: string): Promise<void> {
  const targets = await allTargets();
  const lost = Object.values(targets).find((target) => target.workspaceId === workspaceId);
  if (!lost) return;
  const rest = Object.fromEntries(Object.entries(targets).filter(([, target]) => target.workspaceId !== workspaceId));
  await chrome.storage.local.set({ [TARGETS]: rest, [LOST]: lost.folderName ?? lost.name });
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
  const known = ((await chrome.storage.session.get(FOLDERS))[FOLDERS] as Places["folders"] | undefined) ?? {};
  await chrome.storage.session.set({ [FOLDERS]: { ...known, [workspaceId]: folders } });
}

/** Asks for the workspaces, and for the folders of those that are chosen; lets go of places that are not open any more. */
export async function refreshPlaces(): Promise<void> {
  const [spaces, targets] = await Promise.all([askSpaces(), Promise.all([readTarget("capture"), readTarget("recording")])]);
  await chrome.storage.session.set({ [SPACES]: spaces });
  for (const target of targets) {
    if (!target) continue;
    const isMember = spaces.some(({ id }) => id === target.workspaceId);
    if (isMember) await refreshTargetFolders(target.workspaceId);
    const { folders } = await storedPlaces();
    if (!isOpen(target, spaces, folders[target.workspaceId] ?? null)) await loseTarget(target.workspaceId);
  }
}

/** The place of the next recording, asked for at the server: one that is not open any more is let go of. Null for one's own library. */
export async function openTarget(kind: TargetKind): Promise<Target | null> {
  const target = await readTarget(kind);
  if (!target) return null;
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const spaces = await askSpaces(signal);
    const folders = target.folderId === null ? null : await askFolders(target.workspaceId, signal);
    if (isOpen(target, spaces, folders)) return target;
  } catch (error) {
    // Not reached: the recording is kept on this machine anyway, and its place is what was chosen.
    if (!isApiError(error, "not-found", "forbidden")) return target;
  }
  await loseTarget(target.workspaceId);
  return null;
}
