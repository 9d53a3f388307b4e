import { folderNameKey, type FolderKind } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Folders } from "../../library/folders/index.ts";
import { folderNameOf, type Step } from "./imports.plan.ts";

/** Target of an import. */
export interface ImportTarget {
  workspaceId: string;
  userId: string;
  /** Whether one tree contains images and videos; the personal space has separate trees. */
  isMixed: boolean;
  /** The selected folder; null for the root. */
  base: { id: string; kind: FolderKind } | null;
  /** Returns whether the user may write there, according to the last check. */
  mayWrite(folderId: string | null): boolean;
  /** Checks again after a folder was created or found. */
  refresh(): Promise<void>;
}

/** Errors that concern one folder only: its content goes to the parent folder. */
const OF_ONE_FOLDER = new Set(["folder-too-deep", "validation-failed", "forbidden", "not-found"]);

/**
 * Finds or creates folders below the selected one, each once. Where the depth limit or a missing permission prevents it, the content
 * goes to the last possible folder.
 */
export function createFolderMaker(ports: Pick<Ports, "db">, folders: Pick<Folders, "ensure">, target: ImportTarget) {
  const known = new Map<string, string | null>();

  async function ensure(parentId: string | null, kind: FolderKind, step: Step): Promise<string | null> {
    const name = folderNameOf(step.name);
    const key = `${kind}\n${parentId ?? ""}\n${folderNameKey(name)}`;
    const found = known.get(key);
    if (found !== undefined) return target.mayWrite(found) ? found : parentId;
    const color = step.color === undefined ? {} : { color: step.color };
    const given = { workspaceId: target.workspaceId, parentId, kind, name, ...color, userId: target.userId };
    const id = await ports.db
      .transaction((tx) => folders.ensure(tx, given))
      .catch((error: unknown) => {
        // Depth limit, concurrent deletion or missing permission.
        if (error instanceof AppError && OF_ONE_FOLDER.has(error.code)) return parentId;
        throw error;
      });
    await target.refresh();
    known.set(key, id);
    return target.mayWrite(id) ? id : parentId;
  }

  /** Returns the folder at the end of a path for a type; null for the root. */
  return async (type: "image" | "video" | "board", steps: readonly Step[]): Promise<string | null> => {
    const kind = target.isMixed ? "mixed" : type;
    const { base } = target;
    let at = base && base.kind === kind && target.mayWrite(base.id) ? base.id : null;
    for (const step of steps) at = await ensure(at, kind, step);
    return at;
  };
}
