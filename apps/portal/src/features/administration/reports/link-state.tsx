import { Chip } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReportedLinkView } from "../../../entities/administration/reports.queries.ts";

/** Whether the reported link works. */
export function LinkState({ link: { item, folder, isRevoked, removal } }: { link: ReportedLinkView }): ReactNode {
  const { t } = useTranslation("administration");
  if ((item ?? folder) === null || isRevoked) return <Chip>{t("reports.linkStates.gone")}</Chip>;
  if (removal !== null) return <Chip tone="bad">{t("reports.linkStates.removed")}</Chip>;
  return <Chip tone="ok">{t("reports.linkStates.works")}</Chip>;
}
