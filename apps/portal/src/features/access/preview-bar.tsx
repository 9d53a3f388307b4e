import { Button } from "@mantine/core";
import { isBoundByEntries } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { setPreview, type Preview } from "../../entities/spaces/preview.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import styles from "./preview-bar.module.css";

interface Props {
  shown: Preview;
  /** Content of the page: an editable or readable item, no accessible item, or a library. */
  of?: "editable" | "readable" | "nothing" | null | undefined;
}

/** Bar of a preview. Ends the preview when it is no longer permitted, and removes undo actions from before it. */
export function PreviewBar({ shown, of }: Props): ReactNode {
  const { t } = useTranslation("access");
  const { data: workspaces } = useQuery(workspacesQuery);
  const role = workspaces?.find(({ id }) => id === shown.workspaceId)?.role;
  const isAllowed = workspaces === undefined || (role !== undefined && !isBoundByEntries(role));
  useEffect(() => {
    if (!isAllowed) setPreview(null);
  }, [isAllowed]);
  // Undo would be a change.
  useEffect(() => {
    if (toasts.current()?.action) toasts.dismiss();
  }, []);
  return (
    <section className={styles.bar} aria-label={t("preview.label")}>
      <IconEye {...ICON} />
      <p className={styles.text} role="status">
        <Trans t={t} i18nKey={`preview.${of ?? "banner"}`} values={{ name: shown.name }} components={{ b: <b /> }} />
      </p>
      <Button variant="default" onClick={() => setPreview(null)}>
        {t("preview.exit")}
      </Button>
    </section>
  );
}
