import { TextInput } from "@mantine/core";
import { listItems } from "@stillreel/contract";
import { Thumb } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import type { SpaceRef } from "../../../entities/spaces/space-ref.ts";
import { client } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./board.module.css";

/** Number of items that are offered. */
const SHOWN_MAX = 100;

interface Props {
  space: SpaceRef;
  onChoose: (item: ItemView) => void;
  onClose: () => void;
}

/** Lets the user choose an image or a video of the space. The newest come first. */
export function ItemPicker({ space, onChoose, onClose }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const [text, setText] = useState("");
  const { data } = useQuery({
    queryKey: ["items", "picker", space],
    queryFn: ({ signal }) =>
      client.call(listItems, { params: { workspaceId: space }, query: { view: "all", sort: "newest", limit: SHOWN_MAX } }, { signal }),
  });
  const wanted = text.trim().toLowerCase();
  const items = data?.items.filter(
    ({ type, stage, title }) => type !== "board" && stage === "ready" && title.toLowerCase().includes(wanted),
  );
  return (
    <Dialog title={t("item.pickerTitle")} size={640} onClose={onClose}>
      <p className={styles.hint}>{t("item.pickerText")}</p>
      <TextInput label={t("item.find")} value={text} data-first-focus onChange={(event) => setText(event.currentTarget.value)} />
      {items?.length === 0 && <p className={styles.hint}>{t("item.empty")}</p>}
      <ul className={styles.picker} aria-busy={!items}>
        {items?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => {
                onChoose(item);
                onClose();
              }}
            >
              <Thumb shape={item.type === "video" ? "reel" : "still"}>
                {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" loading="lazy" />}
              </Thumb>
              <bdi>{item.title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
