import { Button } from "@mantine/core";
import { createAccessToken } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refreshTokens } from "../../../entities/people/tools.queries.ts";
import { client } from "../../../platform/api.ts";
import { copyText } from "../../../platform/clipboard.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import styles from "./tools.module.css";
import { curlCommand, FILE_NAMES, flameshotScript, shareXFile, type UploadTool } from "./upload-files.ts";

const TOOLS: readonly UploadTool[] = ["sharex", "flameshot", "curl"];

/** Saves a text as a file. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Gives the configuration of a program, with a new token, to the user. */
async function give(tool: UploadTool, name: string): Promise<void> {
  const made = client
    .call(createAccessToken, { body: { name, scopes: ["read", "write"] } })
    .then(({ token }) => ({ origin: window.location.origin, token }));
  // The clipboard accepts a promise only within the click, so the copy starts before the token exists.
  if (tool === "curl") return copyText(made.then(({ origin, token }) => curlCommand(origin, token)));
  const { origin, token } = await made;
  saveText(FILE_NAMES[tool], tool === "sharex" ? shareXFile(origin, token) : flameshotScript(origin, token));
}

/** Configurations of programs that take screenshots. */
export function UploadTools(): ReactNode {
  const { t } = useTranslation("tools");
  return (
    <SettingsSection title={t("upload.title")} text={t("upload.text")}>
      <ul className={styles.cards}>
        {TOOLS.map((tool) => (
          <ToolCard key={tool} tool={tool} />
        ))}
      </ul>
      <p className={styles.hint}>{t("upload.tokenHint")}</p>
    </SettingsSection>
  );
}

function ToolCard({ tool }: { tool: UploadTool }): ReactNode {
  const { t } = useTranslation("tools");
  const run = useMutation({
    mutationFn: () => give(tool, t(`upload.${tool}`)),
    onSuccess: () => toasts.show(t(tool === "curl" ? "upload.commandCopied" : "upload.made"), { tone: "done" }),
    onSettled: refreshTokens,
  });
  const isCommand = tool === "curl";
  return (
    <li className={styles.card}>
      <h3>{t(`upload.${tool}`)}</h3>
      <p>{t(`upload.${tool}Text`)}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={isCommand ? <IconCopy {...ICON} /> : <IconDownload {...ICON} />}
        aria-label={isCommand ? undefined : t("upload.downloadNamed", { tool: t(`upload.${tool}`) })}
        aria-busy={run.isPending}
        onClick={() => !run.isPending && run.mutate()}
      >
        {t(isCommand ? "upload.copyCommand" : "upload.download")}
      </Button>
    </li>
  );
}
