import { getPlayback, type EditSource } from "@stillreel/contract";
import type { VideoEditor } from "@stillreel/video-editor/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { concerns, onLive } from "../../platform/live/live-events.ts";
import { client } from "../../platform/api.ts";
import { loadCaptions, loadEdits, type OpenCaptions, type OpenVideo } from "./open-video.ts";

/** Delays in milliseconds after which missing files are asked for again, for a page that missed their event. */
const ASK_AGAIN_MS = [2_000, 5_000, 15_000, 45_000, 120_000] as const;

/** What the server adds to an open video. */
export interface LiveVideo {
  render: OpenVideo["render"];
  captions: readonly OpenCaptions[];
  /** Asks for the state of the render now. */
  refresh: () => Promise<void>;
  /** Replaces the captions of a language after they were stored. */
  replaceCaptions: (track: OpenCaptions) => void;
  /** Loads captions of languages that were added. */
  findCaptions: () => Promise<void>;
}

/** Follows renders of a video, and loads files and captions that are made after the editor was opened. */
export function useLiveVideo({ item: { id }, editor, render: first, shown, captions: opened }: OpenVideo): LiveVideo {
  const [render, setRender] = useState(first);
  const [captions, setCaptions] = useState(opened);
  const known = useRef(opened);
  useEffect(() => {
    known.current = captions;
  }, [captions]);
  const refresh = useCallback(async () => {
    // Without an answer everything stays as it is.
    const edits = await loadEdits(id).catch(() => null);
    if (!edits) return;
    setRender(edits.render);
    complete(editor, [edits.source, ...edits.joined]);
  }, [id, editor]);
  const findCaptions = useCallback(async () => {
    const playback = await client.call(getPlayback, { params: { itemId: id } }).catch(() => null);
    const languages = new Set(known.current.map(({ language }) => language));
    const added = playback ? await loadCaptions(id, playback.captions, { shown }, languages) : [];
    if (added.length > 0)
      setCaptions((before) => [...before, ...added.filter((one) => !before.some(({ language }) => language === one.language))]);
  }, [id, shown]);
  useEffect(
    () =>
      onLive((event) => {
        if (concerns(event, [id, ...editor.getState().sources.map(({ itemId }) => itemId)])) void refresh();
        if (event.type === "reset" || (event.type === "engagement" && event.itemId === id)) void findCaptions();
      }),
    [id, editor, refresh, findCaptions],
  );
  useEffect(() => {
    const timers = ASK_AGAIN_MS.map((delay) => setTimeout(() => editor.getState().sources.some(isIncomplete) && void refresh(), delay));
    return () => timers.forEach(clearTimeout);
  }, [editor, refresh]);
  const replaceCaptions = useCallback(
    (track: OpenCaptions) => setCaptions((before) => before.map((one) => (one.language === track.language ? track : one))),
    [],
  );
  return { render, captions, refresh, replaceCaptions, findCaptions };
}

const isIncomplete = ({ type, storyboard, waveformUrl, hasSound }: EditSource): boolean =>
  type === "video" && (storyboard === null || (hasSound && waveformUrl === null));

/** Adds files that the server made since. Addresses that are in use stay: their files would be loaded again. */
function complete(editor: VideoEditor, fresh: readonly EditSource[]): void {
  const { sources, assets } = editor.getState();
  const completed = sources.map((source) => {
    const found = isIncomplete(source) ? fresh.find(({ itemId }) => itemId === source.itemId) : undefined;
    if (
      !found ||
      ((found.storyboard === null) === (source.storyboard === null) && (found.waveformUrl === null) === (source.waveformUrl === null))
    )
      return source;
    const { storyboard, waveformUrl, posterUrl, hasSound } = found;
    return {
      ...source,
      storyboard: source.storyboard ?? storyboard,
      waveformUrl: source.waveformUrl ?? waveformUrl,
      posterUrl: source.posterUrl ?? posterUrl,
      hasSound: source.hasSound || hasSound,
    };
  });
  if (completed.some((source, index) => source !== sources[index])) editor.refresh(completed, assets);
}
