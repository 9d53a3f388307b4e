import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { integrationsQuery, type IntegrationView } from "../../../entities/integrations/integrations.queries.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useSaveActions } from "../../../entities/saves/save-actions.ts";
import { openSendDialog } from "../../../entities/sends/open-send-dialog.ts";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { ServiceMark } from "../../../ui/service-mark.tsx";
import styles from "./service-rows.module.css";

const CREATING = ["jira", "trello"] as const;

/** A row that opens the dialog of a service. */
interface Row {
  service: IntegrationView;
  label: string;
  onSelect: () => void;
}

/** Rows that save the item to a service, or create an issue or card from it. A service without a connection is connected in its dialog. */
export function ServiceRows({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const saves = useSaveActions(item);
  const creations = useCreateActions(item);
  const rows = [...saves, ...creations];
  if (rows.length === 0) return null;
  const key = saves.length === 0 ? "share.createTitle" : creations.length === 0 ? "share.save" : "share.saveOrCreate";
  return (
    <section>
      <h2 className={styles.heading}>{t(key)}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.service.provider}>
            <ServiceRow {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useCreateActions(item: ItemView): Row[] {
  const { t } = useTranslation("item");
  const { data: services = [] } = useQuery(integrationsQuery);
  if (item.trash || isPreviewing()) return [];
  return CREATING.flatMap((name) => {
    const service = services.find(({ provider, configured }) => provider === name && configured);
    return service ? [{ service, label: t(`share.createIn.${name}`), onSelect: () => openSendDialog(name, item) }] : [];
  });
}

function ServiceRow({ service, label, onSelect }: Row): ReactNode {
  const { t } = useTranslation("item");
  return (
    <button type="button" className={styles.row} onClick={onSelect}>
      <ServiceMark service={service.provider} size={18} />
      <span className={styles.label}>{label}</span>
      {service.status === "connected" ? (
        <IconChevronRight size={17} aria-hidden="true" className={styles.chevron} />
      ) : (
        <span className={styles.connect}>{t("share.connect")}</span>
      )}
    </button>
  );
}
