import { folderNameKey } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Folders } from "../../library/folders/index.ts";
import { folderNameOf } from "./imports.plan.ts";

/** Where an import puts things. */
export interface ImportPlace {
  workspaceId: string;
  userId: string;
  /** The personal space has a tree each of images and videos; the others have one. */
  isMixed: boolean;
  /** The folder that was chosen; null for the root. */
  base: { id: string; kind: "image" | "video" | "mixed" } | null;
  /** May they write there, by what was known at the last look? */
  mayWrite(folderId: string | null): boolean;
  /** Looks again, as a folder was made or found. */
  look(): Promise<void>;
}

/** A folder on the way down from the chosen one. */
export interface Step {
  name: string;
  color?: string | undefined;
}

/** What concerns one folder alone: what was meant for it comes one higher. */
const OF_ONE_FOLDER = new Set(["folder-too-deep", "validation-failed", "forbidden", "not-found"]);

/**
 * Finds or makes folders below the chosen one; each is asked for once. Where the tree may not go deeper, and where somebody may not
 * write, what lies deeper comes into the last folder.
 */
export function createFolderMaker(ports: Pick<Ports, "db">, folders: Pick<Folders, "ensure">, place: ImportPlace) {
  const known = new Map<string, string | null>();

  async function ensure(parentId: string | null, kind: "image" | "video" | "mixed", step: Step): Promise<string | null> {
    const name = folderNameOf(step.name);
    const key = `${kind}\n${parentId ?? ""}\n${folderNameKey(name)}`;
    const found = known.get(key);
    if (found !== undefined) return place.mayWrite(found) ? found : parentId;
    const color = step.color === undefined ? {} : { color: step.color };
    const given = { workspaceId: place.workspaceId, parentId, kind, name, ...color, userId: place.userId };
    const id = await ports.db
      .transaction((tx) => folders.ensure(tx, given))
      .catch((error: unknown) => {
        // Too deep, deleted under our hands, or not theirs to write to.
        if (error instanceof AppError && OF_ONE_FOLDER.has(error.code)) return parentId;
        throw error;
      });
    await place.look();
    known.set(key, id);
    return place.mayWrite(id) ? id : parentId;
  }

  /** The folder at the end of these steps, for things of this type; null for the root. */
  return async (type: "image" | "video", steps: readonly Step[]): Promise<string | null> => {
    const kind = place.isMixed ? "mixed" : type;
    const { base } = place;
    let at = base && base.kind === kind && place.mayWrite(base.id) ? base.id : null;
    for (const step of steps) at = await ensure(at, kind, step);
    return at;
  };
}
