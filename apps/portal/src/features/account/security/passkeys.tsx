import { Button, TextInput } from "@mantine/core";
import { type ClientResult, type listPasskeys, PASSKEY_NAME_MAX, removePasskey } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deviceName } from "../../../entities/people/device-name.ts";
import { createPasskey, passkeysQuery, twoFactorQuery } from "../../../entities/people/security.queries.ts";
import { client } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { SettingRow } from "../settings-frame.tsx";
import { ProvenForm } from "./proven-form.tsx";
import styles from "./security.module.css";

type Passkey = ClientResult<typeof listPasskeys>["items"][number];

/** The account's passkeys: add with a name, remove. */
export function Passkeys(): ReactNode {
  const { t, i18n } = useTranslation("security");
  const queries = useQueryClient();
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { data: account } = useSuspenseQuery(twoFactorQuery);
  const [open, setOpen] = useState<Passkey | "new" | null>(null);
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", numberingSystem: "latn" });
  const day = (iso: string): string => dates.format(new Date(iso));
  const handleDone = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    setOpen(null);
    toasts.show(text, { tone: "done" });
  };
  const form = { hasPassword: account.hasPassword, onClose: () => setOpen(null) };
  return (
    <SettingsSection title={t("passkeys.title")} text={t("passkeys.text")}>
      {passkeys.length === 0 && <p className={dialog.text}>{t("passkeys.none")}</p>}
      {passkeys.map((passkey) => {
        const { id, name, createdAt, lastUsedAt } = passkey;
        const added = day(createdAt);
        const hint = lastUsedAt ? t("passkeys.used", { added, used: day(lastUsedAt) }) : t("passkeys.unused", { added });
        return (
          <SettingRow key={id} label={<bdi>{name}</bdi>} hint={hint}>
            <Button variant="default" size="xs" aria-label={t("passkeys.removeNamed", { name })} onClick={() => setOpen(passkey)}>
              {t("passkeys.remove")}
            </Button>
          </SettingRow>
        );
      })}
      <Button className={styles.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setOpen("new")}>
        {t("passkeys.add")}
      </Button>
      {open === "new" && <AddDialog {...form} onDone={() => handleDone(t("passkeys.added"))} />}
      {open !== null && open !== "new" && (
        <Dialog title={t("passkeys.removeTitle")} size={460} onClose={form.onClose}>
          <ProvenForm
            {...form}
            action={t("passkeys.remove")}
            isDanger
            run={(password) => client.call(removePasskey, { params: { passkeyId: open.id }, body: { password } })}
            onDone={() => handleDone(t("passkeys.removed"))}
          >
            <p className={dialog.text}>
              <bdi>{open.name}</bdi>
            </p>
          </ProvenForm>
        </Dialog>
      )}
    </SettingsSection>
  );
}

function AddDialog({ onDone, ...form }: { hasPassword: boolean; onClose: () => void; onDone: () => Promise<void> }): ReactNode {
  const { t } = useTranslation("security");
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? t("passkeys.title"));
  return (
    <Dialog title={t("passkeys.add")} size={460} onClose={form.onClose}>
      <ProvenForm
        {...form}
        action={t("proof.continue")}
        run={(password) => createPasskey(name.trim() || t("passkeys.title"), password)}
        onDone={onDone}
      >
        <TextInput
          data-first-focus
          label={t("passkeys.name")}
          description={t("passkeys.nameTip")}
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ProvenForm>
    </Dialog>
  );
}
