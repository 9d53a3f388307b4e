import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { LOGO_MAX_BYTES } from "@stillreel/contract";
import { ICON, Logo, toasts } from "@stillreel/ui";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { settingsQuery, uploadLogo, useSaveSettings, type SettingsView } from "../../../entities/administration/settings.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { errorText } from "../../../platform/api.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import styles from "./server.module.css";

/** The logo that pages and mails show instead of the product's. */
export function LogoSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation(["administration", "common"]);
  const input = useRef<HTMLInputElement>(null);
  const { problem, isBusy, choose, remove } = useLogo(settings);
  const src = settings.logo.value;
  return (
    <SettingsSection title={t("server.logo")} text={t("server.logoText")}>
      <div className={styles.logoLine}>
        <span className={styles.logo}>{src === null ? <Logo height={22} /> : <img src={src} alt={t("server.logo")} />}</span>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t("server.logoChoose")}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button variant="default" leftSection={<IconUpload {...ICON} />} aria-busy={isBusy} onClick={() => input.current?.click()}>
          {t(src === null ? "server.logoUpload" : "server.logoReplace")}
        </Button>
        {src !== null && (
          <Button variant="quiet" aria-busy={isBusy} onClick={() => void remove(src)}>
            {t("server.logoRemove")}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t("server.logoHint")}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </SettingsSection>
  );
}

/** Upload and removal. A removed logo can be restored, because its bytes are read before. */
function useLogo(settings: SettingsView) {
  const { t } = useTranslation(["administration", "common"]);
  const queries = useQueryClient();
  const save = useSaveSettings();
  const [problem, setProblem] = useState<string>();
  const tooLarge = t("server.logoTooLarge", { size: LOGO_MAX_BYTES / 1024 });
  const upload = useMutation({
    mutationFn: uploadLogo,
    meta: { handles: "all" },
    onSuccess: (after) => queries.setQueryData(settingsQuery.queryKey, after),
    onError: (error) => setProblem(isApiError(error, "file-too-large") ? tooLarge : errorText(error)),
  });
  const choose = (file: File | undefined): void => {
    if (!file || upload.isPending) return;
    setProblem(file.size > LOGO_MAX_BYTES ? tooLarge : undefined);
    if (file.size <= LOGO_MAX_BYTES) upload.mutate(file, { onSuccess: () => toasts.show(t("server.saved"), { tone: "done" }) });
  };
  const remove = async (src: string): Promise<void> => {
    setProblem(undefined);
    const bytes = await pngOf(src).catch(() => null);
    save.mutate(
      { logo: { value: null, version: settings.logo.version } },
      {
        onError: (error) => setProblem(errorText(error)),
        onSuccess: () => {
          if (bytes === null || bytes.size > LOGO_MAX_BYTES) return toasts.show(t("server.saved"), { tone: "done" });
          offerUndo(t("server.saved"), t("common:actions.undo"), async () => {
            await upload.mutateAsync(bytes).catch(() => toasts.error(t("server.notRestored")));
          });
        },
      },
    );
  };
  return { problem, isBusy: upload.isPending || save.isPending, choose, remove };
}

/** Draws the picture at an address as a PNG file, because the server accepts no WebP. */
async function pngOf(src: string): Promise<File> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "logo.png", { type: "image/png" });
}
