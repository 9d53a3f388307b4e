import type { ClientResult, getPreferences } from "@stillreel/contract";
import { isApiError } from "@stillreel/client";
import { Button, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Thumb } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { noteFolder } from "../../entities/saves/last-folders.ts";
import type { SaveDraft } from "../../entities/saves/open-save-dialog.ts";
import { refreshIntegrations } from "../../entities/integrations/integrations.queries.ts";
import { beginSave, saveNameQuery, type SaveProvider, type SaveService } from "../../entities/saves/saves.queries.ts";
import type { SaveSubject } from "../../entities/saves/save-subject.ts";
import { trackedSaves } from "../../entities/saves/tracked-saves.ts";
import { refusalText } from "../../platform/api.ts";
import { type FolderChoice, folderOf, FolderPicker } from "./folder-picker.tsx";
import { type DialogFormat, endingOf, formatsFor, sentFormat, stemOf } from "./save-form.plan.ts";
import styles from "./save-dialog.module.css";

type Preferences = ClientResult<typeof getPreferences>;

interface Props {
  service: SaveService;
  preferences: Preferences;
  draft: SaveDraft;
  onDraft: (change: Partial<SaveDraft>) => void;
  onClose: () => void;
}

/** Returns the input with the defaults of the preferences. */
function inputOf({ subjects, ...draft }: SaveDraft, { provider }: SaveService, preferences: Preferences) {
  const formats = formatsFor(subjects);
  const preferred = formats.find((format) => format === preferences.downloadFormat) ?? formats[0] ?? "original";
  const [only] = subjects.length === 1 ? subjects : [];
  return {
    only,
    formats,
    format: formats.find((format) => format === draft.format) ?? preferred,
    name: draft.name ?? (only ? stemOf(only.fullFileName) : ""),
    shareable: draft.shareable ?? (provider === "drive" && preferences.driveShareableLinks),
  };
}

/** Name, format, folder and link of a save. */
export function SaveForm({ service, preferences, draft, onDraft, onClose }: Props): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const { provider } = service;
  const [choice, setChoice] = useState<FolderChoice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { only, formats, format, name, shareable } = inputOf(draft, service, preferences);
  const folder = choice && folderOf(choice);
  const isUndecided = preferences.askWhereToSave && choice === null;
  const isNameless = only !== undefined && name.trim() === "";

  const file = {
    format: sentFormat(format),
    // Without a choice, the server uses the preferred subfolder.
    ...(choice === null ? {} : folder ? { folderId: folder.id } : { subfolder: "" }),
    ...(only && name.trim() !== stemOf(only.fullFileName) ? { name: name.trim() } : {}),
  };

  const save = async (): Promise<void> => {
    const saveId = await beginSave(provider, { itemIds: draft.subjects.map(({ id }) => id), shareable, ...file });
    if (choice !== null) noteFolder(provider, folder?.id ?? null);
    trackedSaves.add(saveId, draft.subjects, shareable);
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNameless || isUndecided) return;
    setBusy(true);
    save().catch((error: unknown) => {
      setBusy(false);
      setProblem(refusalText(error));
      if (isApiError(error, "reconnect-needed")) void refreshIntegrations();
    });
  };
  const target = isUndecided ? t("dialog.choose") : t("dialog.target", { folder: targetText(choice, preferences, t(`roots.${provider}`)) });
  return (
    <form onSubmit={submit}>
      <p className={styles.account}>
        <bdi>{service.accountName}</bdi>
      </p>
      <FileFields {...{ only, formats, format, name, onDraft }} count={draft.subjects.length} />
      {only && !isUndecided && !isNameless && <FinalName provider={provider} query={{ itemId: only.id, ...file }} />}
      <FolderPicker provider={provider} choice={choice} onChoose={setChoice} />
      <LinkSwitch service={t(`common:services.${provider}`)} checked={shareable} onChange={(next) => onDraft({ shareable: next })} />
      {problem !== null && (
        <p className={styles.note} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <span className={styles.target}>{target}</span>
        <Button variant="quiet" size="md" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button type="submit" size="md" loading={isBusy} disabled={isNameless || isUndecided}>
          {t("common:saveTo", { service: t(`common:services.${provider}`) })}
        </Button>
      </div>
    </form>
  );
}

type FileFieldsProps = Pick<ReturnType<typeof inputOf>, "only" | "formats" | "format" | "name"> &
  Pick<Props, "onDraft"> & { count: number };

/** Name and format of the files. */
function FileFields({ only, formats, format, name, count, onDraft }: FileFieldsProps): ReactNode {
  const { t } = useTranslation("saves");
  return (
    <div className={styles.file}>
      {only ? (
        <OneFile {...{ only, format, name }} onName={(next) => onDraft({ name: next })} />
      ) : (
        <span className={styles.grow}>{t("dialog.items", { count })}</span>
      )}
      <SegmentedControl
        aria-label={t("dialog.format")}
        value={format}
        data={formats.map((value) => ({ value, label: t(`dialog.formats.${value}`) }))}
        onChange={(next) => onDraft({ format: next })}
      />
    </div>
  );
}

/** Returns the names of the target's folders. */
function targetText(choice: FolderChoice | null, { defaultSubfolder }: Preferences, root: string): string {
  const names = choice
    ? [...choice.path, ...(choice.selected ? [choice.selected] : [])].map((folder) => folder.name)
    : defaultSubfolder.split("/").filter(Boolean);
  return names.length === 0 ? root : names.join(" / ");
}

interface OneFileProps {
  only: SaveSubject;
  format: DialogFormat;
  name: string;
  onName: (name: string) => void;
}

/** Thumbnail and name of the only file. */
function OneFile({ only, format, name, onName }: OneFileProps): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  return (
    <>
      <Thumb shape={only.type === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
        {only.thumbnailUrl !== null && <img src={only.thumbnailUrl} alt="" />}
      </Thumb>
      <TextInput
        className={styles.grow}
        label={t("dialog.name")}
        value={name}
        dir="auto"
        maxLength={200}
        data-first-focus
        error={name.trim() === "" ? t("dialog.nameMissing") : undefined}
        rightSection={<span className={styles.ending}>{endingOf(only, format)}</span>}
        rightSectionWidth={50}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  );
}

/** Time without a key press after which the name is checked, in milliseconds. */
const TYPING_PAUSE_MS = 400;

/** Shows the name with a number that the file gets when its own name exists in the folder. The server decides when it saves. */
function FinalName({ provider, query }: { provider: SaveProvider; query: Parameters<typeof saveNameQuery>[1] }): ReactNode {
  const { t } = useTranslation("saves");
  const [settled] = useDebouncedValue(JSON.stringify(query), TYPING_PAUSE_MS);
  const { data } = useQuery(saveNameQuery(provider, JSON.parse(settled) as typeof query));
  return (
    <p className={styles.finalName} role="status">
      {data?.isNumbered && (
        <>
          {t("dialog.finalName")} <bdi>{data.fileName}</bdi>
        </>
      )}
    </p>
  );
}

function LinkSwitch({
  service,
  checked,
  onChange,
}: {
  service: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const id = useId();
  return (
    <div className={styles.link}>
      <div className={styles.grow}>
        <label className={styles.linkName} htmlFor={id}>
          {t("dialog.link")}
        </label>
        <p id={`${id}text`} className={styles.linkText}>
          {t("dialog.linkText", { service })}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}text`} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    </div>
  );
}
