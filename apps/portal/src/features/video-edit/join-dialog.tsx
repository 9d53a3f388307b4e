import { getPlayback, type EditSource } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import type { VideoEditor } from "@stillreel/video-editor/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { useFoundItems } from "../../entities/items/use-found-items.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { client, errorText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ItemChoice } from "../../ui/item-choice.tsx";

interface Props {
  /** The edited video: its space is offered, and itself not. */
  item: ItemView;
  editor: VideoEditor;
  onChoose: (source: EditSource) => void;
  onClose: () => void;
}

/** Lets the user choose a video or an image of the same space. The newest come first. */
export function JoinDialog({ item, editor, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const [typed, setTyped] = useState("");
  const items = useFoundItems(spaceOf(item), typed)?.filter(({ id }) => id !== item.id);
  const fail = (reason: string | null): void => toasts.error(reason ?? t("join.unreadable"));
  // The clip is in the timeline before the server has answered.
  const choose = (chosen: ItemView): void => {
    const known = knownSource(chosen);
    if (!known || (known.type === "image" ? known.url === null : known.duration === 0)) return fail(null);
    onChoose(known);
    if (known.type === "video" && !editor.sourceOf(known.itemId)?.url) void complete(editor, known, fail);
  };
  return (
    <Dialog title={t("join.title")} size={600} onClose={onClose}>
      <ItemChoice
        text={t("join.text")}
        label={t("join.find")}
        empty={t("join.empty")}
        typed={typed}
        onType={setTyped}
        items={items}
        onChoose={choose}
      />
    </Dialog>
  );
}

/** Returns what a list already has about an item, or null for a board. A video has no address yet. */
function knownSource({ id: itemId, type, title, mimeType, width, height, duration, sourceUrl, thumbnailUrl }: ItemView): EditSource | null {
  if (type === "board") return null;
  return {
    itemId,
    type,
    title,
    mimeType: mimeType ?? "",
    width: width ?? 0,
    height: height ?? 0,
    frameRate: null,
    url: type === "image" ? sourceUrl : null,
    duration: type === "image" ? 0 : (duration ?? 0),
    hasSound: false,
    storyboard: null,
    waveformUrl: null,
    posterUrl: thumbnailUrl,
  };
}

/** Adds the address of a video and its other files. Returns null if it has no file that can be played. */
async function withFiles(known: EditSource): Promise<EditSource | null> {
  const { sources, duration, storyboard, waveformUrl, posterUrl } = await client.call(getPlayback, { params: { itemId: known.itemId } });
  const file = sources.find(({ kind }) => kind === "file");
  if (!file || duration === null) return null;
  return { ...known, url: file.url, duration, hasSound: waveformUrl !== null, storyboard, waveformUrl, posterUrl };
}

/** Loads the files of a video that is in the timeline already. One that cannot be played leaves it again, with a message. */
async function complete(editor: VideoEditor, known: EditSource, onFailed: (reason: string | null) => void): Promise<void> {
  let reason: string | null = null;
  try {
    const source = await withFiles(known);
    if (source) return editor.refresh([source], editor.getState().assets);
  } catch (error) {
    reason = errorText(error);
  }
  onFailed(reason);
  const { clips } = editor.getState().document;
  const indexes = clips.flatMap(({ itemId }, index) => (itemId === known.itemId ? [index] : []));
  if (indexes.length === 0) return;
  editor.select({ kind: "clip", indexes });
  editor.removeSelection();
}
