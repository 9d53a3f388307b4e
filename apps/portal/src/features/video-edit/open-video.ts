import { isApiError } from "@stillreel/client";
import { getCaptions, getEdits, getPlayback, putEdits, type ClientResult, type EditDocument, type EditsView } from "@stillreel/contract";
import { createVideoEditor, sourceAt, timeMapOf, timeOf, type Chapter, type VideoEditor } from "@stillreel/video-editor/core";
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

export type Opening = { state: "open"; open: OpenVideo } | { state: "no-access" } | { state: "processing"; item: ItemView };

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
  if (!item.permission.write || item.trash) return { state: "no-access" };
  if (item.stage !== "ready") return { state: "processing", item };
  const [edits, playback, draft] = await rest;
  const inSource = sourceTimes(edits);
  const chapters = item.chapters.flatMap(({ timestamp, name }): Chapter[] => {
    const at = inSource(timestamp);
    return at === null ? [] : [{ at, name }];
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
  const captions = await Promise.all(playback.captions.map((track) => loadTrack(itemId, track, inSource)));
  return { state: "open", open: { item, editor, keeper, shown: edits.shown, render: edits.render, captions: captions.flat() } };
}

/** Opens the panel and the second that the address names (`?panel=words&t=12`). The second is one of the video behind the link. */
function showRequested(editor: VideoEditor, inSource: (time: number) => number | null): void {
  const parameters = new URLSearchParams(location.search);
  if (parameters.get("panel") === "words") editor.setPanel("words");
  const second = Number(parameters.get("t") ?? NaN);
  const at = Number.isFinite(second) ? inSource(second) : null;
  const time = at === null ? null : timeOf(editor.getState().timeline, { itemId: undefined, at });
  if (time !== null) editor.seek(time);
}

/** Returns a function from seconds of the video behind the link to those of the unedited source. Null for parts of joined items. */
function sourceTimes({ shown }: EditsView): (time: number) => number | null {
  if (!shown) return (time) => time;
  const map = timeMapOf(shown);
  return (time) => {
    const { itemId, at } = sourceAt(map, time);
    return itemId === undefined ? at : null;
  };
}

type Track = ClientResult<typeof getPlayback>["captions"][number];

/** Captions that cannot be loaded are left out: the video can be edited without them. */
async function loadTrack(itemId: string, { language, label }: Track, inSource: (time: number) => number | null): Promise<OpenCaptions[]> {
  try {
    const { vtt } = await client.call(getCaptions, { params: { itemId, language } });
    const stored = cuesFromFile(vtt);
    const cues = stored.flatMap(({ from, to, text }): Cue[] => {
      const start = inSource(from);
      return start === null ? [] : [{ from: start, to: start + (to - from), text }];
    });
    return [{ language, label, stored: cues.length === stored.length ? stored : [], cues }];
  } catch (error) {
    if (isApiError(error)) return [];
    throw error;
  }
}
