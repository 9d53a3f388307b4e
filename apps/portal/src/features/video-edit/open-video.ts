import { isApiError } from "@stillreel/client";
import {
  getCaptions,
  getEdits,
  getPlayback,
  getPointer,
  putEdits,
  type ClientResult,
  type EditDocument,
  type EditsView,
} from "@stillreel/contract";
import {
  createVideoEditor,
  sourceAt,
  timeMapOf,
  timeOf,
  type Chapter,
  type SourceTime,
  type VideoEditor,
} from "@stillreel/video-editor/core";
import type { Cue } from "@stillreel/video-editor/react";
import { client, queryClient } from "../../platform/api.ts";
import { deleteDraft, findDraft, storeDraft } from "../../entities/annotation-drafts/annotation-drafts.ts";
import { cuesFromFile, type DraftCue } from "../../entities/captions/cues.plan.ts";
import { itemQuery } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { DraftKeeper } from "./draft-keeper.ts";

/** Captions of one language: as stored, and in seconds of the source. */
export interface OpenCaptions {
  language: string;
  label: string;
  stored: readonly DraftCue[];
  cues: readonly Cue[];
}

/** A video opened in the editor. */
export interface OpenVideo {
  item: ItemView;
  editor: VideoEditor;
  keeper: DraftKeeper;
  /** The document that the link plays. Null: the unedited video. */
  shown: EditDocument | null;
  render: EditsView["render"];
  captions: readonly OpenCaptions[];
}

export type Opening =
  | { state: "open"; open: OpenVideo }
  | { state: "no-access" }
  | { state: "in-trash" }
  | { state: "processing"; item: ItemView };

export const loadEdits = (itemId: string): Promise<EditsView> => client.call(getEdits, { params: { itemId } });

/**
 * Loads a video with its edits, chapters and captions, and creates an editor. Edits of this browser that the server does not have yet
 * replace those of the server.
 * @throws {ApiError}
 */
export async function openVideo({ itemId, ref }: { itemId: string; ref: SpaceRef }, userId: string): Promise<Opening> {
  // The item decides whether the rest is used, and all are requested together.
  const rest = Promise.all([loadEdits(itemId), client.call(getPlayback, { params: { itemId } }), findDraft<EditDocument>(userId, itemId)]);
  rest.catch(() => {});
  const item = await queryClient.fetchQuery({ ...itemQuery(itemId, "video", ref), staleTime: 0 });
  if (item.trash) return { state: "in-trash" };
  if (!item.permission.write) return { state: "no-access" };
  if (item.stage !== "ready") return { state: "processing", item };
  const [edits, playback, draft] = await rest;
  const inSource = sourceTimes(edits);
  const chapters = item.chapters.flatMap(({ timestamp, name }): Chapter[] => {
    const { itemId: joined, at } = inSource(timestamp);
    return joined === undefined ? [{ at, name }] : [];
  });
  const { document: stored, version, source, joined, assets } = edits;
  const editor = createVideoEditor({ document: stored, source, joined, assets, chapters });
  const keeper = new DraftKeeper(editor, draft?.baseVersion ?? version, stored, {
    send: (base, document) => client.call(putEdits, { params: { itemId }, body: { version: base, document } }),
    store: (base, document) => storeDraft({ userId, itemId, document, baseVersion: base, keptAt: Date.now() }),
    forget: () => deleteDraft(userId, itemId),
  });
  if (draft) editor.replaceDocument(draft.document);
  showRequested(editor, inSource);
  // The editor is usable before it arrives, and without it.
  client.call(getPointer, { params: { itemId } }).then(
    (pointer) => editor.setPointer(pointer),
    () => {},
  );
  const captions = await loadCaptions(itemId, playback.captions, edits);
  return { state: "open", open: { item, editor, keeper, shown: edits.shown, render: edits.render, captions } };
}

/** Opens the panel and the second that the address names (`?panel=words&t=12`). The second is one of the video behind the link. */
function showRequested(editor: VideoEditor, inSource: (time: number) => SourceTime): void {
  const parameters = new URLSearchParams(location.search);
  if (parameters.get("panel") === "words") editor.setPanel("words");
  const second = Number(parameters.get("t") ?? NaN);
  const time = Number.isFinite(second) ? timeOf(editor.getState().timeline, inSource(second)) : null;
  if (time !== null) editor.seek(time);
}

/** Returns a function from seconds of the video behind the link to those of the source that it shows: its own, or that of a joined item. */
function sourceTimes({ shown }: Pick<EditsView, "shown">): (time: number) => SourceTime {
  if (!shown) return (time) => ({ itemId: undefined, at: time });
  const map = timeMapOf(shown);
  return (time) => sourceAt(map, time);
}

type Track = ClientResult<typeof getPlayback>["captions"][number];

/** Loads captions of a video in its languages, except those of `known`. */
export async function loadCaptions(
  itemId: string,
  tracks: readonly Track[],
  edits: Pick<EditsView, "shown">,
  known: ReadonlySet<string> = new Set(),
): Promise<OpenCaptions[]> {
  const inSource = sourceTimes(edits);
  const missing = tracks.filter(({ language }) => !known.has(language));
  return (await Promise.all(missing.map((track) => loadTrack(itemId, track, inSource)))).flat();
}

/** Captions that cannot be loaded are left out: the video can be edited without them. */
async function loadTrack(itemId: string, { language, label }: Track, inSource: (time: number) => SourceTime): Promise<OpenCaptions[]> {
  try {
    const { vtt } = await client.call(getCaptions, { params: { itemId, language } });
    const stored = cuesFromFile(vtt);
    const cues = stored.map(({ from, to, text }): Cue => {
      const { itemId: joined, at } = inSource(from);
      return { itemId: joined, from: at, to: at + (to - from), text };
    });
    return [{ language, label, stored, cues }];
  } catch (error) {
    if (isApiError(error)) return [];
    throw error;
  }
}
