import { Button } from "@mantine/core";
import { Avatar, Chip, VisuallyHidden } from "@stillreel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { allWorkspacesQuery, type AdministeredWorkspaceView } from "../../../entities/administration/administration.queries.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "@stillreel/i18n";
import { formatDay } from "../../../platform/format/format-date.ts";
import { FindField } from "../../../ui/find-field.tsx";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { TransferDialog } from "./transfer-dialog.tsx";
import styles from "./workspaces.module.css";

/** Every workspace with its owner and size. */
export function WorkspacesTab(): ReactNode {
  const { t } = useTranslation("administration");
  const [typed, setTyped] = useState("");
  const [transferred, setTransferred] = useState<AdministeredWorkspaceView | null>(null);
  const list = useInfiniteQuery(allWorkspacesQuery(useDeferredValue(typed.trim())));
  const workspaces = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <FindField
        className={styles.search ?? ""}
        aria-label={t("workspaces.search")}
        placeholder={t("workspaces.search")}
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      <ListState query={list} isEmpty={workspaces.length === 0} empty={t(typed === "" ? "workspaces.none" : "workspaces.noMatch")}>
        <AdminTable
          label={t("tabs.workspaces")}
          className={styles.table}
          columns={[
            { label: t("workspaces.name") },
            { label: t("workspaces.owner"), name: "second" },
            { label: t("workspaces.created"), name: "third" },
            { label: t("workspaces.size"), name: "size" },
            { label: <VisuallyHidden>{t("workspaces.action")}</VisuallyHidden>, name: "action" },
          ]}
        >
          {workspaces.map((workspace) => (
            <WorkspaceRow key={workspace.id} workspace={workspace} onTransfer={() => setTransferred(workspace)} />
          ))}
        </AdminTable>
        <MoreButton query={list} />
      </ListState>
      {transferred && <TransferDialog workspace={transferred} onClose={() => setTransferred(null)} />}
    </>
  );
}

function WorkspaceRow({ workspace, onTransfer }: { workspace: AdministeredWorkspaceView; onTransfer: () => void }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { name, owner, abandoned, members, items, storedBytes, createdAt } = workspace;
  const number = (count: number): string => formatCount(count, i18n.language);
  return (
    <tr>
      <th scope="row">
        <span className={`${table.text} ${table.name}`}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.facts}>
          <span className={table.small}>{t("workspaces.members", { count: members, number: number(members) })}</span>
          {abandoned !== null && <Chip tone="warn">{t(`workspaces.abandoned.${abandoned}`)}</Chip>}
        </span>
      </th>
      <td data-column="second">
        {owner === null ? (
          t("workspaces.noOwner")
        ) : (
          <span className={styles.owner}>
            <Avatar name={owner.displayName} src={owner.photoURL} size={24} />
            <span className={table.text}>
              <bdi>{owner.displayName}</bdi>
            </span>
          </span>
        )}
      </td>
      <td data-column="third" className={table.quiet}>
        <bdi>{formatDay(createdAt, i18n.language)}</bdi>
      </td>
      <td data-column="size">
        <bdi>{formatBytes(storedBytes, common)}</bdi>
        <div className={table.small}>{t("workspaces.items", { count: items, number: number(items) })}</div>
      </td>
      <td data-column="action">
        {abandoned !== null && (
          <Button variant="default" size="xs" aria-label={t("workspaces.transferNamed", { name })} onClick={onTransfer}>
            {t("workspaces.transfer")}
          </Button>
        )}
      </td>
    </tr>
  );
}
