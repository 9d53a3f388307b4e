import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { rateLimitsQuery, type RateLimitView } from "../../../entities/administration/settings.queries.ts";
import { formatCount } from "@stillreel/i18n";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState } from "../parts/list-state.tsx";
import styles from "./server.module.css";
import { windowOf } from "./window.plan.ts";

/** Every rate limit, and how many callers are refused now. They can be multiplied by the environment only. */
export function RateLimitsSection(): ReactNode {
  const { t } = useTranslation("administration");
  const query = useQuery(rateLimitsQuery);
  return (
    <SettingsSection id="rate-limits" title={t("limits.title")} text={t("limits.text")}>
      <ListState query={query} isEmpty={false} empty={null}>
        <AdminTable
          label={t("limits.title")}
          className={styles.limits}
          columns={[
            { label: t("limits.name") },
            { label: t("limits.most"), name: "most" },
            { label: t("limits.limited"), name: "limited" },
          ]}
        >
          {query.data?.items.map((limit) => (
            <LimitRow key={limit.name} limit={limit} />
          ))}
        </AdminTable>
      </ListState>
    </SettingsSection>
  );
}

function LimitRow({ limit: { name, max, windowS, limited } }: { limit: RateLimitView }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { unit, count } = windowOf(windowS);
  return (
    <tr>
      <th scope="row">{t(`limits.names.${name}`)}</th>
      <td data-column="most">{t(`limits.per.${unit}`, { max: formatCount(max, i18n.language), count })}</td>
      <td data-column="limited" data-any={limited > 0 || undefined}>
        {formatCount(limited, i18n.language)}
      </td>
    </tr>
  );
}
