import type { EditDocument, getEdits, renderEdits, ServerArgs, ServerResult } from "@stillreel/contract";
import { isUnedited, wholeVideo } from "@stillreel/video-editor/core";
import { withEnding } from "../../library/items/index.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { EditsDeps } from "./edits.deps.ts";
import * as drafts from "./edits.repo.ts";
import { editable, editConflict } from "./edits.access.ts";
import { renderVideo } from "./renders.definitions.ts";
import type { Letters } from "./letters.service.ts";
import * as repo from "./renders.repo.ts";
import * as showing from "./showing.repo.ts";
import { factsOf, issuesOf, type SourceService } from "./sources.service.ts";
import { findShownDocument } from "./versions.repo.ts";

type Given = ServerArgs<typeof renderEdits>["body"];
type View = ServerResult<typeof getEdits>["render"];

const EDITED = " (edited)";

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EditsDeps, "items" | "memberships" | "events"> {
  ports: Ports;
  sources: SourceService;
  letters: Letters;
}

/** A render with what its item needs. */
interface Requested {
  row: repo.NewRender;
  facts: Awaited<ReturnType<typeof editable>>;
  title: string;
}

/** Creates the item of a copy, which is processing until the render ends, and stores the render. */
async function intoCopy({ items, memberships, ports }: Context, actor: UserActor, { row, facts, title }: Requested): Promise<string> {
  const workspace = await memberships.resolve(actor, facts.workspaceId);
  return ports.db.transaction(async (tx) => {
    const names = { title, fullFileName: null, folderId: facts.folderId, pageUrl: null };
    const given = { workspace, type: "video", names, mimeType: "video/mp4", sizeBytes: 0 } as const;
    const targetId = await items.createUploading(tx, actor, given);
    await showing.updateItem(tx, targetId, { stage: "processing", progress: 0 });
    await repo.insert(tx, { ...row, targetId });
    await ports.jobs.enqueue(tx, renderVideo, { renderId: row.id, targetId });
    return targetId;
  });
}

/** Stores a render into the link. It replaces an unfinished one. */
async function intoSame({ ports }: Context, { row }: Requested): Promise<string> {
  await ports.db.transaction(async (tx) => {
    const item = await showing.lockItem(tx, row.itemId);
    if (!item || item.trashedAt !== null) throw new AppError("not-found");
    await repo.insert(tx, row);
    await repo.setUpdating(tx, row.itemId, 0);
    await ports.jobs.enqueue(tx, renderVideo, { renderId: row.id, targetId: row.targetId });
  });
  return row.itemId;
}

/** @throws AppError `letters-missing` with the letters for which this server has no font */
async function assertLetters({ letters }: Context, document: EditDocument): Promise<void> {
  const message = await letters.missingIn(document);
  if (message !== "") throw new AppError("letters-missing", { details: [{ field: "document.effects", code: "letters-missing", message }] });
}

/**
 * Requests a render of the draft.
 * @throws AppError `edit-conflict` when the draft was changed, `validation-failed` when it refers to something that cannot be used
 */
async function request(
  context: Context,
  actor: UserActor,
  itemId: string,
  { as, title, version, missingLetters }: Given,
): Promise<{ jobId: string; itemId: string }> {
  const { items, ports, sources, events } = context;
  const facts = await editable(items, actor, itemId);
  const [draft, shown] = await Promise.all([drafts.findDraft(ports.db, facts.id), findShownDocument(ports.db, facts.id)]);
  if (version !== undefined && version !== (draft?.version ?? 0)) throw editConflict();
  const known = [draft?.document ?? shown].filter((document) => document !== null);
  const found = await sources.of(actor, facts.id, known);
  const { duration } = factsOf(found.own);
  const document = known[0] ?? wholeVideo(duration);
  if (as === "same" && shown === null && isUnedited(document, duration))
    throw invalid("version", "There are no edits to save yet.", "unedited");
  const details = issuesOf(document, found);
  if (details.length > 0) throw new AppError("validation-failed", { details });
  if (missingLetters === "refuse") await assertLetters(context, document);
  const id = ports.ids.id();
  const createdAt = ports.clock.now();
  const joined = sources.blobsOf(found);
  const row: repo.NewRender = { id, itemId: facts.id, as, targetId: facts.id, document, joined, createdBy: actor.id, createdAt };
  const requested = { row, facts, title: title ?? withEnding(facts.title ?? "", EDITED) };
  const targetId = await (as === "copy" ? intoCopy(context, actor, requested) : intoSame(context, requested));
  events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [targetId] });
  return { jobId: id, itemId: targetId };
}

/**
 * Cancels an unfinished render of a video: the given one, or the one into its link. Its job notices that its row is gone, stops and leaves
 * nothing. Returns false when there was none, because it ended before.
 */
async function cancel(
  { items, ports, events }: Context,
  actor: UserActor,
  itemId: string,
  jobId: string | undefined,
): Promise<{ isCancelled: boolean }> {
  const facts = await editable(items, actor, itemId);
  const cancelled = await ports.db.transaction(async (tx) => {
    // Locks are taken in the order of a render that is saved, so that exactly one of both happens.
    await showing.lockItem(tx, facts.id);
    const row = await repo.removeUnfinished(tx, facts.id, jobId);
    if (row?.as === "copy") await items.removeItem(tx, row.targetId);
    else if (row) await repo.setUpdating(tx, facts.id, null);
    return row;
  });
  if (cancelled) events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [...new Set([facts.id, cancelled.targetId])] });
  return { isCancelled: cancelled !== undefined };
}

/** Returns the newest render of a video that is not finished. */
async function view({ ports }: Context, itemId: string): Promise<View> {
  const row = await repo.findLatest(ports.db, itemId);
  return row ? { jobId: row.id, as: row.as, state: row.state, progress: row.progress / 100, reason: row.reason } : null;
}

/** Creates the service that requests renders. */
export function createRenders(ports: Ports, { items, memberships, events }: EditsDeps, sources: SourceService, letters: Letters) {
  const context: Context = { items, memberships, events, ports, sources, letters };
  return { request: request.bind(null, context), cancel: cancel.bind(null, context), view: view.bind(null, context) };
}

export type Renders = ReturnType<typeof createRenders>;
