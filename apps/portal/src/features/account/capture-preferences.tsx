import { Button, Switch } from "@mantine/core";
import type { ClientArgs, ClientResult, getPreferences, updatePreferences } from "@stillreel/contract";
import { IconChevronDown, IconFolder } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { SAVE_PROVIDERS, saveServicesQuery } from "../../entities/saves/saves.queries.ts";
import { foldersQuery } from "../../entities/folders/folders.queries.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import styles from "./account.module.css";
import { SettingRow } from "./settings-frame.tsx";
import { closeDialog, openDialog } from "../../platform/dialogs.ts";

type Preferences = ClientResult<typeof getPreferences>;
type Save = (change: ClientArgs<typeof updatePreferences>["body"]) => void;

type AfterCapture = Preferences["afterCapture"];

const AFTER = ["editor", "link", "copy", "download"] as const satisfies readonly AfterCapture[];
/** Selectable length limits of full-page captures in CSS pixels. */
const LIMITS = [10_000, 20_000, 30_000, 45_000, 60_000] as const;

/** Preferences of the extension for captures. */
export function CaptureRows({ preferences, save }: { preferences: Preferences; save: Save }): ReactNode {
  const { t, i18n } = useTranslation("account");
  const afterChoices = useAfterChoices(preferences.afterCapture);
  const pixels = (value: number): string => t("preferences.limitChoice", { pixels: formatCount(value, i18n.language) });
  return (
    <>
      <SettingRow label={t("preferences.after")} hint={t("preferences.afterText")}>
        <ChoiceMenu
          label={t("preferences.after")}
          value={preferences.afterCapture}
          choices={afterChoices}
          onChoose={(afterCapture) => save({ afterCapture })}
        />
      </SettingRow>
      <SettingRow label={t("preferences.facts")} hint={t("preferences.factsText")}>
        <Switch
          aria-label={t("preferences.facts")}
          checked={preferences.keepCaptureFacts}
          onChange={(event) => save({ keepCaptureFacts: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow label={t("preferences.limit")} hint={t("preferences.limitText")}>
        <ChoiceMenu
          label={t("preferences.limit")}
          value={preferences.fullPageLimit}
          // A value that was set elsewhere is included.
          choices={[...new Set([...LIMITS, preferences.fullPageLimit])]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value, label: pixels(value) }))}
          onChoose={(fullPageLimit) => save({ fullPageLimit })}
        />
      </SettingRow>
    </>
  );
}

/** Returns the steps after a capture: those without a service, the connected services, and a service that is chosen but not connected. */
function useAfterChoices(current: AfterCapture): { value: AfterCapture; label: string }[] {
  const { t } = useTranslation(["account", "common"]);
  const { data: services = [] } = useQuery(saveServicesQuery);
  const shown = SAVE_PROVIDERS.filter(
    (provider) => provider === current || services.some((one) => one.provider === provider && one.status === "connected"),
  );
  return [
    ...AFTER.map((value) => ({ value, label: t(`preferences.afterChoices.${value}`) })),
    ...shown.map((value) => ({ value, label: t("common:saveTo", { service: t(`common:services.${value}`) }) })),
  ];
}

interface ChoiceMenuProps<V> {
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
}

/** A choice of one value that is too long for a segmented control. */
export function ChoiceMenu<V extends string | number>({ label, value, choices, onChoose }: ChoiceMenuProps<V>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const current = choices.find((choice) => choice.value === value)?.label ?? String(value);
  const actions = choices.map((choice) => ({
    label: choice.label,
    isChecked: choice.value === value,
    onSelect: () => onChoose(choice.value),
  }));
  return (
    <ActionMenu label={label} groups={[actions]} isOpen={isOpen} onChange={setOpen}>
      <Button
        variant="default"
        className={styles.choice}
        aria-label={`${label}: ${current}`}
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      >
        <bdi>{current}</bdi>
      </Button>
    </ActionMenu>
  );
}

/** The folder of My images for captures. */
export function CaptureFolderRow({ value, onPick }: { value: string | null; onPick: (folderId: string | null) => void }): ReactNode {
  const { t } = useTranslation("account");
  const { data: folders } = useQuery(foldersQuery("image"));
  const folder = folders?.find((candidate) => candidate.id === value);
  const name = value === null ? t("preferences.captureRoot") : (folder?.name ?? (folders ? t("preferences.captureFolderGone") : ""));
  const pick = (): void =>
    openDialog("pick-folder", {
      title: t("preferences.captureFolderPick"),
      action: t("preferences.captureFolderAction"),
      kind: "image",
      value,
      onPick: (folderId) => {
        closeDialog("pick-folder");
        onPick(folderId);
      },
    });
  return (
    <SettingRow label={t("preferences.captureFolder")} hint={t("preferences.captureFolderText")}>
      <Button
        variant="default"
        className={styles.choice}
        aria-haspopup="dialog"
        aria-label={`${t("preferences.captureFolder")}: ${name}`}
        leftSection={<IconFolder size={16} stroke={1.6} aria-hidden="true" />}
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        onClick={pick}
      >
        <bdi className={styles.choiceName}>{name}</bdi>
      </Button>
    </SettingRow>
  );
}
