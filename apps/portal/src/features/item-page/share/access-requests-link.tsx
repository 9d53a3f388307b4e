import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./share-panel.module.css";
import {
  accessRequestsQuery,
  followAccessRequests,
  type SharedSubject,
} from "../../../entities/access-requests/access-requests.queries.ts";

/** Leads to the open access requests and the guests of the link, if there are any. */
export function AccessRequestsLink({ subject, onLeave }: { subject: SharedSubject; onLeave?: () => void }): ReactNode {
  const { t } = useTranslation("access");
  const { data } = useQuery(accessRequestsQuery(subject));
  useEffect(followAccessRequests, []);
  if (!data || data.requests.length + data.guests.length === 0) return null;
  const number = data.requests.length === 0 ? "" : ` (${data.requests.length})`;
  return (
    <Button
      variant="default"
      fullWidth
      className={styles.requests}
      component={Link}
      to={`/access/${subject.type}/${subject.id}`}
      onClick={onLeave}
    >
      {t("requests.title")}
      {number}
    </Button>
  );
}
