import { getPlayback, type EditSource } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
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
  onChoose: (source: EditSource) => void;
  onClose: () => void;
}

/** Lets the user choose a video or an image of the same space. The newest come first. */
export function JoinDialog({ item, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const [typed, setTyped] = useState("");
  const items = useFoundItems(spaceOf(item), typed)?.filter(({ id }) => id !== item.id);
  const choose = async (chosen: ItemView): Promise<void> => {
    try {
      const source = await sourceOf(chosen);
      if (source) onChoose(source);
      else toasts.error(t("join.unreadable"));
    } catch (error) {
      toasts.error(errorText(error));
    }
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
        onChoose={(chosen) => void choose(chosen)}
      />
    </Dialog>
  );
}

/** Returns the facts that the editor needs about a joined item, or null if it has no file that can be played. */
async function sourceOf(item: ItemView): Promise<EditSource | null> {
  const { id: itemId, type, title, mimeType, width, height } = item;
  if (type === "board") return null;
  const common = { itemId, type, title, mimeType: mimeType ?? "", width: width ?? 0, height: height ?? 0, frameRate: null };
  if (type === "image")
    return item.sourceUrl === null
      ? null
      : { ...common, url: item.sourceUrl, duration: 0, hasSound: false, storyboard: null, waveformUrl: null, posterUrl: item.thumbnailUrl };
  const { sources, duration, storyboard, waveformUrl, posterUrl } = await client.call(getPlayback, { params: { itemId } });
  const file = sources.find(({ kind }) => kind === "file");
  if (!file || duration === null) return null;
  return { ...common, url: file.url, duration, hasSound: waveformUrl !== null, storyboard, waveformUrl, posterUrl };
}
