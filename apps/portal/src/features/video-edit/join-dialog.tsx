import { TextInput } from "@mantine/core";
import { getPlayback, listItems, type EditSource } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { client, errorText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./video-edit.module.css";

const SHOWN_MAX = 100;

interface Props {
  /** The edited video: its space is offered, and itself not. */
  item: ItemView;
  onChoose: (source: EditSource) => void;
  onClose: () => void;
}

/** Lets the user choose a video or an image of the same space. The newest come first. */
export function JoinDialog({ item, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const [text, setText] = useState("");
  const space = spaceOf(item);
  const { data } = useQuery({
    queryKey: ["items", "join", space],
    queryFn: ({ signal }) =>
      client.call(listItems, { params: { workspaceId: space }, query: { view: "all", sort: "newest", limit: SHOWN_MAX } }, { signal }),
  });
  const wanted = text.trim().toLowerCase();
  const items = data?.items.filter(
    ({ id, type, stage, title }) => id !== item.id && type !== "board" && stage === "ready" && title.toLowerCase().includes(wanted),
  );
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
      <p className={styles.text}>{t("join.text")}</p>
      <TextInput label={t("join.find")} value={text} data-first-focus onChange={(event) => setText(event.currentTarget.value)} />
      {items?.length === 0 && <p className={styles.nothing}>{t("join.empty")}</p>}
      <ul className={styles.items} aria-busy={!items}>
        {items?.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles.item} aria-label={one.title} data-type={one.type} onClick={() => void choose(one)}>
              <div className={styles.thumb} style={one.thumbnailUrl ? { backgroundImage: `url("${one.thumbnailUrl}")` } : undefined} />
              <span title={one.title}>
                <bdi>{one.title}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
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
