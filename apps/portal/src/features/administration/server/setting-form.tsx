import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { Chip, toasts } from "@stillreel/ui";
import { IconLock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  reversal,
  settingsQuery,
  useSaveSettings,
  type SettingsChange,
  type SettingsView,
} from "../../../entities/administration/settings.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { refusalText } from "../../../platform/api.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import styles from "./server.module.css";

interface Props extends FieldsProps {
  /** Fragment of the section in the address of the page. */
  id?: string;
  title: string;
  text: ReactNode;
}

interface FieldsProps {
  settings: SettingsView;
  /** The changes of the section; null while nothing has changed. */
  change: SettingsChange | null;
  /** False for changes whose previous value is a secret. */
  canUndo?: boolean;
  /** What follows from the change, shown before the button. */
  consequence?: ReactNode;
  /** Further buttons beside the one that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of settings with its form. */
export function SettingForm({ id, title, text, ...form }: Props): ReactNode {
  return (
    <SettingsSection id={id} title={title} text={text}>
      <SettingFields {...form} />
    </SettingsSection>
  );
}

/** Fields of settings with their button and, when the server refused a change, the reason. */
export function SettingFields({ settings, change, canUndo = true, consequence, actions, children }: FieldsProps): ReactNode {
  const { t } = useTranslation(["administration", "common"]);
  const save = useSaveSettings();
  const queries = useQueryClient();
  const problemId = useId();
  const submit = (): void => {
    if (change === null || save.isPending) return;
    save.mutate(change, {
      onSuccess: (after) => {
        if (!canUndo) return toasts.show(t("server.saved"), { tone: "done" });
        const restore = reversal(settings, after, change);
        offerUndo(t("server.saved"), t("common:actions.undo"), async () => {
          await save.mutateAsync(restore).catch(() => toasts.error(t("server.notRestored")));
        });
      },
    });
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-describedby={save.error ? problemId : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {change !== null && consequence && <p className={styles.consequence}>{consequence}</p>}
      {save.error && (
        <p id={problemId} className={styles.problem} role="alert">
          {refusalText(save.error)}{" "}
          {isApiError(save.error, "setting-changed") && (
            <Button variant="default" size="xs" onClick={() => void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })}>
              {t("server.loadAgain")}
            </Button>
          )}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="default" size="md" disabled={change === null} aria-busy={save.isPending}>
          {t("common:actions.save")}
        </Button>
        {actions}
      </div>
    </form>
  );
}

/** Mark of a value that the environment sets. */
export function LockedMark(): ReactNode {
  const { t } = useTranslation("administration");
  return <Chip icon={<IconLock size={14} stroke={1.8} aria-hidden="true" />}>{t("server.locked")}</Chip>;
}

/** Returns whether a value is set by the environment. */
export const isLocked = ({ source }: { source: "default" | "environment" | "saved" }): boolean => source === "environment";
