import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { isBoundByEntries } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { Dialog } from "../../ui/dialog.tsx";
import { FindField } from "../../ui/find-field.tsx";
import { onLive } from "../../platform/live/live-events.ts";
import { setPreview } from "../../entities/spaces/preview.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import styles from "./access-dialog.module.css";
import { AccessGrid } from "./access-grid.tsx";
import { accessRows, filterRows, firstRows, type AccessRow } from "./access.plan.ts";
import { permissionsQuery, resetAccess, setLevel, teamsQuery } from "./access.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import type { AccessSubject } from "./access-subject.ts";

/** Number of teams and of members without an entry that are listed initially. */
const FIRST = 30;

/** Dialog for the permissions of a folder or item. Changes apply immediately. */
export function AccessDialog({ subject, onClose }: { subject: AccessSubject; onClose: () => void }): ReactNode {
  const { t } = useTranslation("access");
  const [typed, setTyped] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  // The list has the height from before the first filter, so that the dialog does not jump.
  const [height, setHeight] = useState<number>();
  const permissions = useQuery(permissionsQuery(subject));
  useFollowed(subject);
  const canEdit = permissions.data?.canEdit === true;
  const isGone = isApiError(permissions.error, "not-found", "forbidden");
  useEffect(() => {
    if (!isGone) return;
    toasts.error(t("gone"));
    onClose();
  }, [isGone, onClose, t]);

  return (
    <Dialog onClose={onClose} title={<bdi>{t("title", { name: subject.name })}</bdi>} size={640} isColumn>
      <p className={styles.text}>
        {t(subject.kind === "folder" ? "folderText" : "fileText")} {permissions.data && !canEdit && t("readOnlyText")}
      </p>
      <FindField
        data-first-focus
        size="md"
        aria-label={t("find")}
        placeholder={t("find")}
        value={typed}
        onChange={(next) => {
          setHeight((known) => known ?? scroller.current?.offsetHeight);
          setTyped(next);
        }}
        autoComplete="off"
      />
      {/* The dialog itself takes the focus when it contains no focusable element, so that keys can scroll it. */}
      <div className={styles.scroller} ref={scroller} style={{ minHeight: height }} tabIndex={canEdit ? undefined : 0}>
        <Content subject={subject} typed={typed} onSet={() => setTyped("")} onPreview={onClose} />
        {permissions.isError && !permissions.data && !isGone && (
          <div className={styles.failed} role="alert">
            {t("failed")}
            <Button variant="default" size="xs" onClick={() => void permissions.refetch()}>
              {t("tryAgain")}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.foot}>
        {permissions.data && canEdit && permissions.data.entries.length > 0 && (
          <Button variant="quiet" size="md" className={styles.reset} onClick={() => void resetAccess(subject, permissions.data)}>
            {t("reset")}
          </Button>
        )}
        <Button size="md" onClick={onClose}>
          {t("done")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Reloads when other users change members, teams or permissions of the workspace. */
function useFollowed(subject: AccessSubject): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "reset" || (event.type === "workspace" && event.workspaceId === subject.workspaceId))
          void queries.invalidateQueries({ queryKey: ["access", subject.workspaceId] });
      }),
    [queries, subject.workspaceId],
  );
}

interface ContentProps {
  subject: AccessSubject;
  typed: string;
  /** Called with each change: its effect is visible on all people. */
  onSet: () => void;
  onPreview: () => void;
}

function Content({ subject, typed, onSet, onPreview }: ContentProps): ReactNode {
  const { t, i18n } = useTranslation("access");
  const [isWhole, setWhole] = useState(false);
  const { data: permissions } = useQuery(permissionsQuery(subject));
  const { data: teams } = useQuery(teamsQuery(subject.workspaceId));
  const { data: workspaces } = useQuery(workspacesQuery);
  const { data: user } = useQuery(userQuery);
  const workspace = workspaces?.find(({ id }) => id === subject.workspaceId);
  const rows = useMemo(
    () => (permissions && teams && workspace ? accessRows({ workspace, permissions, teams }) : undefined),
    [permissions, teams, workspace],
  );
  if (!permissions || !rows || !workspace) return <p className={styles.loading} aria-busy="true" aria-label={t("loading")} />;
  const found = filterRows(rows, typed);
  const shown = isWhole ? found : firstRows(found, FIRST);
  const canPreview = !isBoundByEntries(workspace.role);
  const preview = ({ id, name }: AccessRow): void => {
    setPreview({ workspaceId: subject.workspaceId, memberId: id, name });
    onPreview();
  };
  return (
    <>
      <AccessGrid
        label={t("grid", { name: subject.name })}
        rows={shown}
        targetId={subject.id}
        myId={user?.id}
        canEdit={permissions.canEdit}
        onSet={(row, level) => {
          onSet();
          void setLevel(subject, row, level);
        }}
        onPreview={canPreview ? preview : undefined}
      />
      {shown.length < found.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t("more", { number: formatCount(found.length, i18n.language) })}
        </Button>
      )}
      <p className={styles.none} role="status">
        {found.length === 0 && t("none", { typed })}
      </p>
    </>
  );
}
