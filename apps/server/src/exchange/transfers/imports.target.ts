import { isUuid, type FolderKind } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { WorkspaceFacts, Memberships } from "../../access/memberships/index.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { Rights } from "../../access/rights/index.ts";
import * as repo from "./imports.repo.ts";

export interface TargetsDeps {
  memberships: Pick<Memberships, "resolve">;
  rights: Pick<Rights, "of">;
}

/** Permitted target of an import. */
export interface AllowedTarget {
  space: WorkspaceFacts;
  /** The selected folder; null for the root and when the folder is inaccessible. */
  base: { id: string; kind: FolderKind } | null;
  rights: SpaceRights;
}

/** Checks the target of an import: at its start, during the upload and while it runs. */
export function createTargets({ db }: Pick<Ports, "db">, { memberships, rights }: TargetsDeps) {
  /** @throws AppError `not-found` for an inaccessible space, `forbidden` without write permission */
  async function allowed(actor: UserActor, workspaceRef: string, folderId: string | null): Promise<AllowedTarget> {
    const space = await memberships.resolve(actor, workspaceRef);
    const found = await rights.of(actor, space);
    const folder = folderId !== null && isUuid(folderId) ? await repo.findFolder(db, space.id, folderId) : undefined;
    const base = folder && folderId !== null && found.onFolder(folderId).read ? { id: folderId, kind: folder.kind } : null;
    if (!found.onFolder(base?.id ?? null).write) throw new AppError("forbidden");
    return { space, base, rights: found };
  }

  return {
    allowed,
    /** Checks that the user may still upload to this import. @throws AppError `not-found`, `forbidden` */
    async assertFillable(actor: UserActor, importId: string): Promise<void> {
      const target = await repo.findTarget(db, actor.id, importId);
      if (!target) throw new AppError("not-found");
      await allowed(actor, target.workspaceId, target.folderId);
    },
  };
}

export type Targets = ReturnType<typeof createTargets>;
