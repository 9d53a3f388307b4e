import { folderNameKey } from "@stillreel/contract";
import { AppError } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import type { Folders } from "../folders/index.ts";
import { folderNameOf } from "./imports.plan.ts";

/** Where an import puts things. */
export interface ImportPlace {
  workspaceId: string;
  userId: string;
  /** The personal space has a tree each of images and videos; the others have one. */
  isMixed: boolean;
  /** The folder that was chosen; null for the root. */
  base: { id: string; kind: "image" | "video" | "mixed" } | null;
}

/** A folder on the way down from the chosen one. */
export interface Step {
  name: string;
  color?: string | undefined;
}

/**
 * Finds or makes folders below the chosen one; each is asked for once. Where the tree may not go deeper, what lies
 * deeper comes into the last folder.
 */
export function createFolderMaker(ports: Pick<Ports, "db">, folders: Pick<Folders, "ensure">, place: ImportPlace) {
  const known = new Map<string, string | null>();

  async function ensure(parentId: string | null, kind: "image" | "video" | "mixed", step: Step): Promise<string | null> {
    const name = folderNameOf(step.name);
    const key = `${kind}\n${parentId ?? ""}\n${folderNameKey(name)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const color = step.color === undefined ? {} : { color: step.color };
    const given = { workspaceId: place.workspaceId, parentId, kind, name, ...color, userId: place.userId };
    const id = await ports.db
      .transaction((tx) => folders.ensure(tx, given))
      .catch((error: unknown) => {
        // Too deep, or deleted under our hands: what was meant for it comes one higher.
        if (error instanceof AppError && (error.code === "folder-too-deep" || error.code === "validation-failed")) return parentId;
        throw error;
      });
    known.set(key, id);
    return id;
  }

  /** The folder at the end of these steps, for things of this type; null for the root. */
  return async (type: "image" | "video", steps: readonly Step[]): Promise<string | null> => {
    const kind = place.isMixed ? "mixed" : type;
    let at = place.base && place.base.kind === kind ? place.base.id : null;
    for (const step of steps) at = await ensure(at, kind, step);
    return at;
  };
}
