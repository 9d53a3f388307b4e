import { Button } from "@mantine/core";
import { Chip } from "@stillreel/ui";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSaveSettings } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark } from "./setting-form.tsx";

interface Props {
  mark?: ReactNode;
  name: string;
  setting: Parameters<typeof isLocked>[0] & { value: unknown };
  /** The form with the values of the service. */
  children: ReactNode;
}

/** One service of a list. It opens separately, and its head states whether it is configured. */
export function ServiceDetails({ mark, name, setting, children }: Props): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <details className={styles.service}>
      <summary>
        {mark}
        <span className={styles.serviceName}>{name}</span>
        {isLocked(setting) ? (
          <LockedMark />
        ) : (
          setting.value !== null && (
            <Chip tone="ok" icon={<IconCheck size={14} stroke={2.4} aria-hidden="true" />}>
              {t("server.services.configured")}
            </Chip>
          )
        )}
      </summary>
      {children}
    </details>
  );
}

type Change = Parameters<ReturnType<typeof useSaveSettings>["mutate"]>[0];

/** Removes the values of a service. */
export function RemoveService({ label, change }: { label: string; change: Change }): ReactNode {
  const save = useSaveSettings();
  return (
    <Button variant="quiet" size="md" aria-busy={save.isPending} onClick={() => !save.isPending && save.mutate(change)}>
      {label}
    </Button>
  );
}
