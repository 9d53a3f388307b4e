import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { openSendDialog } from "../../../entities/sends/open-send-dialog.ts";
import { ServiceMark } from "../../../ui/service-mark.tsx";
import styles from "./share-panel.module.css";

const TILES = ["slack", "whatsapp"] as const;

/** Tiles that send the item to a team chat or a messaging app. */
export function SendTiles({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  return TILES.map((service) => (
    <button key={service} type="button" className={styles.tile} onClick={() => openSendDialog(service, item)}>
      <ServiceMark service={service} size={20} />
      {t(`share.${service}`)}
    </button>
  ));
}
