import { IconBrandDropbox, IconBrandGoogleDrive, type Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../items/item-list.ts";
import { isPreviewing } from "../spaces/preview.ts";
import { openSaveDialog } from "./open-save-dialog.ts";
import { saveServicesQuery, type SaveProvider, type SaveService } from "./saves.queries.ts";

/** Icons of the services that store files. */
export const SAVE_ICONS: Record<SaveProvider, Icon> = { drive: IconBrandGoogleDrive, dropbox: IconBrandDropbox };

/** A command of a menu that saves items to a service. */
export interface SaveAction {
  service: SaveService;
  label: string;
  icon: Icon;
  onSelect: () => void;
}

/** Returns a command for each service that is set up on this server; none in a member preview and for items in the trash. */
export function useSaveActions(item: ItemView): SaveAction[] {
  const { t } = useTranslation();
  const { data: services = [] } = useQuery(saveServicesQuery);
  if (isPreviewing() || item.trash || item.stage === "uploading" || item.stage === "recording") return [];
  return services.map((service) => ({
    service,
    label: t("saveTo", { service: t(`services.${service.provider}`) }),
    icon: SAVE_ICONS[service.provider],
    onSelect: () => openSaveDialog([item], service.provider),
  }));
}
