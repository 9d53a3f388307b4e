import type { getPointer, PointerTrack, putPointer, ServerResult } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { editable } from "./edits.access.ts";
import type { EditsDeps } from "./edits.deps.ts";
import * as repo from "./pointer.repo.ts";

/** Seconds by which the clock of a recorder and the length of its file may differ. */
const TOLERANCE_S = 2;

const EMPTY: PointerTrack = { moves: [], clicks: [] };

/** Creates the service for the recorded pointer of videos. It needs write permission, because it can show what an edit covers. */
export function createPointers({ db, clock }: Pick<Ports, "db" | "clock">, { items }: Pick<EditsDeps, "items">) {
  return {
    /** Returns the recorded pointer of a video; empty lists when there is none. */
    async get(actor: UserActor, itemId: string): Promise<ServerResult<typeof getPointer>> {
      const { id } = await editable(items, actor, itemId);
      return (await repo.findTrack(db, id)) ?? EMPTY;
    },

    /** Stores the pointer of a recording, which may be incomplete. @throws AppError `validation-failed` for times beyond the end */
    async put(actor: UserActor, itemId: string, track: PointerTrack): Promise<ServerResult<typeof putPointer>> {
      const { id } = await editable(items, actor, itemId);
      const length = await repo.findLength(db, id);
      const late = (["moves", "clicks"] as const).filter((list) => (track[list].at(-1)?.[0] ?? 0) > (length ?? Infinity) + TOLERANCE_S);
      if (late.length > 0)
        throw new AppError("validation-failed", {
          details: late.map((field) => ({ field, code: "beyond-end", message: "A position is after the end of the video." })),
        });
      await repo.putTrack(db, id, track, clock.now());
      return { moves: track.moves.length, clicks: track.clicks.length };
    },
  };
}

export type Pointers = ReturnType<typeof createPointers>;
