import { uploadKey, UPLOAD_RULE } from "../../platform/http/write-limits.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Admission, Requests } from "../../social/requests/index.ts";
import type { Draft } from "./uploads.draft.ts";
import { kindOf, type Metadata } from "./uploads.plan.ts";
import type { PlacedUpload, UploadRow } from "./uploads.repo.ts";
import type { Targets } from "./uploads.targets.ts";

/** Idle time after which the upload of a visitor is deleted. It uses a position of the request, so it is shorter than that of users. */
export const VISITOR_IDLE_MS = 2 * 3_600_000;

/** A caller with the link of a request. */
export interface RequestVisitor extends Visitor {
  ip: string;
}

interface VisitorsDeps {
  limits: Pick<RateLimits, "take">;
  requests: Pick<Requests, "admit" | "askerWhileOpen" | "askerAfterwards">;
  targets: Pick<Targets, "assertOpen">;
  draftOf(actor: UserActor, metadata: Metadata, length: number | null): Promise<Draft>;
}

/**
 * Returns the refusal for a visitor. They do not learn why the asker may not add: the request is closed for them. A folder that accepts
 * only another type refuses the type.
 */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (["not-found", "forbidden", "unauthenticated"].includes(error.code)) return new AppError("request-closed", { cause: error });
  return error;
}

/** Returns whether an upload belongs to the request that a draft names; both are null for uploads of users. */
export const isOfRequest = ({ requestId }: UploadRow, admission: Admission | null): boolean => requestId === (admission?.requestId ?? null);

/**
 * Creates the checks for uploads that answer a request. The id of such an upload is a secret of 128 bits: who knows it continues the
 * upload, after a reload and on another connection, and nothing else.
 */
export function createVisitors({ clock }: Pick<Ports, "clock">, { limits, requests, targets, draftOf }: VisitorsDeps) {
  return {
    /** Validates an upload of a visitor. It becomes an item of the asker. @throws AppError `request-closed`, `password-required`, `validation-failed` */
    async draft({ ip, ...visitor }: RequestVisitor, slug: string, metadata: Metadata, length: number | null): Promise<Draft> {
      await limits.take({ key: uploadKey(`visitor ${ip}`), rule: UPLOAD_RULE });
      const type = kindOf(metadata);
      if (type === "archive") throw invalid("type", "Pictures and videos can be sent here.", "unsupported");
      if ((metadata["recording"] ?? "") !== "") throw invalid("recording", "A recording is sent after it has ended.");
      const request = await requests.admit(slug, visitor, metadata);
      const { workspaceId, folderKind, title, asker } = request;
      // As for content of another type than announced: what the folder does not accept goes to the root.
      const fits = folderKind === "mixed" || folderKind === type;
      const target = { workspaceId, folderId: (fits ? request.folderId : null) ?? "", title: metadata["title"] || title, pageUrl: "" };
      const draft = await draftOf(asker, { ...metadata, ...target }, length).catch((error: unknown) => {
        throw asRefusal(error);
      });
      return { ...draft, request };
    },

    /** Returns the upload of a visitor while its request accepts it. @throws AppError `not-found`, `request-closed` */
    async own(placed: PlacedUpload, requestId: string, toDrop: boolean): Promise<UploadRow> {
      const { row } = placed;
      if (row.finishedAt !== null) {
        await requests.askerAfterwards(requestId);
        return row;
      }
      if (row.expiresAt <= clock.now()) throw new AppError("not-found");
      if (toDrop) return row;
      const asker = await requests.askerWhileOpen(requestId);
      await targets.assertOpen(asker, placed).catch((error: unknown) => {
        throw asRefusal(error);
      });
      return row;
    },
  };
}
