import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { integrationsQuery } from "../../../entities/integrations/integrations.queries.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { openSendDialog } from "../../../entities/sends/open-send-dialog.ts";
import { ServiceMark } from "../../../ui/service-mark.tsx";
import styles from "./share-panel.module.css";

const TILES = ["slack", "whatsapp"] as const;
const ROWS = ["jira", "trello"] as const;

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

/** Rows that create an issue or a card from the item. A service without a connection is connected in its dialog. */
export function CreateRows({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { data: services } = useQuery(integrationsQuery);
  const shown = ROWS.filter((service) =>
    services?.some(({ provider, configured, status }) => provider === service && (configured || status !== "disconnected")),
  );
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t("share.createTitle")}</h2>
      <ul>
        {shown.map((service) => (
          <li key={service}>
            <button type="button" className={styles.createRow} onClick={() => openSendDialog(service, item)}>
              <ServiceMark service={service} size={18} />
              <span className={styles.name}>{t(`share.createIn.${service}`)}</span>
              {services?.find(({ provider }) => provider === service)?.status === "connected" ? (
                <IconChevronRight size={16} stroke={1.7} className={styles.chevron} aria-hidden="true" />
              ) : (
                <span className={styles.connect}>{t("share.connect")}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
