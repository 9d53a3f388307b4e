import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { setPreview, workspacesQuery, type Preview } from "../spaces/index.ts";
import "./access-texts.ts";
import styles from "./preview-bar.module.css";

interface Props {
  shown: Preview;
  /** What of it the page shows: an item that the member may change or only read, or none because they get none; else a place. */
  of?: "editable" | "readable" | "nothing" | null | undefined;
}

/** The bar of a preview. The preview ends with it: on pages of other spaces, and once one may not look any more. */
export function PreviewBar({ shown, of }: Props): ReactNode {
  const { t } = useTranslation("access");
  const { workspaceId } = useParams({ strict: false });
  const { data: workspaces } = useQuery(workspacesQuery);
  const role = workspaces?.find(({ id }) => id === shown.workspaceId)?.role;
  const isAllowed = workspaces === undefined || role === "owner" || role === "admin";
  const isElsewhere = workspaceId !== shown.workspaceId;
  useEffect(() => {
    if (isElsewhere || !isAllowed) setPreview(null);
  }, [isElsewhere, isAllowed]);
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
