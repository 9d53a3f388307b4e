import type { ServerArgs, ServerResult, updateChapters } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { complaintsAbout } from "./chapters.plan.ts";
import * as repo from "./comments.repo.ts";
import type { CommentsDeps } from "./comments.service.ts";

export function createChaptersService(ports: Ports, { items, search, events }: CommentsDeps) {
  return {
    /** Sets a video's chapters. @throws AppError `validation-failed` with every violated rule */
    async update(
      actor: UserActor,
      itemId: string,
      change: ServerArgs<typeof updateChapters>["body"],
    ): Promise<ServerResult<typeof updateChapters>> {
      const { row, facts } = await items.readable(actor, itemId);
      authorize(actor, "item.write", facts);
      const given = { enabled: change.enabled ?? row.chapters_enabled, chapters: change.chapters ?? row.chapters };
      const durationS = row.duration_ms === null ? null : row.duration_ms / 1000;
      const details = complaintsAbout({ type: row.type, durationS }, given);
      if (details.length > 0) throw new AppError("validation-failed", { details });
      const { enabled, chapters } = given;
      await ports.db.transaction(async (tx) => {
        const changed = await repo.updateChapters(tx, row.id, { chapters, chaptersEnabled: enabled, updatedAt: ports.clock.now() });
        if (!changed) throw new AppError("not-found");
        await search.indexItem(tx, changed);
      });
      events.publish({ type: "items", workspaceId: row.workspace_id, itemIds: [row.id] });
      events.publish({ type: "engagement", workspaceId: row.workspace_id, itemId: row.id });
      return { enabled, chapters };
    },
  };
}

export type ChaptersService = ReturnType<typeof createChaptersService>;
