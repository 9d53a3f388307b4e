import { SegmentedControl } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { reportsQuery, type ReportedLinkView, type ReportsState } from "../../../entities/administration/reports.queries.ts";
import { formatCount } from "@stillreel/i18n";
import { formatTime } from "../../../platform/format/format-date.ts";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { LinkState } from "./link-state.tsx";
import { ReportDrawer } from "./report-drawer.tsx";
import styles from "./reports.module.css";

const STATES = ["open", "closed"] as const;

/** Links that visitors reported; each opens in a drawer, where the administrator decides. */
export function ReportsTab(): ReactNode {
  const { t } = useTranslation("administration");
  const [state, setState] = useState<ReportsState>("open");
  const [openedSlug, setOpenedSlug] = useState<string | null>(null);
  const list = useInfiniteQuery(reportsQuery(state));
  const links = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <SegmentedControl
        className={styles.filter ?? ""}
        aria-label={t("reports.filter")}
        value={state}
        onChange={(value) => setState(value as ReportsState)}
        data={STATES.map((value) => ({ value, label: t(`reports.states.${value}`) }))}
      />
      <ListState query={list} isEmpty={links.length === 0} empty={t(`reports.none.${state}`)}>
        <AdminTable
          label={t("tabs.reports")}
          className={styles.table}
          columns={[
            { label: t("reports.item") },
            { label: t("reports.reason"), name: "reason" },
            { label: t("reports.link"), name: "state" },
            { label: t("reports.newest"), name: "third" },
          ]}
        >
          {links.map((link) => (
            <ReportRow key={link.slug} link={link} onOpen={() => setOpenedSlug(link.slug)} />
          ))}
        </AdminTable>
        <MoreButton query={list} />
      </ListState>
      {openedSlug !== null && <ReportDrawer key={openedSlug} slug={openedSlug} onClose={() => setOpenedSlug(null)} />}
    </>
  );
}

function ReportRow({ link, onOpen }: { link: ReportedLinkView; onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { item, folder, owner, reports, newest, lastAt } = link;
  const number = formatCount(reports, i18n.language);
  const title = item?.title ?? folder?.name ?? t("reports.deletedItem");
  const ownerName = owner?.displayName ?? t("reports.noOwner");
  return (
    <tr>
      <th scope="row">
        <button type="button" className={`${styles.open} ${table.name}`} dir="auto" aria-haspopup="dialog" onClick={onOpen}>
          {title}
        </button>
        <span className={`${table.text} ${table.small}`}>
          <bdi>{ownerName}</bdi>
        </span>
      </th>
      <td data-column="reason">
        {t(`reports.reasons.${newest.reason}`)}
        <div className={table.small}>{t("reports.count", { count: reports, number })}</div>
      </td>
      <td data-column="state">
        <LinkState link={link} />
      </td>
      <td data-column="third" className={table.quiet}>
        {formatTime(Date.parse(lastAt), i18n.language)}
      </td>
    </tr>
  );
}
