import type { EditDocument, getEdits, listVersions, putEdits, ServerArgs, ServerResult } from "@stillreel/contract";
import { wholeVideo } from "@stillreel/video-editor/core";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { editable, editConflict } from "./edits.access.ts";
import type { EditsDeps } from "./edits.deps.ts";
import * as repo from "./edits.repo.ts";
import { factsOf, issuesOf, joinedIds, missingSource, type SourceService } from "./sources.service.ts";
import type { Renders } from "./renders.service.ts";
import * as versions from "./versions.repo.ts";

type View = ServerResult<typeof getEdits>;
type Version = ServerResult<typeof listVersions>["items"][number];

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EditsDeps, "items" | "media"> {
  ports: Ports;
  sources: SourceService;
  renders: Pick<Renders, "view">;
}

/** Returns the edits of a video with their sources. */
async function get({ items, ports, sources, renders }: Context, actor: UserActor, itemId: string): Promise<View> {
  const facts = await editable(items, actor, itemId);
  const [draft, shown, render] = await Promise.all([
    repo.findDraft(ports.db, facts.id),
    versions.findShownDocument(ports.db, facts.id),
    renders.view(facts.id),
  ]);
  const documents = [draft?.document, shown].filter((document) => document != null);
  const { own, joined, assets } = await sources.of(actor, facts.id, documents);
  const ids = [...new Set(documents.flatMap(joinedIds))];
  return {
    version: draft?.version ?? 0,
    document: draft?.document ?? shown ?? wholeVideo(factsOf(own).duration),
    shown,
    source: sources.presentSource(actor.id, own),
    joined: ids.map((id) => {
      const row = joined.get(id);
      return row ? sources.presentSource(actor.id, row) : missingSource(id);
    }),
    assets: assets.map((asset) => sources.presentAsset(actor.id, asset)),
    render,
  };
}

/** Stores edits as a draft. @throws AppError `edit-conflict`, `validation-failed` with every reference that cannot be used */
async function put(
  { items, ports, sources }: Context,
  actor: UserActor,
  itemId: string,
  { version: base, document }: ServerArgs<typeof putEdits>["body"],
): Promise<{ version: number; document: EditDocument }> {
  const facts = await editable(items, actor, itemId);
  // A device with an outdated version learns this first, because its references may be outdated, too.
  if (((await repo.findDraft(ports.db, facts.id))?.version ?? 0) !== base) throw editConflict();
  const details = issuesOf(document, await sources.of(actor, facts.id, [document]));
  if (details.length > 0) throw new AppError("validation-failed", { details });
  const at = ports.clock.now();
  const version = await repo.putDraft(ports.db, facts.id, { base, document, userId: actor.id, at });
  if (version === undefined) throw editConflict();
  return { version, document };
}

/** Returns the stored versions of a video. One that was never edited has only its original. */
async function list({ items, ports, media, sources }: Context, actor: UserActor, itemId: string): Promise<{ items: Version[] }> {
  const facts = await editable(items, actor, itemId);
  const [rows, shown] = await Promise.all([versions.listVersions(ports.db, facts.id), sources.listShown(ports.db, [facts.id])]);
  const row = shown.get(facts.id);
  const shownBlob = row?.playback ?? row?.source ?? null;
  const url = (blob: typeof shownBlob): string =>
    blob ? media.url({ storageKey: blob.key, mimeType: blob.mime, sizeBytes: blob.bytes, callerId: actor.id }) : "";
  if (rows.length > 0)
    return {
      items: rows.map(({ id, kind, isShown, createdAt, createdBy, durationMs, sizeBytes, played }) => ({
        id,
        kind,
        isShown,
        createdAt: createdAt.toISOString(),
        createdBy,
        duration: durationMs / 1_000,
        size: sizeBytes,
        url: url(isShown ? shownBlob : played),
      })),
    };
  if (!row) throw new AppError("not-found");
  const { row: item } = await items.readable(actor, itemId);
  return {
    items: [
      {
        id: facts.id,
        kind: "original",
        isShown: true,
        createdAt: item.created_at,
        createdBy: item.owner_id === null ? null : { id: item.owner_id, name: item.owner_name ?? "" },
        duration: (row.durationMs ?? 0) / 1_000,
        size: row.source?.bytes ?? 0,
        url: url(shownBlob),
      },
    ],
  };
}

/** Creates the service for the drafts of edits and the list of versions. */
export function createEditsService(
  ports: Ports,
  { items, media }: Pick<EditsDeps, "items" | "media">,
  sources: SourceService,
  renders: Context["renders"],
) {
  const context: Context = { items, media, ports, sources, renders };
  return { get: get.bind(null, context), put: put.bind(null, context), list: list.bind(null, context) };
}

export type EditsService = ReturnType<typeof createEditsService>;
