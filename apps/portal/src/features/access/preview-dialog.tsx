import { isBoundByEntries } from "@stillreel/contract";
import { Avatar } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { FindField } from "../../ui/find-field.tsx";
import { setPreview } from "../../entities/spaces/preview.ts";
import { filterRows, type AccessRow } from "./access.plan.ts";
import styles from "./preview-dialog.module.css";
import { useWorkspace } from "../../entities/workspaces/use-workspace.ts";

interface Props {
  workspaceId: string;
  onClose: () => void;
  /** Called after the preview has started: the page opens the workspace's files. */
  onStarted: () => void;
}

/** Asks an owner or admin whose view of the workspace to show. */
export function PreviewDialog({ workspaceId, onClose, onStarted }: Props): ReactNode {
  const { t } = useTranslation("access");
  const [typed, setTyped] = useState("");
  const members = useWorkspace(workspaceId)?.workspace.members ?? [];
  const bound = members.filter(({ role }) => isBoundByEntries(role));
  const ids = new Set(
    filterRows(
      bound.map(({ id, displayName }) => ({ id, name: displayName }) as AccessRow),
      typed,
    ).map(({ id }) => id),
  );
  return (
    <Dialog onClose={onClose} title={t("preview.title")} size={440}>
      <p className={styles.text}>{t(bound.length === 0 ? "preview.nobody" : "preview.text")}</p>
      {bound.length > 0 && (
        <>
          <FindField
            data-first-focus
            size="md"
            aria-label={t("preview.find")}
            placeholder={t("preview.find")}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
          <ul className={styles.list}>
            {bound
              .filter(({ id }) => ids.has(id))
              .map(({ id, displayName, photoURL, role }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={styles.person}
                    onClick={() => {
                      setPreview({ workspaceId, memberId: id, name: displayName });
                      onStarted();
                    }}
                  >
                    <Avatar name={displayName} src={photoURL} size={30} />
                    <bdi className={styles.name}>{displayName}</bdi>
                    <span className={styles.role}>{t(`roles.${role}`)}</span>
                  </button>
                </li>
              ))}
          </ul>
          <p className={styles.text} role="status">
            {ids.size === 0 && t("none", { typed })}
          </p>
        </>
      )}
    </Dialog>
  );
}
